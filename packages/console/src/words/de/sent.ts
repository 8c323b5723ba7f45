/** Sentences of the service: why something was paid, refused, admitted or not done. What is not here is read in English. */
export const sent: Readonly<Record<string, string>> = {
  // Admissions.
  'This network admits everybody.': 'Dieses Netz lässt alle zu.',
  'It waits for an operator.': 'Wartet auf einen Betreiber.',
  'The operator’s file does not list its key any more.': 'In der Datei des Betreibers steht sein Schlüssel nicht mehr.',
  'What the others measure agrees with its stated place again.':
    'Was die anderen messen, passt wieder zu seinem angegebenen Ort.',

  // Payments.
  'nothing is paid: {why}': 'nichts wird gezahlt: {why}',
  'the challenger declined': 'der Prüfer hat abgelehnt',
  'no reading came in time': 'keine Messung kam rechtzeitig',
  'the challenger reported a fault of its own': 'der Prüfer meldete einen eigenen Fehler',
  'fewer than two thirds of those asked saw the same failure':
    'weniger als zwei Drittel der Gefragten sahen denselben Fehler',
  'prover and challenger have one owner': 'Beweiser und Prüfer haben denselben Eigentümer',
  'payer and challenger have one owner': 'Auftraggeber und Prüfer haben denselben Eigentümer',
  'the network adds nothing to an inconclusive verdict': 'das Netz gibt bei einem unentschiedenen Urteil nichts dazu',
  'the network adds nothing where payer and prover have one owner':
    'das Netz gibt nichts dazu, wenn Auftraggeber und Beweiser denselben Eigentümer haben',
  'the others had decided before it could answer': 'die anderen hatten entschieden, bevor er antworten konnte',
  'reading accepted': 'Messung angenommen',
  'the fee of a seat that the payer did not ask for: {why}':
    'Gebühr für einen Platz, den der Auftraggeber nicht verlangt hat: {why}',
  'the fee of a seat that the payer did not ask for': 'Gebühr für einen Platz, den der Auftraggeber nicht verlangt hat',
  "the payer's fee": 'Gebühr des Auftraggebers',
  'refunded, {why}': 'erstattet, {why}',
  'for seats without a reading that counts': 'für Plätze ohne eine Messung, die zählt',
  'the challenge failed': 'die Prüfung ist gescheitert',
  'set aside for {n} challengers': 'für {n} Prüfer zurückgelegt',
  '{what}; the budget for rewards of this day is used up: {whose}':
    '{what}; das Budget dieses Tages für Vergütungen ist verbraucht: {whose}',
  'A photo for "{campaign}".': 'Ein Foto für „{campaign}“.',
  'Rewards of the campaign "{campaign}".': 'Vergütungen der Kampagne „{campaign}“.',
  'Daily refill.': 'Tägliche Auffüllung.',

  // Why a reading was refused.
  'There is no such challenge.': 'Diese Prüfung gibt es nicht.',
  'This challenger was not asked in this attempt.': 'Dieser Prüfer wurde in diesem Versuch nicht gefragt.',
  'The token is not the one that came with the task.': 'Das Token ist nicht das, das mit der Aufgabe kam.',
  'The text is not a reading.': 'Der Text ist keine Messung.',
  'The text names another challenge, attempt, draw, prover, challenger or proof type.':
    'Der Text nennt eine andere Prüfung, einen anderen Versuch, eine andere Auslosung, einen anderen Beweiser, Prüfer oder Nachweis.',
  'The series is not one of this proof type.': 'Die Messreihe gehört nicht zu dieser Art von Nachweis.',
  "The signature is not the challenger's over exactly this text.":
    'Die Signatur ist nicht die des Prüfers über genau diesen Text.',
  'The prover did not sign for this measurement.': 'Der Beweiser hat diese Messung nicht gegengezeichnet.',
  'Another reading of this challenger was recorded before.': 'Eine andere Messung dieses Prüfers wurde vorher erfasst.',
  'The reading came after its time.': 'Die Messung kam zu spät.',
  'The others had decided before the reading came.': 'Die anderen hatten entschieden, bevor die Messung kam.',
  'No such measurement among challengers is open.': 'Keine solche Messung unter Prüfern ist offen.',

  // Why something was not done.
  'campaign "{campaign}" exists already; choose another name.':
    'Die Kampagne „{campaign}“ gibt es schon; ein anderer Name ist nötig.',
  'total_rewards needs {needed} POINTS from your balance, and it holds {held}.':
    'Das Budget braucht {needed} POINTS vom Guthaben, und das Guthaben hat {held}.',
  'A photo for this campaign spends {needed} fuel, and you have {held}.':
    'Ein Foto für diese Kampagne braucht {needed} Treibstoff, vorhanden sind {held}.',
  'It is refilled every day.': 'Er wird jeden Tag aufgefüllt.',
  'A challenge costs {price} POINTS here, and {payer} has {balance}.':
    'Eine Prüfung kostet hier {price} POINTS, und {payer} hat {balance}.',
  'Your balance holds {held} POINTS, and {needed} are needed.': 'Das Guthaben hat {held} POINTS, nötig sind {needed}.',
  'You have {most} API keys.': 'Es gibt schon {most} API-Schlüssel.',
  'Revoke one first.': 'Zuerst einen widerrufen.',
  'The chain has no challenge {id}.': 'Die Chain hat keine Prüfung {id}.',
  'Call submitRequest first and use its id.': 'Zuerst submitRequest aufrufen und dessen Nummer verwenden.',
  'Challenge {id} was never brought here.': 'Prüfung {id} ist hier nicht bekannt.',
  'Call challenge-request-dcl first.': 'Zuerst challenge-request-dcl aufrufen.',
  'There is no {role} {id} here for {type}.': 'Hier gibt es unter {type} keinen {role} {id}.',
  challenger: 'Prüfer',
  'You have no webhook {webhook}.': 'Den Webhook {webhook} gibt es nicht.',
  'List yours with my-webhooks.': 'my-webhooks listet die eigenen.',
  'There are {most} webhooks {whose} already, which is the most.':
    'Es gibt schon {most} Webhooks {whose}; mehr sind nicht möglich.',
  'of yours': 'dieses Schlüssels',
  'from your network': 'aus diesem Netz',
  'of all keys': 'insgesamt',
  'One of them must be removed first.': 'Zuerst muss einer davon entfernt werden.',
  'What the watch asks cannot be carried out: {problem}.':
    'Was die Überwachung fragt, kann nicht ausgeführt werden: {problem}.',
  'Challenge {id} cannot be carried out: {problem}.': 'Prüfung {id} kann nicht ausgeführt werden: {problem}.',
  'Challenge {id} has not ended yet.': 'Prüfung {id} läuft noch.',
  'Try again in {seconds} s.': 'In {seconds} s noch einmal versuchen.',
  'Campaign "{campaign}" is not active: only its creator sees it.':
    'Die Kampagne „{campaign}“ ist nicht offen: Nur ihr Ersteller sieht sie.',
  'This campaign asks for a verified proof of location, not older than {minutes} minutes, which withstands {withstands} liars and whose whole uncertainty lies inside its area.':
    'Diese Kampagne verlangt einen bestätigten Standortnachweis, höchstens {minutes} Minuten alt, der {withstands} Lügnern standhält und dessen ganze Unsicherheit in ihrem Kreis liegt.',
  'Ask for one with the key you are logged in with, then submit again.':
    'Einen mit dem angemeldeten Schlüssel anfordern, dann noch einmal senden.',
  'There is no campaign named "{campaign}".': 'Es gibt keine Kampagne „{campaign}“.',
  'There is no photo {photo}.': 'Es gibt kein Foto {photo}.',
  'There is no watch {watch} that you may see.': 'Es gibt keine Überwachung {watch}, die hier sichtbar wäre.',
  'Campaign "{campaign}" has all its {places} submissions.': 'Die Kampagne „{campaign}“ hat alle ihre {places} Fotos.',
  'Campaign "{campaign}" has no rewards left: {total} POINTS are paid or promised.':
    'Die Kampagne „{campaign}“ hat keine Vergütung mehr: {total} POINTS sind gezahlt oder zugesagt.',
  'The photo was taken {distance} km from the campaign’s centre, and its radius is {radius} km.':
    'Das Foto entstand {distance} km von der Mitte der Kampagne, und ihr Radius ist {radius} km.',
  'You submitted this very photo to this campaign before.': 'Genau dieses Foto wurde dieser Kampagne schon gesendet.',
  'Something went wrong on our side.': 'Beim Dienst ist etwas schiefgegangen.',
  'Give the operator this request id: {id}.': 'Der Betreiber braucht diese Nummer: {id}.',
};
