/**
 * A4, one page, black on white: shapes and hatches carry it where there are no colours. On a narrow screen it is one column; the strip,
 * which has a tick for every slot, is moved sideways inside its own box.
 */
export const style = `
@page { size: A4; margin: 0 }
* { box-sizing: border-box; margin: 0 }
html { background: #fff; color: #15191c; font: 11.5px/1.4 "IBM Plex Sans", "Helvetica Neue", Arial, sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact }
main { width: 794px; height: 1122px; margin: 0 auto; padding: 34px 65px 24px; display: flex; flex-direction: column; gap: 8px; overflow: hidden }
code { font: 11px "IBM Plex Mono", "DejaVu Sans Mono", monospace }
header { display: flex; justify-content: space-between; align-items: center; border-bottom: 1px solid #15191c; padding-bottom: 10px }
.brand { display: flex; gap: 10px; align-items: center; font-size: 16px; font-weight: 600 }
.right { text-align: right; font-size: 11px; color: #474f55 }
h1 { font-size: 21px; line-height: 1.2; font-weight: 600; letter-spacing: -.2px; overflow-wrap: anywhere }
.lead { font-size: 13px; color: #474f55; margin-top: 6px }
.dense { gap: 3px } .dense h1 { font-size: 18px } .dense .lead { font-size: 12px; margin-top: 3px }
h2 { font-size: 12.5px; font-weight: 600 }
h2 small { font-weight: 400; font-size: 12px; color: #474f55 }
.figures { display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; border: solid #c6cbce; border-width: 1px 0; padding: 5px 0 }
.figures dt { font-size: 11px; color: #474f55 } .figures dd { font-size: 17px; font-weight: 500 }
.why { font-size: 11px; color: #474f55 }
.strip { display: block; overflow: visible } .strip text { font-size: 11px; fill: #474f55 }
.inside { fill: #0d7a52; fill-opacity: .55 } .undecided { fill: #7a5300 } .missed { fill: #5e676e } .outside { fill: #b3261e }
.legend { display: flex; gap: 22px; font-size: 11px; color: #474f55; height: 16px } .legend span { display: flex; gap: 6px; align-items: center } .legend svg { overflow: visible }
.two { display: grid; grid-template-columns: 318px 1fr; gap: 24px } section p { color: #474f55; margin-top: 4px }
.map { border: 1px solid #c6cbce; background: #eef2f4; display: block } .map text { font-size: 11px; fill: #474f55; paint-order: stroke; stroke: #fff; stroke-width: 3; stroke-linejoin: round }
.land { fill: #fcfcfa; stroke: #c6cbce; stroke-width: .7 } .zone { fill: none; stroke: #15191c; stroke-width: 1.3 } .hatch { stroke: #5e676e; stroke-opacity: .38; stroke-width: 1 }
.reach { fill: #1d5fbf; fill-opacity: .24; stroke: #1d5fbf; stroke-width: 2 } .measure { stroke: #1d5fbf; stroke-width: 1 } .map .km { fill: #1d4f9c; font-size: 13px; font-weight: 600 }
.mark { fill: #fff; stroke: #15191c; stroke-width: 2 } .map .claim { font-weight: 600; fill: #15191c } .scale { stroke: #15191c; fill: none }
table { width: 100%; border-collapse: collapse; font-size: 11.5px } th, td { text-align: right; padding: 2.5px 0; border-bottom: 1px solid #dfe3e5; font-weight: 400 } th { color: #474f55 } th:first-child, td:first-child { text-align: left } tfoot td { font-weight: 600; border: 0 }
.facts { display: grid; grid-template-columns: 122px 1fr; gap: 3px 0; margin-top: 6px; font-size: 11px } .facts dt { color: #474f55 } .facts dd { overflow-wrap: anywhere }
.check { border-top: 1px solid #c6cbce; padding-top: 8px }
.boxes { border: 1px solid #c6cbce; padding: 4px 14px 8px; font-size: 11.5px } .boxes div { display: flex; gap: 0 } .boxes b, .boxes .by > span { width: 68px } .boxes span { width: 195px; display: flex; gap: 8px; align-items: center } .boxes i { width: 12px; height: 12px; border: 1px solid #15191c } .by { margin-top: 8px; align-items: end } .by u { flex: 1; border-bottom: 1px solid #5e676e }
footer { margin-top: auto; border-top: 1px solid #15191c; padding-top: 8px; display: flex; justify-content: space-between; gap: 24px; font-size: 11px; color: #474f55 } footer span:last-child { white-space: nowrap }
@media screen and (max-width: 793px) {
main { width: auto; height: auto; padding: 16px; gap: 14px; overflow: visible }
header, footer { flex-wrap: wrap; gap: 8px 24px } .right { text-align: left; overflow-wrap: anywhere }
.figures { grid-auto-flow: row; grid-template-columns: repeat(4, 1fr); gap: 8px } .legend { flex-wrap: wrap; gap: 4px 18px; height: auto }
.two { grid-template-columns: minmax(0, 1fr) } .map { width: 100%; height: auto } .wide { overflow-x: auto }
.facts { grid-template-columns: 100px minmax(0, 1fr) } code { overflow-wrap: anywhere }
.boxes div { flex-wrap: wrap; gap: 8px } .boxes b { width: 100% } .boxes span { width: auto; margin-right: 12px } .boxes .by u { min-width: 120px }
}
`.trim();
