/** ISO 3166-1: two letters and three digits of every country, and XK for Kosovo, which has no digits. */
const codes =
  'AD020 AE784 AF004 AG028 AI660 AL008 AM051 AO024 AQ010 AR032 AS016 AT040 AU036 AW533 AX248 AZ031 BA070 BB052 BD050 ' +
  'BE056 BF854 BG100 BH048 BI108 BJ204 BL652 BM060 BN096 BO068 BQ535 BR076 BS044 BT064 BV074 BW072 BY112 BZ084 CA124 ' +
  'CC166 CD180 CF140 CG178 CH756 CI384 CK184 CL152 CM120 CN156 CO170 CR188 CU192 CV132 CW531 CX162 CY196 CZ203 DE276 ' +
  'DJ262 DK208 DM212 DO214 DZ012 EC218 EE233 EG818 EH732 ER232 ES724 ET231 FI246 FJ242 FK238 FM583 FO234 FR250 GA266 ' +
  'GB826 GD308 GE268 GF254 GG831 GH288 GI292 GL304 GM270 GN324 GP312 GQ226 GR300 GS239 GT320 GU316 GW624 GY328 HK344 ' +
  'HM334 HN340 HR191 HT332 HU348 ID360 IE372 IL376 IM833 IN356 IO086 IQ368 IR364 IS352 IT380 JE832 JM388 JO400 JP392 ' +
  'KE404 KG417 KH116 KI296 KM174 KN659 KP408 KR410 KW414 KY136 KZ398 LA418 LB422 LC662 LI438 LK144 LR430 LS426 LT440 ' +
  'LU442 LV428 LY434 MA504 MC492 MD498 ME499 MF663 MG450 MH584 MK807 ML466 MM104 MN496 MO446 MP580 MQ474 MR478 MS500 ' +
  'MT470 MU480 MV462 MW454 MX484 MY458 MZ508 NA516 NC540 NE562 NF574 NG566 NI558 NL528 NO578 NP524 NR520 NU570 NZ554 ' +
  'OM512 PA591 PE604 PF258 PG598 PH608 PK586 PL616 PM666 PN612 PR630 PS275 PT620 PW585 PY600 QA634 RE638 RO642 RS688 ' +
  'RU643 RW646 SA682 SB090 SC690 SD729 SE752 SG702 SH654 SI705 SJ744 SK703 SL694 SM674 SN686 SO706 SR740 SS728 ST678 ' +
  'SV222 SX534 SY760 SZ748 TC796 TD148 TF260 TG768 TH764 TJ762 TK772 TL626 TM795 TN788 TO776 TR792 TT780 TV798 TW158 ' +
  'TZ834 UA804 UG800 UM581 US840 UY858 UZ860 VA336 VC670 VE862 VG092 VI850 VN704 VU548 WF876 WS882 YE887 YT175 ZA710 ' +
  'ZM894 ZW716';

const lettersOf = new Map(codes.split(' ').map((it) => [it.slice(2), it.slice(0, 2)]));

/** The two letters of a country in an atlas, by its digits. Land without digits gets its name. */
export const codeOf = (number: string | undefined, name: string): string =>
  name === 'Kosovo' ? 'XK' : ((number && lettersOf.get(number)) ?? name);

/**
 * Overseas parts that have a code of their own, but that the atlas draws as polygons of another country (`of`). A part has those of
 * these polygons that begin within the box: west, south, east, north.
 */
export const overseas: readonly { code: string; of: string; box: readonly [number, number, number, number] }[] = [
  { code: 'GF', of: 'FR', box: [-56, 1, -50, 8] },
  { code: 'GP', of: 'FR', box: [-62.5, 15.5, -60.5, 17] },
  { code: 'MQ', of: 'FR', box: [-61.5, 14, -60.5, 15.2] },
  { code: 'RE', of: 'FR', box: [54, -22, 57, -20] },
  { code: 'YT', of: 'FR', box: [44, -14, 46, -12] },
  { code: 'BQ', of: 'NL', box: [-70, 11, -62, 18] },
  { code: 'SJ', of: 'NO', box: [-10, 70.5, -7, 71.5] },
  { code: 'SJ', of: 'NO', box: [5, 74, 40, 82] },
  { code: 'BV', of: 'NO', box: [2, -56, 5, -53] },
  { code: 'TK', of: 'NZ', box: [-173, -10, -170, -8] },
];

/** A named group of countries, as it was on a date. A list that changes gets a new date; results name the one they used. */
export interface Group {
  readonly name: string;
  readonly asOf: string;
  readonly codes: readonly string[];
}

const list = (text: string): string[] => text.split(' ');

/** With the outermost regions of France and Åland, which are part of the Union; without Northern Cyprus and overseas territories. */
const eu = list(
  'AT AX BE BG CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IT LT LU LV MF MQ MT NL PL PT RE RO SE SI SK YT',
);
const schengen = list('AT AX BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK');

/** Continents as the United Nations group countries (M49): Russia in Europe, Türkiye, Kazakhstan and Cyprus in Asia. */
const africa = list(
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE ' +
    'RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW Somaliland',
);
const asia = list(
  'AE AF AM AZ BD BH BN BT CN CY GE HK ID IL IN IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA ' +
    'SG SY TH TJ TL TM TR TW UZ VN YE Akrotiri Baikonur Dhekelia',
);
const europe = list(
  'AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL ' +
    'PT RO RS RU SE SI SJ SK SM UA VA XK',
);
const northAmerica = list(
  'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
);
const southAmerica = list('AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE');
const oceania = list('AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS');

export const groups: readonly Group[] = [
  { name: 'EU', asOf: '2020-02-01', codes: eu },
  { name: 'EEA', asOf: '2020-02-01', codes: [...eu, 'IS', 'LI', 'NO'] },
  { name: 'Schengen', asOf: '2025-01-01', codes: schengen },
  { name: 'Africa', asOf: '2024-01-01', codes: africa },
  { name: 'Antarctica', asOf: '2024-01-01', codes: ['AQ'] },
  { name: 'Asia', asOf: '2024-01-01', codes: asia },
  { name: 'Europe', asOf: '2024-01-01', codes: europe },
  { name: 'North America', asOf: '2024-01-01', codes: northAmerica },
  { name: 'Oceania', asOf: '2024-01-01', codes: oceania },
  { name: 'South America', asOf: '2024-01-01', codes: southAmerica },
];
