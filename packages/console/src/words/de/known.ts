import { inSentence } from '@trigpoint/proofs/registry';

/** Why a challenger could not measure. A signed reason has these inside of its sentences. */
const failures: Readonly<Record<string, string>> = {
  'The measurement was stopped before it began.': 'Die Messung wurde beendet, bevor sie begann.',
  'No route to {address} port {port}: {error}.': 'Kein Weg zu {address} Port {port}: {error}.',
  'Whoever answers at the challenger’s address does not hold its key.':
    'Wer unter der Adresse des Prüfers antwortet, hat dessen Schlüssel nicht.',
  'The challenger at {address} port {port} did not answer.':
    'Der Prüfer unter {address} Port {port} hat nicht geantwortet.',
  'No socket for the measurement: {error}.': 'Kein Socket für die Messung: {error}.',
  'The prover said hello and then fell silent.': 'Der Beweiser hat sich gemeldet und dann geschwiegen.',
  'Whoever dialled in the prover’s name does not hold its key.':
    'Wer sich im Namen des Beweisers gemeldet hat, hat dessen Schlüssel nicht.',
  'The prover did not dial.': 'Der Beweiser hat sich nicht gemeldet.',
  'The prover fell silent after the handshake.': 'Der Beweiser hat nach dem Handshake geschwiegen.',
  'The prover did not answer the announcement of the flow.':
    'Der Beweiser hat auf die Ankündigung der Daten nicht geantwortet.',
  'The prover would not take part: {why}.': 'Der Beweiser wollte nicht teilnehmen: {why}.',
  'The prover fell silent during the flow, which was stopped.':
    'Der Beweiser hat geschwiegen, während Daten flossen; sie wurden angehalten.',
  'The prover did not hand over its signed report.': 'Der Beweiser hat seinen signierten Bericht nicht übergeben.',
  'The prover’s signature on its report is not valid.': 'Die Signatur des Beweisers unter seinem Bericht ist ungültig.',
  'The prover’s report is malformed.': 'Der Bericht des Beweisers ist fehlerhaft.',
  'The prover’s report is about another measurement.': 'Der Bericht des Beweisers gehört zu einer anderen Messung.',
  'The prover claims no {direction} bandwidth.': 'Der Beweiser gibt keine Bandbreite für {direction} an.',
  'The measurement ended without a result.': 'Die Messung endete ohne Ergebnis.',
  'The measuring thread failed: {error}.': 'Der messende Thread ist ausgefallen: {error}.',
  'More bytes left than the task allows; stopped.': 'Es gingen mehr Bytes hinaus, als die Aufgabe erlaubt; angehalten.',
  'The measurement did not end in its time.': 'Die Messung endete nicht rechtzeitig.',
  'The measurement was stopped.': 'Die Messung wurde angehalten.',
};

/**
 * What comes with data, by its English words: the words of proof types and the codes of the service. What is not here, such as a
 * type of your own, is read in English.
 */
export const known: Readonly<Record<string, string>> = {
  // Proof types: names, fields and what is said about them.
  Location: 'Standort',
  Bandwidth: 'Bandbreite',
  Latitude: 'Breite',
  Longitude: 'Länge',
  'As it claims; change it to test another place': 'Wie angegeben; ändern, um einen anderen Ort zu prüfen',
  Zone: 'Zone',
  'Radius, km': 'Radius, km',
  'Lying challengers': 'Lügende Prüfer',
  'Conspiring agents': 'Agenten, die sich absprechen',
  'Optional: EU, countries (DE,AT) or a GeoJSON polygon': 'Optional: EU, Länder (DE,AT) oder ein GeoJSON-Polygon',
  Direction: 'Richtung',
  'Down, to the prover': 'Download, zum Beweiser',
  'Up, from the prover': 'Upload, vom Beweiser',
  'Bandwidth, Mbit/s': 'Bandbreite, Mbit/s',
  'Passes from 90 % of it': 'Bestanden ab 90 % davon',
  'is the prover where it says?': 'ist der Beweiser dort, wo er angibt?',
  'They time how fast the prover answers. Light sets the bound: delay can be added, never taken away.':
    'Sie messen, wie schnell der Beweiser antwortet. Licht setzt die Grenze: Verzögerung lässt sich hinzufügen, nie wegnehmen.',
  'Latitude and longitude.': 'Breite und Länge.',
  'does the prover reach the bandwidth it says?': 'erreicht der Beweiser die angegebene Bandbreite?',
  'They send data one after another, in an order nobody knows before; the median counts.':
    'Sie senden nacheinander Daten, in einer Reihenfolge, die vorher niemand kennt; der Median zählt.',
  'A bandwidth in Mbit/s.': 'Eine Bandbreite in Mbit/s.',

  // What was asked and found.
  '{rate} Mbit/s down': '{rate} Mbit/s im Download',
  '{rate} Mbit/s up': '{rate} Mbit/s im Upload',
  '{rate} Mbit/s': '{rate} Mbit/s',
  '{n} of {all} rounds': '{n} von {all} Runden',
  'answers contradict each other': 'Antworten widersprechen einander',
  'inside {zone}': 'in {zone}',
  'outside {zone}': 'nicht in {zone}',
  'within {km} km': 'höchstens {km} km entfernt',
  'nobody could measure it': 'niemand konnte ihn messen',
  '{n} of {all} rule it out': '{n} von {all} schließen die Angabe aus',
  'no probe that counts': 'keine Probe, die zählt',
  'fastest {ms} ms of 1 probe': '1 Probe: {ms} ms',
  'fastest {ms} ms of {n} probes': 'schnellste von {n} Proben: {ms} ms',
  'a round of data': 'eine Runde Daten',
  'a development network: agents are not vetted': 'ein Entwicklungsnetz: Agenten sind nicht überprüft',

  // What operations are about.
  Challenges: 'Prüfungen',
  Evidence: 'Belege',
  Watches: 'Überwachungen',
  Agents: 'Agenten',
  Campaigns: 'Kampagnen',
  'API keys': 'API-Schlüssel',
  Sessions: 'Sitzungen',

  // Zones, as they stand behind "in".
  'the EU': 'der EU',
  'the EEA': 'dem EWR',
  'the Schengen area': 'dem Schengen-Raum',
  'the polygon': 'dem Polygon',
  'the polygon {hash}': 'dem Polygon {hash}',
  Africa: 'Afrika',
  Antarctica: 'der Antarktis',
  Asia: 'Asien',
  Europe: 'Europa',
  'North America': 'Nordamerika',
  Oceania: 'Ozeanien',
  'South America': 'Südamerika',

  // What is wrong with a field.
  'A whole number of {unit}, from {least} to {most}.': 'Eine ganze Zahl von {unit}, von {least} bis {most}.',
  'A number from {least} to {most}.': 'Eine Zahl von {least} bis {most}.',
  'One of {choices}.': 'Eines von {choices}.',
  'zone: "{code}" is no country. Give countries (DE,AT), {groups} or a GeoJSON polygon.':
    'Zone: „{code}“ ist kein Land. Möglich sind Länder (DE,AT), {groups} oder ein GeoJSON-Polygon.',
  'EU, EEA, Schengen, Africa, Antarctica, Asia, Europe, North America, Oceania, South America':
    'EU, EEA (EWR), Schengen, Africa (Afrika), Antarctica (Antarktis), Asia (Asien), Europe (Europa), North America (Nordamerika), Oceania (Ozeanien), South America (Südamerika)',
  'zone: "{typed}" is no country. Nearest: {names}.': 'Zone: „{typed}“ ist kein Land. Am nächsten: {names}.',
  'zone: "{group}" is a group of countries, and stands alone.':
    'Zone: „{group}“ ist eine Gruppe von Ländern und steht allein.',
  'zone: at most {most} characters.': 'Zone: höchstens {most} Zeichen.',
  'zone.coordinates: at least one polygon.': 'Zone: mindestens ein Polygon.',
  'zone.coordinates: every polygon has a ring.': 'Zone: Jedes Polygon hat einen Ring.',
  'zone.coordinates: a ring has four points or more.': 'Zone: Ein Ring hat vier Punkte oder mehr.',
  'zone.coordinates: at most {most} points.': 'Zone: höchstens {most} Punkte.',
  'zone.coordinates: a ring encloses no area. Give at least three points that are not on one line.':
    'Zone: Ein Ring umschließt keine Fläche. Nötig sind mindestens drei Punkte, die nicht auf einer Linie liegen.',
  'zone.coordinates: a ring ends where it begins.': 'Zone: Ein Ring endet, wo er beginnt.',
  'zone.coordinates: a ring goes around the Earth once at most.': 'Zone: Ein Ring geht höchstens einmal um die Erde.',
  'zone.coordinates: the edge from {from} to {to} degrees can be read in two ways. Where it crosses the meridian of 180°, write {other} instead of {given}, and go on from there; where it does not, put a point between.':
    'Zone: Die Kante von {from} bis {to} Grad lässt sich auf zwei Arten lesen. Wo sie den Meridian von 180° kreuzt, {other} statt {given} schreiben und von dort weiterzählen; sonst einen Punkt dazwischen setzen.',
  'zone.coordinates: a point is [longitude, latitude], within ±180 and ±90 degrees; longitudes of a ring that crosses the meridian of 180° go on to ±360.':
    'Zone: Ein Punkt ist [Längengrad, Breitengrad], innerhalb von ±180 und ±90 Grad; Längengrade eines Rings, der den Meridian von 180° kreuzt, gehen bis ±360 weiter.',
  'zone.coordinates: two polygons lie on each other. Join them, or leave one out.':
    'Zone: Zwei Polygone liegen aufeinander. Sie verbinden oder eines weglassen.',
  'zone.coordinates: a hole lies inside its own polygon, and not in another hole.':
    'Zone: Ein Loch liegt in seinem eigenen Polygon und nicht in einem anderen Loch.',
  'zone.coordinates: too many long edges lie side by side. Draw the polygon with fewer points.':
    'Zone: Zu viele lange Kanten liegen nebeneinander. Das Polygon mit weniger Punkten zeichnen.',
  'zone.coordinates: edges meet at {one} and {other}. Rings may not cross or touch each other or themselves; polygons side by side are joined to one.':
    'Zone: Kanten treffen sich bei {one} und {other}. Ringe dürfen weder einander noch sich selbst kreuzen oder berühren; Polygone nebeneinander zu einem verbinden.',
  'zone: no valid JSON.': 'Zone: kein gültiges JSON.',
  'zone: a GeoJSON Polygon or MultiPolygon.': 'Zone: ein Polygon oder MultiPolygon in GeoJSON.',
  'zone: no coordinates.': 'Zone: ohne coordinates.',
  'Fewer than {least} challengers can never verify a claim, because one of them could be lying. Ask at least {enough}.':
    'Weniger als {least} Prüfer können eine Angabe nie bestätigen, weil einer von ihnen lügen könnte. Mindestens {enough} fragen.',
  '{needed} answers are needed to verify a claim, and only {all} challengers are asked. Ask more challengers, or let fewer lie.':
    'Um eine Angabe zu bestätigen, sind {needed} Antworten nötig, und nur {all} Prüfer werden gefragt. Mehr Prüfer fragen oder weniger lügende Prüfer verkraften.',
  'If {out} of {all} challengers may drop out, 1 may answer, and {needed} answers are needed to verify a claim. Let at most {most} drop out.':
    'Wenn {out} von {all} Prüfern ausfallen dürfen, bleibt 1 übrig, und zum Bestätigen sind {needed} Antworten nötig. Höchstens {most} ausfallen lassen.',
  'If {out} of {all} challengers may drop out, {left} may answer, and {needed} answers are needed to verify a claim. Let at most {most} drop out.':
    'Wenn {out} von {all} Prüfern ausfallen dürfen, bleiben {left} übrig, und zum Bestätigen sind {needed} Antworten nötig. Höchstens {most} ausfallen lassen.',

  // Why a round does not count.
  'the prover’s report is not one': 'der Bericht des Beweisers ist keiner',
  'the prover’s digests do not match what was sent': 'die Prüfsummen des Beweisers passen nicht zum Gesendeten',
  'the challenger’s machine was too busy': 'die Maschine des Prüfers war ausgelastet',
  'the prover’s machine was too busy': 'die Maschine des Beweisers war ausgelastet',
  'the sender could not keep its pace': 'der Sender konnte sein Tempo nicht halten',
  'over TCP this line looks like a slower one that is fast at first':
    'über TCP sieht diese Leitung wie eine langsamere aus, die nur am Anfang schnell ist',
  'the receiving machine dropped datagrams unread': 'die empfangende Maschine hat Datagramme ungelesen verworfen',
  'too few acknowledgements arrived': 'zu wenige Bestätigungen kamen an',
  'the reading contradicts what it contains': 'die Messung widerspricht ihrem Inhalt',
  'lifted by a burst: counts as much as the largest other':
    'durch einen Schub erhöht: zählt so viel wie die größte andere',

  // Why a challenger could not measure.
  'timeout: {detail}': 'keine rechtzeitige Antwort: {detail}',
  'unreachable: {detail}': 'nicht erreichbar: {detail}',
  'refused: {detail}': 'verweigert: {detail}',
  'own_fault: {detail}': 'Fehler des Prüfers: {detail}',
  ...failures,
  ...Object.fromEntries(Object.entries(failures).map((both) => both.map(inSentence))),

  // What became of a slot.
  Inside: 'Innerhalb',
  Outside: 'Außerhalb',
  Undecided: 'Unentschieden',
  Verified: 'Bestätigt',
  Refuted: 'Widerlegt',
  Inconclusive: 'Unentschieden',
  Refused: 'Verweigert',
  Absent: 'Abwesend',
  Unpaid: 'Unbezahlt',
  Paused: 'Angehalten',
  inside: 'innerhalb',
  outside: 'außerhalb',
  undecided: 'unentschieden',
  verified: 'bestätigt',
  refuted: 'widerlegt',
  inconclusive: 'unentschieden',
  refused: 'verweigert',
  absent: 'abwesend',
  unanswered: 'unbeantwortet',
  unpaid: 'unbezahlt',
  missed: 'ausgefallen',
  paused: 'angehalten',
  'outside, or claim refuted': 'außerhalb oder Angabe widerlegt',
  'no answer, or not asked': 'keine Antwort oder nicht gefragt',

  // What became of a watch.
  Added: 'Angelegt',
  Edited: 'Bearbeitet',
  Resumed: 'Fortgesetzt',
  Ended: 'Beendet',

  // As what a reading was refused.
  'Unknown challenge': 'Unbekannte Prüfung',
  'Not assigned': 'Nicht beauftragt',
  'Wrong token': 'Falsches Token',
  Malformed: 'Unlesbar',
  'About something else': 'Über etwas anderes',
  'Bad series': 'Falsche Messreihe',
  'Bad signature': 'Falsche Signatur',
  'Bad counter signature': 'Falsche Gegenzeichnung',
  'Already recorded': 'Schon erfasst',
  Late: 'Zu spät',
  'Not needed': 'Nicht gebraucht',
  'Mesh closed': 'Messung unter Prüfern beendet',
};
