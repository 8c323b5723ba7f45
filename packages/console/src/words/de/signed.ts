/**
 * The sentences that a service signs with a verdict. They are signed in English; a German page says the same, sentence by sentence.
 * The narrower of two texts that fit the same sentence comes first.
 */
export const signed: Readonly<Record<string, string>> = {
  // Who is spoken of.
  one: '1',
  'one of them': 'einer von ihnen',
  '{n} of them': '{n} von ihnen',
  'the {n} challengers that were asked': 'den {n} gefragten Prüfern',
  'the {n} challengers and lookouts that were asked': 'den {n} gefragten Prüfern und Spähern',
  'its {n} challengers': 'seinen {n} Prüfern',
  'the {n} challengers around it': 'den {n} Prüfern um ihn',
  'a challenger near {city}': 'ein Prüfer bei {city}',
  'A challenger near {city}': 'Ein Prüfer bei {city}',
  'one near {city}': 'einer bei {city}',
  'a lookout near {city}': 'ein Späher bei {city}',
  'A lookout near {city}': 'Ein Späher bei {city}',
  'the challenger in {city}': 'der Prüfer in {city}',
  'The challenger in {city}': 'Der Prüfer in {city}',
  'the one in {city}': 'der in {city}',

  '{n} challengers and lookouts': '{n} Prüfer und Späher',
  '{n} challengers and {lookouts} lookouts': '{n} Prüfer und {lookouts} Späher',
  '{n} challengers and 1 lookout': '{n} Prüfer und 1 Späher',
  '1 challenger and {lookouts} lookouts': '1 Prüfer und {lookouts} Späher',
  '1 challenger and 1 lookout': '1 Prüfer und 1 Späher',
  '{n} lookouts': '{n} Späher',
  '1 lookout': '1 Späher',
  '{n} challengers': '{n} Prüfer',
  '1 challenger': '1 Prüfer',
  both: 'beide',
  all: 'alle',

  // A place that holds.
  'The prover is within {km} km of {claim}, even if any one of {group} lied.':
    'Der Beweiser ist höchstens {km} km von {claim} entfernt, selbst wenn von {group} einer lügt.',
  'The prover is within {km} km of {claim}, even if any {n} of {group} lied.':
    'Der Beweiser ist höchstens {km} km von {claim} entfernt, selbst wenn von {group} bis zu {n} lügen.',
  'If nobody lied, it is within {km} km.': 'Wenn niemand lügt, sind es höchstens {km} km.',
  'All {n} challengers and {lookouts} measured it.': 'Alle {n} Prüfer und {lookouts} haben ihn gemessen.',
  'All {n} challengers measured it.': 'Alle {n} Prüfer haben ihn gemessen.',
  '{n} of the {all} challengers and {lookouts} measured it.': '{n} der {all} Prüfer und {lookouts} haben ihn gemessen.',
  '{n} of the {all} challengers measured it.': '{n} der {all} Prüfer haben ihn gemessen.',
  'None of their {n} answers speaks against the claim.': 'Keine ihrer {n} Antworten spricht gegen die Angabe.',
  '{n} of their {all} answers {speak} against the claim.': '{n} ihrer {all} Antworten {speak} gegen die Angabe.',
  'None of {n} answers, those of lookouts included, speaks against the claim.':
    'Keine von {n} Antworten, die von Spähern eingeschlossen, spricht gegen die Angabe.',
  'None of {n} answers speaks against the claim.': 'Keine von {n} Antworten spricht gegen die Angabe.',
  '{n} of {all} answers, those of lookouts included, {speak} against the claim.':
    '{n} von {all} Antworten, die von Spähern eingeschlossen, {speak} gegen die Angabe.',
  '{n} of {all} answers {speak} against the claim.': '{n} von {all} Antworten {speak} gegen die Angabe.',
  speak: 'sprechen',
  speaks: 'spricht',
  '{n} of {all} answers agree with the claim.': '{n} von {all} Antworten stimmen mit der Angabe überein.',
  'The draw withstands {n} colluding challengers of the network over {tries} tries.':
    'Auch über {tries} Versuche hält die Auslosung {n} Prüfern des Netzes stand, die sich absprechen.',
  'The draw withstands {n} colluding challengers of the network.':
    'Die Auslosung hält {n} Prüfern des Netzes stand, die sich absprechen.',
  'The draw withstands 1 colluding challenger of the network over {tries} tries.':
    'Auch über {tries} Versuche hält die Auslosung 1 Prüfer des Netzes stand, der falsch spielt.',
  'The draw withstands 1 colluding challenger of the network.':
    'Die Auslosung hält 1 Prüfer des Netzes stand, der falsch spielt.',
  'The draw withstands {who}, even if it was the best of {n} draws in 30 days.':
    'Die Auslosung hält {who} stand, auch wenn sie die beste von {n} Auslosungen in 30 Tagen war.',
  'The draw withstands {who}.': 'Die Auslosung hält {who} stand.',
  '{n} challengers of the network that work together': '{n} Prüfern des Netzes, die sich absprechen,',
  'one dishonest challenger of the network': 'einem unehrlichen Prüfer des Netzes',
  'The answers support the claim, but the draw withstands only {who}, and the request demands {n}.':
    'Die Antworten sprechen für die Angabe, aber die Auslosung hält nur {who} stand; verlangt sind {n}.',
  'A draw of more challengers withstands more.': 'Eine Auslosung mit mehr Prüfern hält mehr stand.',
  'The answers agree, but the draw withstands {n} colluding challengers of the network, and {asked} were asked for.':
    'Die Antworten passen, aber die Auslosung hält nur {n} Prüfern stand, die sich absprechen; verlangt waren {asked}.',
  'More challengers would withstand more.': 'Mehr Prüfer würden mehr standhalten.',

  // Zones.
  'All land that the answers allow is inside, even if any one of {group} lied.':
    'Alles Land, das die Antworten zulassen, liegt in der Zone, selbst wenn von {group} einer lügt.',
  'All land that the answers allow is inside, even if any {n} of {group} lied.':
    'Alles Land, das die Antworten zulassen, liegt in der Zone, selbst wenn von {group} bis zu {n} lügen.',
  'Every place that the answers allow is outside, even if any one of {group} lied.':
    'Jeder Ort, den die Antworten zulassen, liegt außerhalb, selbst wenn von {group} einer lügt.',
  'Every place that the answers allow is outside, even if any {n} of {group} lied.':
    'Jeder Ort, den die Antworten zulassen, liegt außerhalb, selbst wenn von {group} bis zu {n} lügen.',
  'Every place that the answers allow is outside.': 'Jeder Ort, den die Antworten zulassen, liegt außerhalb.',
  'The prover is not in {zone}: wherever the answers allow it to be, even if {n} of {all} challengers lied, is outside.':
    'Der Beweiser ist nicht in {zone}: Jeder Ort, den die Antworten zulassen, liegt außerhalb, selbst wenn {n} von {all} Prüfern lügen.',
  'The prover is in {zone}: all land that the answers allow, even if any one of {group} lied, is inside.':
    'Der Beweiser ist in {zone}: Alles Land, das die Antworten zulassen, liegt innerhalb, selbst wenn von {group} einer lügt.',
  'The prover is in {zone}: all land that the answers allow, even if any {n} of {group} lied, is inside.':
    'Der Beweiser ist in {zone}: Alles Land, das die Antworten zulassen, liegt innerhalb, selbst wenn von {group} bis zu {n} lügen.',
  'The prover is in {zone}.': 'Der Beweiser ist in {zone}.',
  'It is open whether the prover is in {zone}.': 'Es ist offen, ob der Beweiser in {zone} ist.',
  'The answers also allow land of {countries}.': 'Die Antworten lassen auch Land zu von: {countries}.',
  'The answers allow no land outside it, but also none inside.':
    'Die Antworten lassen kein Land außerhalb zu, aber auch keines innerhalb.',
  'Challengers closer to the prover would tell.': 'Prüfer näher am Beweiser würden es klären.',
  'This assumes answers no faster than light in fibre.':
    'Das setzt voraus, dass Antworten nicht schneller sind als Licht in Glasfaser.',
  'The answers contradict each other: no place fits enough of them, even if {n} of {group} lied.':
    'Die Antworten widersprechen einander: Kein Ort passt zu genug von ihnen, selbst wenn von {group} {n} lügen.',

  'The answers contradict each other.': 'Die Antworten widersprechen einander.',
  'No place fits them, even if a third of those who were asked lied.':
    'Kein Ort passt zu ihnen, selbst wenn ein Drittel der Gefragten lügt.',

  // A place that does not hold.
  'The prover is not at {claim}.': 'Der Beweiser ist nicht bei {claim}.',
  'Of the {those} that measured it, {n} had their answer sooner than light in fibre can bring it from there.':
    'Es haben ihn {those} gemessen; von ihnen hatten {n} ihre Antwort früher, als Licht in Glasfaser sie von dort bringen kann.',
  '{one} had its answer after {ms} ms, so it is at most {reach} km from the prover, but {km} km from {claim}.':
    '{one} hatte seine Antwort nach {ms} ms, ist also höchstens {reach} km vom Beweiser entfernt, aber {km} km von {claim}.',
  'Both would have to lie for the claim to be true.': 'Beide müssten lügen, damit die Angabe stimmt.',
  'All {n} would have to lie for the claim to be true.': 'Alle {n} müssten lügen, damit die Angabe stimmt.',
  'Not even radio links, which are faster than fibre, would explain this.':
    'Auch Funkstrecken, die schneller sind als Glasfaser, würden das nicht erklären.',
  'This assumes that no answer travelled faster than light does in fibre.':
    'Das setzt voraus, dass keine Antwort schneller lief als Licht in Glasfaser.',
  '{those} measured the prover.': '{those} haben den Beweiser gemessen.',
  '{n} of them {speak} against {claim}.': '{n} von ihnen {speak} gegen {claim}.',
  'Either that one lies, or the claim is not exact.': 'Entweder lügt dieser eine, oder die Angabe ist nicht genau.',
  'Either these {n} lie, or the claim is not exact.': 'Entweder lügen diese {n}, oder die Angabe ist nicht genau.',
  'Several machines answer with the same key.': 'Mehrere Maschinen antworten mit demselben Schlüssel.',
  '{one} had its answer after {ms} ms, and {other}, {km} km away, after {otherMs} ms.':
    '{one} hatte seine Antwort nach {ms} ms und {other}, {km} km davon, nach {otherMs} ms.',
  'No place is near enough to both.': 'Kein Ort ist beiden nahe genug.',
  'At least {n} of the {group} would have to lie for it to be one machine.':
    'Mindestens {n} der {group} müssten lügen, damit es eine Maschine ist.',
  'The answers fit a place near {city}, {km} km away.':
    'Die Antworten passen zu einem Ort bei {city}, {km} km entfernt.',
  'The answers fit another place.': 'Die Antworten passen zu einem anderen Ort.',
  '{n} of {all} challengers had answers sooner than light in fibre can bring them from there: {one} had its answer after {ms} ms, so from at most {reach} km away, but the claim is {km} km away.':
    '{n} von {all} Prüfern hatten Antworten früher, als Licht in Glasfaser sie von dort bringen kann: {one} hatte seine nach {ms} ms, also aus höchstens {reach} km Entfernung, aber der angegebene Ort ist {km} km entfernt.',
  '{n} of {all} challengers agree with {claim}, but {one} had its answer after {ms} ms, so from at most {reach} km away, but the claim is {km} km away.':
    '{n} von {all} Prüfern stimmen {claim} zu, aber {one} hatte seine Antwort nach {ms} ms, also aus höchstens {reach} km Entfernung, und der angegebene Ort ist {km} km entfernt.',
  'The prover is not in {claim}.': 'Der Beweiser ist nicht in {claim}.',
  'All {n} would have to lie for the claim to hold.': 'Alle {n} müssten lügen, damit die Angabe stimmt.',
  'This holds whatever the answers travelled through.': 'Das gilt, wodurch auch immer die Antworten liefen.',
  'This assumes that they travelled no faster than light in fibre.':
    'Das setzt voraus, dass sie nicht schneller liefen als Licht in Glasfaser.',
  'The answers fit a place near {city}.': 'Die Antworten passen zu einem Ort bei {city}.',
  'Either that one lies or the claim is not exact.': 'Entweder lügt dieser eine, oder die Angabe ist nicht genau.',
  'Either {n} lie or the claim is not exact.': 'Entweder lügen {n}, oder die Angabe ist nicht genau.',
  'Several machines answer under one key.': 'Mehrere Maschinen antworten unter einem Schlüssel.',
  '{one} had its answer after {ms} ms and {other}, {km} km from it, after {otherMs} ms: no single place is near enough to both.':
    '{one} hatte seine Antwort nach {ms} ms und {other}, {km} km davon, nach {otherMs} ms: Kein einzelner Ort ist beiden nahe genug.',
  'At least {n} challengers would have to lie for it to be one machine.':
    'Mindestens {n} Prüfer müssten lügen, damit es eine Maschine ist.',

  // A place that stays open.
  'It is improbable that the prover is at {claim}, but not disproved.':
    'Es ist unwahrscheinlich, dass der Beweiser bei {claim} ist, aber nicht widerlegt.',
  "They do not fit {claim}, however slow the prover's own line is, even if any one of them is a lie.":
    'Zu {claim} passen sie nicht, wie langsam die eigene Leitung des Beweisers auch ist, selbst wenn eine von ihnen eine Lüge ist.',
  "They do not fit {claim}, however slow the prover's own line is, even if any {n} of them are lies.":
    'Zu {claim} passen sie nicht, wie langsam die eigene Leitung des Beweisers auch ist, selbst wenn bis zu {n} von ihnen Lügen sind.',
  'None of the {n} challengers could measure the prover, and all must.':
    'Keiner der {n} Prüfer konnte den Beweiser messen, und alle müssen es.',
  'None of the {n} challengers could measure the prover, and at least {needed} must.':
    'Keiner der {n} Prüfer konnte den Beweiser messen, und mindestens {needed} müssen es.',
  'Only {n} of the {all} challengers could measure the prover, and all must.':
    'Nur {n} der {all} Prüfer konnten den Beweiser messen, und alle müssen es.',
  'Only {n} of the {all} challengers could measure the prover, and at least {needed} must.':
    'Nur {n} der {all} Prüfer konnten den Beweiser messen, und mindestens {needed} müssen es.',
  'Lookouts do not replace them.': 'Späher ersetzen sie nicht.',
  'Fewer than {n} can never verify or refute a claim, because one of them could be lying.':
    'Weniger als {n} können eine Angabe weder bestätigen noch widerlegen, weil einer von ihnen lügen könnte.',
  'Too few of those who measured the prover are near {claim}: {so} within {km} km of it, and {n} are needed to tell.':
    'Zu wenige von denen, die den Beweiser gemessen haben, sind nahe bei {claim}: {so} höchstens {km} km davon entfernt, und {n} sind nötig, um es zu sagen.',
  'none is': 'Keiner ist',
  'only one is': 'Nur einer ist',
  'only {n} are': 'Nur {n} sind',
  'The prover may be in {claim}, or up to {km} km from there.':
    'Der Beweiser kann in {claim} sein oder bis zu {km} km davon.',
  'The prover may be at {claim}, or up to {km} km from there.':
    'Der Beweiser kann bei {claim} sein oder bis zu {km} km davon.',
  'No answer came back soon enough to tell more, and only a place within {limit} km counts as verified.':
    'Keine Antwort kam früh genug zurück, um mehr zu sagen, und nur ein Ort auf {limit} km genau gilt als bestätigt.',
  'Only a place within {limit} km counts as verified.': 'Nur ein Ort auf {limit} km genau gilt als bestätigt.',
  'No answer came back soon enough to tell more.': 'Keine Antwort kam früh genug zurück, um mehr zu sagen.',
  'If nobody lied, the prover is within {km} km of {claim}.':
    'Wenn niemand lügt, ist der Beweiser höchstens {km} km von {claim} entfernt.',
  'If any one of {group} lied, it could be up to {km} km away, and only a place within {limit} km counts as verified.':
    'Wenn von {group} einer lügt, kann er bis zu {km} km entfernt sein, und nur ein Ort auf {limit} km genau gilt als bestätigt.',
  'If any {n} of {group} lied, it could be up to {km} km away, and only a place within {limit} km counts as verified.':
    'Wenn von {group} bis zu {n} lügen, kann er bis zu {km} km entfernt sein, und nur ein Ort auf {limit} km genau gilt als bestätigt.',
  'It is improbable that the prover is in {claim}, but not disproved.':
    'Es ist unwahrscheinlich, dass der Beweiser in {claim} ist, aber nicht widerlegt.',
  "What the challengers saw fits a place near {city}, {km} km away, and does not fit the claim whatever delay the prover's own line adds, even if {some} lied.":
    'Was die Prüfer sahen, passt zu einem Ort bei {city}, {km} km entfernt, und nicht zur Angabe, welche Verzögerung die eigene Leitung des Beweisers auch hinzufügt, selbst wenn gelogen wurde ({some}).',
  "What the challengers saw fits a place elsewhere, and does not fit the claim whatever delay the prover's own line adds, even if {some} lied.":
    'Was die Prüfer sahen, passt zu einem anderen Ort und nicht zur Angabe, welche Verzögerung die eigene Leitung des Beweisers auch hinzufügt, selbst wenn gelogen wurde ({some}).',
  'None of {n} challengers could measure the prover.': 'Keiner von {n} Prüfern konnte den Beweiser messen.',
  'Only {n} of {all} challengers could measure the prover.': 'Nur {n} von {all} Prüfern konnten den Beweiser messen.',
  '{n} are needed.': 'Nötig sind {n}.',
  'Only {n} challengers were asked.': 'Nur {n} Prüfer wurden gefragt.',
  'Only 1 challenger was asked.': 'Nur 1 Prüfer wurde gefragt.',
  'Fewer than {n} can never verify or refute a claim, because none of them may lie.':
    'Weniger als {n} können eine Angabe weder bestätigen noch widerlegen, weil keiner von ihnen lügen darf.',
  'Too few challengers near {claim}: none lies within {km} km of it, and {n} are needed to tell.':
    'Zu wenige Prüfer bei {claim}: Keiner ist höchstens {km} km davon entfernt, und {n} sind nötig, um es zu sagen.',
  'Too few challengers near {claim}: only one lies within {km} km of it, and {n} are needed to tell.':
    'Zu wenige Prüfer bei {claim}: Nur einer ist höchstens {km} km davon entfernt, und {n} sind nötig, um es zu sagen.',
  'Too few challengers near {claim}: only {near} lie within {km} km of it, and {n} are needed to tell.':
    'Zu wenige Prüfer bei {claim}: Nur {near} sind höchstens {km} km davon entfernt, und {n} sind nötig, um es zu sagen.',
  'The prover may be in {claim}, but also up to {km} km from it: no answer came back soon enough to say more, and at most {limit} km counts as verified.':
    'Der Beweiser kann in {claim} sein, aber auch bis zu {km} km davon: Keine Antwort kam früh genug zurück, um mehr zu sagen, und höchstens {limit} km gelten als bestätigt.',
  'The answers fit {claim} to within {km} km if nobody lied, but if {some} lied the prover could be up to {far} km away, and at most {limit} km counts as verified.':
    'Ohne Lügen passen die Antworten auf {km} km genau zu {claim}; lügt aber ein Teil ({some}), kann der Beweiser bis zu {far} km entfernt sein, und höchstens {limit} km gelten als bestätigt.',
  'More challengers near the claim would tell.': 'Mehr Prüfer nahe dem angegebenen Ort würden es klären.',
  'No answer rules the claim out, but the delays fit a place near {city}, {km} km away, better than {claim}.':
    'Keine Antwort schließt die Angabe aus, aber die Umlaufzeiten passen besser zu einem Ort bei {city}, {km} km entfernt, als zu {claim}.',
  'No answer rules the claim out, but the delays do not fit {claim}.':
    'Keine Antwort schließt die Angabe aus, aber die Umlaufzeiten passen nicht zu {claim}.',
  "A slow line of the prover's own would explain it; so would a prover that is not there.":
    'Eine langsame eigene Leitung des Beweisers würde das erklären; ein Beweiser, der nicht dort ist, ebenso.',

  '{so}, but the delays fit a place near {city}, {km} km away, better than {claim}.':
    '{so}, aber die Umlaufzeiten passen besser zu einem Ort bei {city}, {km} km entfernt, als zu {claim}.',
  '{so}, but the delays do not fit {claim}.': '{so}, aber die Umlaufzeiten passen nicht zu {claim}.',
  'No answer speaks against the claim': 'Keine Antwort spricht gegen die Angabe',
  'Only {n} of {all} answers {speak} against the claim': 'Nur {n} von {all} Antworten {speak} gegen die Angabe',
  "Either the prover's own line is slow, or the prover is not there.":
    'Entweder ist die eigene Leitung des Beweisers langsam, oder er ist nicht dort.',

  // Bandwidth.
  'The prover signed for data that never reached it.': 'Der Beweiser hat Daten quittiert, die ihn nie erreichten.',
  '{n} of {all} challengers have its signature under a false digest, and the seed that proves the digest false.':
    '{n} von {all} Prüfern haben seine Signatur unter einer falschen Prüfsumme und den Startwert, der sie widerlegt.',
  'Nothing is measured faster than the prover claims, nor faster than {n} Mbit/s.':
    'Nichts wird schneller gemessen, als der Beweiser angibt, und nichts schneller als {n} Mbit/s.',
  'The prover claims {n} Mbit/s {direction}, so it stays open whether it has the {asked} Mbit/s asked for.':
    'Der Beweiser gibt {n} Mbit/s im {direction} an, darum bleibt offen, ob er die verlangten {asked} Mbit/s hat.',
  '{n} of {all} challengers measured {least} to {most} Mbit/s {link}, one after another.':
    '{n} von {all} Prüfern haben nacheinander {least} bis {most} Mbit/s im {link} gemessen.',
  '{n} of {all} challengers measured {rate} Mbit/s {link}, one after another.':
    '{n} von {all} Prüfern haben nacheinander {rate} Mbit/s im {link} gemessen.',
  '{n} of {all} challengers measured {rate} Mbit/s {link}.':
    '{n} von {all} Prüfern hat {rate} Mbit/s im {link} gemessen.',
  'That is at least 90 % of the {asked} Mbit/s asked for.': 'Das sind mindestens 90 % der verlangten {asked} Mbit/s.',
  'That is less than 90 % of the {asked} Mbit/s asked for.': 'Das sind weniger als 90 % der verlangten {asked} Mbit/s.',
  'All of them measured at least 90 % of the {asked} Mbit/s asked for.':
    'Alle haben mindestens 90 % der verlangten {asked} Mbit/s gemessen.',
  'All of them measured less than 90 % of the {asked} Mbit/s asked for.':
    'Alle haben weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  '1 of them measured less than 90 % of the {asked} Mbit/s asked for.':
    '1 von ihnen hat weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  '{n} of them measured less than 90 % of the {asked} Mbit/s asked for.':
    '{n} von ihnen haben weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  'Both measured at least 90 % of the {asked} Mbit/s asked for.':
    'Beide haben mindestens 90 % der verlangten {asked} Mbit/s gemessen.',
  'Both measured less than 90 % of the {asked} Mbit/s asked for.':
    'Beide haben weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  'All {n} measured at least 90 % of the {asked} Mbit/s asked for.':
    'Alle {n} haben mindestens 90 % der verlangten {asked} Mbit/s gemessen.',
  'All {n} measured less than 90 % of the {asked} Mbit/s asked for.':
    'Alle {n} haben weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  '1 of these {all} measured less than 90 % of the {asked} Mbit/s asked for.':
    '1 dieser {all} hat weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  '{n} of these {all} measured less than 90 % of the {asked} Mbit/s asked for.':
    '{n} dieser {all} haben weniger als 90 % der verlangten {asked} Mbit/s gemessen.',
  'The other one counts as 0.': 'Der andere zählt als 0.',
  'The other {n} count as 0.': 'Die anderen {n} zählen als 0.',
  'The median of all {all} is {rate}, at least 90 % of the {asked} Mbit/s asked for.':
    'Der Median aller {all} ist {rate}, mindestens 90 % der verlangten {asked} Mbit/s.',
  'Their median is {rate}, less than 90 % of the {asked} Mbit/s asked for.':
    'Ihr Median ist {rate}, weniger als 90 % der verlangten {asked} Mbit/s.',
  'To refute it, at least {n} must measure less.': 'Um sie zu widerlegen, müssen mindestens {n} weniger messen.',
  'None of the {n} rounds counts.': 'Keine der {n} Runden zählt.',
  'What spoilt the other one: {causes}.': 'Woran es bei der anderen lag: {causes}.',
  'The prover signed for data that never reached it: {n} of {all} challengers hold its signed false digest and the seed that disproves it.':
    'Der Beweiser hat Daten quittiert, die ihn nie erreichten: {n} von {all} Prüfern haben seine signierte falsche Prüfsumme und den Startwert, der sie widerlegt.',
  'The prover claims no downlink bandwidth, so nothing was measured.':
    'Der Beweiser gibt keine Bandbreite im Download an, darum wurde nichts gemessen.',
  'The prover claims no uplink bandwidth, so nothing was measured.':
    'Der Beweiser gibt keine Bandbreite im Upload an, darum wurde nichts gemessen.',
  'A link is never driven faster than its prover claims, nor than {n} Mbit/s.':
    'Eine Leitung wird nie schneller betrieben, als ihr Beweiser angibt, und nie schneller als {n} Mbit/s.',
  'The prover claims {n} Mbit/s {direction}, so nobody could see whether it has the {asked} asked.':
    'Der Beweiser gibt {n} Mbit/s im {direction} an, darum konnte niemand sehen, ob er die verlangten {asked} hat.',
  'Ask for at most what it claims.': 'Höchstens das verlangen, was er angibt.',
  downlink: 'Download',
  uplink: 'Upload',
  '{link} (over TCP, because UDP did not get through)': '{link} (über TCP, weil UDP nicht durchkam)',
  'none saw less than 90 % of the {asked} asked': 'keiner sah weniger als 90 % der verlangten {asked}',
  'all saw less than 90 % of the {asked} asked': 'alle sahen weniger als 90 % der verlangten {asked}',
  '1 of them saw less than 90 % of the {asked} asked': '1 davon sah weniger als 90 % der verlangten {asked}',
  '{n} of them saw less than 90 % of the {asked} asked': '{n} davon sahen weniger als 90 % der verlangten {asked}',
  '{n} of {all} challengers, one after another, saw {least} to {most} Mbit/s {link}, and {less}.':
    '{n} von {all} Prüfern sahen nacheinander {least} bis {most} Mbit/s im {link}, und {less}.',
  '{n} of {all} challengers, one after another, saw {least} to {most} Mbit/s {link}.':
    '{n} von {all} Prüfern sahen nacheinander {least} bis {most} Mbit/s im {link}.',
  '{n} of {all} challengers, one after another, saw {rate} Mbit/s {link}, and {less}.':
    '{n} von {all} Prüfern sahen nacheinander {rate} Mbit/s im {link}, und {less}.',
  '{n} of {all} challengers saw {rate} Mbit/s {link}, and {less}.':
    '{n} von {all} Prüfern sah {rate} Mbit/s im {link}, und {less}.',
  'With 0 for the other {n}, the median is {rate}, at least 90 % of the {asked} asked.':
    'Mit 0 für die übrigen ({n}) ist der Median {rate}, mindestens 90 % der verlangten {asked}.',
  'The median is {rate}, at least 90 % of the {asked} asked.':
    'Der Median ist {rate}, mindestens 90 % der verlangten {asked}.',
  'The median is {rate}, less than 90 % of the {asked} asked.':
    'Der Median ist {rate}, weniger als 90 % der verlangten {asked}.',
  'The other {n} rounds count as 0 Mbit/s, so the median of all {all} is too low to verify the claim.':
    'Die anderen {n} Runden zählen als 0 Mbit/s, darum ist der Median aller {all} zu niedrig, um die Angabe zu bestätigen.',
  'The other round counts as 0 Mbit/s, so the median of all {all} is too low to verify the claim.':
    'Die andere Runde zählt als 0 Mbit/s, darum ist der Median aller {all} zu niedrig, um die Angabe zu bestätigen.',
  'The median of all {all} is too low to verify the claim.':
    'Der Median aller {all} ist zu niedrig, um die Angabe zu bestätigen.',
  'The median over all {all} asked is too low to verify the claim, and {n} below it would refute it.':
    'Der Median über alle {all} Gefragten ist zu niedrig, um die Angabe zu bestätigen; {n} darunter würden sie widerlegen.',
  'It is refuted where at least {n} rounds are below.':
    'Widerlegt ist sie, wenn mindestens {n} Runden darunter liegen.',
  'None of {n} rounds is valid.': 'Keine von {n} Runden ist gültig.',
  'What spoilt them: {causes}.': 'Woran es lag: {causes}.',
  'What spoilt the others: {causes}.': 'Woran es bei den anderen lag: {causes}.',
  '{cause}; {next}': '{cause}; {next}',
  'no connection ({detail})': 'keine Verbindung ({detail})',
  'no answer in time ({detail})': 'keine rechtzeitige Antwort ({detail})',
  'a refusal ({detail})': 'eine Weigerung ({detail})',
  'a fault of the challenger ({detail})': 'ein Fehler des Prüfers ({detail})',

  // Nothing was judged.
  'The service was away while the challenge ran, so no reading could come in.':
    'Der Dienst war nicht da, während die Prüfung lief, darum konnte keine Messung ankommen.',
  'Nothing was paid.': 'Nichts wurde bezahlt.',
  'The prover declined: {why}.': 'Der Beweiser hat abgelehnt: {why}.',
  'The request expired before the prover had consented to be measured.':
    'Die Anfrage lief ab, bevor der Beweiser der Messung zugestimmt hatte.',
  'The chain could not be asked whether the request still stands.':
    'Die Chain konnte nicht gefragt werden, ob die Anfrage noch besteht.',
  'The prover consented, and is not connected to this service any more.':
    'Der Beweiser hat zugestimmt und ist nicht mehr mit diesem Dienst verbunden.',
  'The block that decides the draw did not come in time.':
    'Der Block, der die Auslosung entscheidet, kam nicht rechtzeitig.',
  'The payer did not tell its nonce in time, and nobody was drawn.':
    'Der Auftraggeber hat seine Nonce nicht rechtzeitig genannt, und niemand wurde ausgelost.',
  'The request could not be written into the log and drawn in time.':
    'Die Anfrage konnte nicht rechtzeitig ins Log geschrieben und ausgelost werden.',
  'The prover or its challengers were busy all the time.':
    'Der Beweiser oder seine Prüfer waren die ganze Zeit belegt.',
  '{n} challengers were asked for, and too few that are independent of each other and of the prover could be drawn.':
    '{n} Prüfer waren verlangt, und zu wenige, die voneinander und vom Beweiser unabhängig sind, konnten ausgelost werden.',
  '{n} challengers were asked for, and too few that are independent of each other and of the prover are connected.':
    '{n} Prüfer waren verlangt, und zu wenige, die voneinander und vom Beweiser unabhängig sind, sind verbunden.',
};
