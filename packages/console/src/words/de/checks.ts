/**
 * What a check of evidence says, sentence by sentence. The same sentences stand on the command line in English. The narrower of two
 * texts that fit the same sentence comes first.
 */
export const checks: Readonly<Record<string, string>> = {
  // The three steps.
  'not consistent: this file does not agree with itself.': 'Diese Datei widerspricht sich selbst.',
  'consistent: hashes hold, and drawing and judging again give the same.':
    'Die Hashes stimmen, und erneutes Auslosen und Urteilen ergibt dasselbe.',
  'not signed: somebody who is named in it did not sign.': 'Jemand, der darin vorkommt, hat nicht signiert.',
  'signed: {n} readings, each by its challenger, and each measurement also by its prover.':
    '{n} Antworten, jede signiert von ihrem Prüfer, und jede Messung auch vom Beweiser.',
  'anchored: the chain and the log that you named have it.':
    'Die angegebene Chain und das angegebene Log enthalten es.',
  'anchored: the log and the witnesses that you named have it. You named no chain.':
    'Das angegebene Log und die angegebenen Zeugen enthalten es. Eine Chain wurde nicht angegeben.',
  'not anchored to the service that you named.': 'Nicht bei dem angegebenen Dienst verankert.',
  'anchored to an unknown service: not everything could be compared.': 'Nicht alles konnte verglichen werden.',
  'anchored to an unknown service: you named no chain and no log to compare it with (a trust file does).':
    'Zum Vergleichen fehlen Chain und Log (eine Vertrauensdatei nennt sie).',

  // What was asked.
  'This version knows no proof type "{type}".': 'Diese Version kennt keinen Nachweis „{type}“.',
  'Something in it is missing or of the wrong kind ({what}).': 'Etwas darin fehlt oder ist von falscher Art ({what}).',
  'The transcript has version {version}; this program reads versions 4 and 5.':
    'Das Protokoll hat Version {version}; dieses Programm liest die Versionen 4 und 5.',
  'The verdict is worded in version {wording}, which this program does not know; a newer one may.':
    'Das Urteil ist in Version {wording} formuliert, die dieses Programm nicht kennt; ein neueres kennt sie vielleicht.',
  'The transcript should name a request on a chain, and does not.':
    'Das Protokoll sollte eine Anfrage auf einer Chain nennen und nennt keine.',
  'The transcript does not have the hash that is stated.': 'Das Protokoll hat nicht den angegebenen Hash.',
  'The transcript is of proof type {type}.': 'Das Protokoll gehört zum Nachweis {type}.',
  'The calibration is not the one that the transcript names.':
    'Die Kalibrierung ist nicht die, die das Protokoll nennt.',
  'The id of the prover does not carry its key.': 'Die Kennung des Beweisers enthält nicht seinen Schlüssel.',
  'The id of {name} does not carry its key.': 'Die Kennung von {name} enthält nicht den Schlüssel des Prüfers.',
  'The prover is not the one that was asked for.': 'Der Beweiser ist nicht der, nach dem gefragt wurde.',
  'The state {state} does not follow from the readings.': 'Der Zustand {state} folgt nicht aus den Messungen.',
  'The seed is made from a nonce, and the service has a chain, which has blocks.':
    'Der Startwert entstand aus einer Nonce, und der Dienst hat eine Chain, die Blöcke hat.',
  'The draw uses a table of providers that it does not name, or names one that it does not use.':
    'Die Auslosung nutzt eine Tabelle der Anbieter, die sie nicht nennt, oder nennt eine, die sie nicht nutzt.',
  'The draw names more networks than that of the prover, or none.':
    'Die Auslosung nennt mehr Netze als das des Beweisers, oder keines.',
  'The times of the request and of the end are none, or the end comes first.':
    'Die Zeiten von Anfrage und Ende sind keine, oder das Ende liegt vor der Anfrage.',
  'The request cannot be read.': 'Die Anfrage ist nicht lesbar.',
  'The request names a log that is longer than the one it was accepted in.':
    'Die Anfrage nennt ein Log, das länger ist als das, in dem sie angenommen wurde.',
  'The request was made without a chain, and names a block.':
    'Die Anfrage kam ohne Chain zustande und nennt einen Block.',
  'The request is not signed by its payer.': 'Die Anfrage ist nicht von ihrem Auftraggeber signiert.',

  // Consent and acceptance.
  'The challenge was accepted without the consent of the prover.':
    'Die Prüfung wurde ohne Einwilligung des Beweisers angenommen.',
  'Nobody is there who could have consented.': 'Niemand ist da, der hätte einwilligen können.',
  'The consent of the prover cannot be read.': 'Die Einwilligung des Beweisers ist nicht lesbar.',
  'The consent is not signed by the prover.': 'Die Einwilligung ist nicht vom Beweiser signiert.',
  'The entry of the log that names the eligible tree is missing.':
    'Der Eintrag im Log, der das Verzeichnis der auslosbaren Prüfer nennt, fehlt.',
  'The entry of the log is about another eligible tree than the acceptance names.':
    'Der Eintrag im Log betrifft ein anderes Verzeichnis der auslosbaren Prüfer als die Annahme.',
  'Challengers were drawn without an acceptance in the log.': 'Prüfer wurden ohne Annahme im Log ausgelost.',
  'A try is counted, and there is no acceptance.': 'Ein Versuch ist gezählt, und es gibt keine Annahme.',
  'The acceptance cannot be read.': 'Die Annahme ist nicht lesbar.',
  'The try of this acceptance is not counted.': 'Der Versuch dieser Annahme ist nicht gezählt.',
  'The acceptance does not stand behind the one before it in the log.':
    'Die Annahme steht im Log nicht hinter der vorigen.',
  'The acceptance is about another {name}.': 'Bei der Annahme weicht ab: {name}.',
  'The consent of the prover is about another {name}.': 'Bei der Einwilligung des Beweisers weicht ab: {name}.',
  'The request is about another {name}.': 'Bei der Anfrage weicht ab: {name}.',
  'The reading of {who} names another {name}.': 'Bei der Messung von {who} weicht ab: {name}.',
  challenge: 'Prüfung',
  prover: 'Beweiser',
  payer: 'Auftraggeber',
  ask: 'Frage',
  'block of the request': 'Block der Anfrage',
  consent: 'Einwilligung',
  'set of rules': 'Regeln der Auslosung',
  'eligible tree': 'Verzeichnis der auslosbaren Prüfer',
  service: 'Dienst',
  description: 'Selbstbeschreibung',
  'proof type': 'Art des Nachweises',
  nonce: 'Nonce',
  block: 'Block',

  'The description of {who} is missing.': 'Die Selbstbeschreibung von {who} fehlt.',
  'The description of {who} cannot be read.': 'Die Selbstbeschreibung von {who} ist nicht lesbar.',
  'The description of {who} is meant for another service.':
    'Die Selbstbeschreibung von {who} gilt für einen anderen Dienst.',
  'The description of {who} is that of another agent.':
    'Die Selbstbeschreibung von {who} ist die eines anderen Agenten.',
  'The description of {who} states other claims.': 'Die Selbstbeschreibung von {who} nennt andere Angaben.',
  'The description of {who} states more claims than fit.':
    'Die Selbstbeschreibung von {who} nennt mehr Angaben, als hineinpassen.',
  'The description of {who} does not hold at the time.': 'Die Selbstbeschreibung von {who} galt zu dieser Zeit nicht.',
  'The description of {who} does not state a place precisely enough.':
    'Die Selbstbeschreibung von {who} nennt keinen Ort, der genau genug ist.',
  'The description of {who} names another owner.': 'Die Selbstbeschreibung von {who} nennt einen anderen Eigentümer.',
  'The description of {who} is not signed by its key.':
    'Die Selbstbeschreibung von {who} ist nicht mit dem Schlüssel des Agenten signiert.',
  'The description of {who} is not the one it was drawn with.':
    'Die Selbstbeschreibung von {who} ist nicht die, mit der ausgelost wurde.',
  'The description of {who} comes with a delegation, and names no other owner.':
    'Die Selbstbeschreibung von {who} kommt mit einer Vollmacht und nennt keinen anderen Eigentümer.',
  'The description of {who} names an owner without its delegation.':
    'Die Selbstbeschreibung von {who} nennt einen Eigentümer ohne dessen Vollmacht.',
  'The description of {who} names an owner whose delegation does not hold.':
    'Die Selbstbeschreibung von {who} nennt einen Eigentümer, dessen Vollmacht nicht gilt.',

  // Seed and draw.
  'Challengers were drawn, and what made the seed is not there.':
    'Prüfer wurden ausgelost, und woraus der Startwert entstand, fehlt.',
  'There is a seed, and no acceptance that names its parts.':
    'Es gibt einen Startwert, aber keine Annahme, die seine Teile nennt.',
  'The seed is made from another value than the acceptance names.':
    'Der Startwert entstand aus einem anderen Wert, als die Annahme nennt.',
  'The seed is made from another {what} than the acceptance names.':
    'Der Startwert entstand nicht aus dem, was die Annahme nennt: {what}.',
  'The value does not hash back to the first one of its chain.':
    'Der Wert führt nicht auf den ersten seiner Kette zurück.',
  'The seed does not follow from its parts.': 'Der Startwert folgt nicht aus seinen Teilen.',
  'There is an eligible tree, and nobody was drawn from it.':
    'Es gibt ein Verzeichnis der auslosbaren Prüfer, und niemand wurde daraus ausgelost.',
  'Challengers were drawn for no prover.': 'Prüfer wurden für keinen Beweiser ausgelost.',
  'The eligible tree does not have the root that the transcript names.':
    'Das Verzeichnis der auslosbaren Prüfer hat nicht den Hash, den das Protokoll nennt.',
  'The draw cannot be repeated.': 'Die Auslosung lässt sich nicht wiederholen.',
  'Drawing again gives other challengers.': 'Erneutes Auslosen ergibt andere Prüfer.',
  'Drawing again gives another pool, or passes over other challengers.':
    'Erneutes Auslosen ergibt eine andere Auswahl oder übergeht andere Prüfer.',
  '{who} is not described as it stands in the eligible tree.':
    '{who} ist anders beschrieben als im Verzeichnis der auslosbaren Prüfer.',

  // Readings and verdict.
  'It is unclear whether {who} gave a reading.': 'Es ist unklar, ob {who} eine Messung abgegeben hat.',
  'The reading of {who} is about something else.': 'Die Messung von {who} betrifft etwas anderes.',
  'The reading of {who} is none that a measurement gives.': 'Keine Messung ergibt, was {who} angibt.',
  'The reading of {who} is not signed by it.': 'Die Messung von {who} ist nicht von diesem Prüfer signiert.',
  'The prover did not sign for what {who} reports.': 'Der Beweiser hat nicht gegengezeichnet, was {who} meldet.',
  'Judging the readings again gives another verdict.':
    'Erneutes Urteilen über die Messungen ergibt ein anderes Urteil.',
  'Some challengers were not waited for, and their readings could have changed it.':
    'Auf einige Prüfer wurde nicht gewartet, und ihre Messungen hätten das Urteil ändern können.',

  // The chain.
  'No chain was named: the block that decided the draw was not compared.':
    'Keine Chain angegeben: Der Block, der die Auslosung entschied, wurde nicht verglichen.',
  'No chain was named: request, payer, blocks and the recorded result were not compared.':
    'Keine Chain angegeben: Anfrage, Auftraggeber, Blöcke und das eingetragene Ergebnis wurden nicht verglichen.',
  'Nothing of it is on a chain: that it was not made up later rests on the log and its witnesses.':
    'Nichts davon steht auf einer Chain: Dass es nicht später erfunden wurde, beruht auf dem Log und seinen Zeugen.',
  'The request was made without a chain, so the chain has neither it nor its result.':
    'Die Anfrage kam ohne Chain zustande, darum stehen weder sie noch ihr Ergebnis auf der Chain.',
  'The endpoint is of chain {actual}, not of chain {named}.':
    'Der Endpunkt gehört zu Chain {actual}, nicht zu Chain {named}.',
  'The contract {contract} has no challenge {id}.': 'Der Vertrag {contract} hat keine Prüfung {id}.',
  'The chain could not be asked: {why}': 'Die Chain konnte nicht gefragt werden: {why}',
  'Everybody signed for this chain and this contract.': 'Alle haben für diese Chain und diesen Vertrag signiert.',
  'The signatures are for another chain or another contract.':
    'Die Signaturen gelten für eine andere Chain oder einen anderen Vertrag.',
  'The chain names {payer} as the payer.': 'Die Chain nennt {payer} als Auftraggeber.',
  'The chain names {payer} as the payer, the file {other}.':
    'Die Chain nennt {payer} als Auftraggeber, die Datei {other}.',
  'The chain has the request as the file has it.': 'Die Chain hat die Anfrage so wie die Datei.',
  'The chain has another request under this id.': 'Die Chain hat unter dieser Kennung eine andere Anfrage.',
  'The request is in block {block}, not {other}.': 'Die Anfrage steht in Block {block}, nicht in {other}.',
  'The request is in block {block}.': 'Die Anfrage steht in Block {block}.',
  'That "{attribute}" on the chain means {type} is the operator\'s word.':
    'Dass „{attribute}“ auf der Chain {type} bedeutet, sagt nur der Betreiber.',
  'The endpoint does not have block {number} of {what}.': 'Der Endpunkt hat Block {number} nicht, den Block {what}.',
  'Block {number} of {what} has the hash that the file names.':
    'Block {number}, der Block {what}, hat den Hash, den die Datei nennt.',
  'Block {number} of {what} has another hash on the chain.':
    'Block {number}, der Block {what}, hat auf der Chain einen anderen Hash.',
  'the request': 'der Anfrage',
  'the seed': 'des Startwerts',
  'The file says that the service accepted the request before its block was made.':
    'Laut Datei hat der Dienst die Anfrage angenommen, bevor ihr Block entstand.',
  'The file says that the challenge ended after the time in which a result can be recorded.':
    'Laut Datei endete die Prüfung nach der Zeit, in der ein Ergebnis eingetragen werden kann.',
  'The chain has no result of this challenge: {why}.': 'Die Chain hat kein Ergebnis dieser Prüfung: {why}.',
  'it timed out there': 'Die Anfrage ist dort abgelaufen',
  'none is recorded yet': 'Noch ist keines eingetragen',
  'The chain has the same outcome.': 'Die Chain hat denselben Ausgang.',
  'The chain has another outcome.': 'Die Chain hat einen anderen Ausgang.',
  'The chain has the hash of this result and this transcript.':
    'Die Chain hat den Hash dieses Ergebnisses und dieses Protokolls.',
  'The chain has the hash of another result or another transcript.':
    'Die Chain hat den Hash eines anderen Ergebnisses oder eines anderen Protokolls.',
  'The endpoint does not answer.': 'Der Endpunkt antwortet nicht.',
  'The endpoint answered with status {status}, and not as a chain does.':
    'Der Endpunkt antwortete mit Status {status} und nicht wie eine Chain.',
  'The endpoint answered with something that is no number.': 'Der Endpunkt antwortete mit etwas, das keine Zahl ist.',
  'There is no RequestHandler at this address.': 'An dieser Adresse gibt es keinen RequestHandler.',

  // The log.
  'No log was named: whether the service said the same to everybody was not compared.':
    'Kein Log angegeben: Ob der Dienst allen dasselbe gesagt hat, wurde nicht verglichen.',
  'The file carries no proof that the log has it: ask the service for it again.':
    'Die Datei enthält keinen Nachweis, dass sie im Log steht: Sie lässt sich beim Dienst noch einmal anfordern.',
  'Everybody signed for the service with this log.': 'Alle haben für den Dienst mit diesem Log signiert.',
  'The signatures are for a service with another log.': 'Die Signaturen gelten für einen Dienst mit einem anderen Log.',
  'It is entry {index} of the log {name}.': 'Es ist Eintrag {index} im Log {name}.',
  'The log {name} does not have this entry: {why}': 'Das Log {name} hat diesen Eintrag nicht: {why}',
  'That the log still stands by this checkpoint, and has the acceptance and the eligible tree where the file says, was not asked: name its address for that.':
    'Ob das Log diesen Stand noch fortsetzt und die Annahme und das Verzeichnis der auslosbaren Prüfer dort hat, wo die Datei sagt, wurde nicht gefragt: Dafür fehlt seine Adresse.',
  'The entry of the log is about something else.': 'Der Eintrag im Log betrifft etwas anderes.',
  'The entry of the log was written by a newer release.': 'Der Eintrag im Log stammt von einer neueren Version.',
  'Install the newest Trigpoint and check again.': 'Mit der neuesten Version von Trigpoint noch einmal prüfen.',
  'The entry of the log cannot be read: {why}': 'Der Eintrag im Log ist nicht lesbar: {why}',
  'No witnesses were named.': 'Keine Zeugen angegeben.',
  'Witnesses are others who cosign the log, and without a chain only they keep the operator from changing it.':
    'Zeugen sind andere, die das Log mitsignieren; ohne Chain hindern nur sie den Betreiber daran, es zu ändern.',
  'Witnesses are others who cosign the log; without them the operator could show somebody else another log.':
    'Zeugen sind andere, die das Log mitsignieren; ohne sie könnte der Betreiber jemand anderem ein anderes Log zeigen.',
  'Name the keys of some that you trust.': 'Dafür die Schlüssel vertrauenswürdiger Zeugen angeben.',
  '{n} of the {all} witnesses named cosigned the checkpoint.':
    '{n} der {all} angegebenen Zeugen haben diesen Stand mitsigniert.',
  '{n} of the {all} witnesses named cosigned the checkpoint; {needed} are needed.':
    '{n} der {all} angegebenen Zeugen haben diesen Stand mitsigniert; nötig sind {needed}.',
  'They cosign within a minute of the end: get the evidence again if you got it before.':
    'Sie signieren binnen einer Minute nach dem Ende mit: Früher geladene Belege noch einmal laden.',
  'The log, now of {n} entries, continues that checkpoint.':
    'Das Log, jetzt mit {n} Einträgen, setzt diesen Stand fort.',
  'The log has forked: what it shows now does not continue the checkpoint in the file.':
    'Das Log hat sich gespalten: Was es jetzt zeigt, setzt den Stand in der Datei nicht fort.',
  "The log's newest checkpoint does not hold: {why}": 'Der neueste Stand des Logs ist nicht gültig: {why}',
  'The log could not be read: {why}': 'Das Log konnte nicht gelesen werden: {why}',
  'The log has {what} as entry {index}.': 'Das Log hat als Eintrag {index}: {what}.',
  'The log does not have {what} as entry {index}.': 'Das Log hat als Eintrag {index} etwas anderes als: {what}.',
  'the acceptance': 'die Annahme',
  'the eligible tree': 'das Verzeichnis der auslosbaren Prüfer',
  'Whether one of {n} entries before the request is a newer tree was not looked at.':
    'Ob einer von {n} Einträgen vor der Anfrage ein neueres Verzeichnis ist, wurde nicht nachgesehen.',
  'Whether the log had a newer eligible tree is open: an entry before the request was written by a newer release.':
    'Ob das Log ein neueres Verzeichnis der auslosbaren Prüfer hatte, ist offen: Ein Eintrag vor der Anfrage stammt von einer neueren Version.',
  'The log had no newer eligible tree when the payer signed the request.':
    'Das Log hatte kein neueres Verzeichnis der auslosbaren Prüfer, als der Auftraggeber die Anfrage signierte.',
  'The log had a newer eligible tree when the payer signed the request.':
    'Das Log hatte ein neueres Verzeichnis der auslosbaren Prüfer, als der Auftraggeber die Anfrage signierte.',
  'The chain has no root of the log to compare it with.':
    'Auf der Chain steht noch kein Stand des Logs, mit dem es sich vergleichen ließe.',
  'The log, now of {n} entries, still contains its first {old}, whose hash is on the chain.':
    'Das Log, jetzt mit {n} Einträgen, enthält noch immer seine ersten {old}, deren Hash auf der Chain steht.',
  'The log has forked: its {n} entries do not contain the first {old}, whose hash is on the chain.':
    'Das Log hat sich gespalten: Seine {n} Einträge enthalten die ersten {old} nicht, deren Hash auf der Chain steht.',
  'The log does not show that it continues what the chain has of it: {why}':
    'Das Log zeigt nicht, dass es fortsetzt, was die Chain von ihm hat: {why}',
  'The root of the log on the chain was not compared: {why}':
    'Der Stand des Logs auf der Chain wurde nicht verglichen: {why}',
  '"{name}" has not signed this.': '„{name}“ hat das nicht signiert.',
  'The signature of "{name}" does not hold.': 'Die Signatur von „{name}“ ist falsch.',
  'The entry is not number {index} of the log.': 'Der Eintrag ist nicht Nummer {index} im Log.',
  'This is a checkpoint of "{one}", not of "{other}".': 'Das ist ein Stand des Logs „{one}“, nicht von „{other}“.',
  'This is not a proof of inclusion.': 'Das ist kein Nachweis, dass etwas im Log steht.',
  '{url} cannot be reached.': '{url} ist nicht erreichbar.',
  '{url} answers with {status}.': '{url} antwortet mit {status}.',

  // What rests on the operator's word.
  'That there was nothing to judge.': 'Dass es nichts zu beurteilen gab.',
  'That the challengers deserve to be believed: where they stand is their own word, and the operator admitted them.':
    'Dass den Prüfern zu glauben ist: Wo sie stehen, sagen sie selbst, und der Betreiber hat sie zugelassen.',
  'Which network and provider each agent uses.': 'In welchem Netz und bei welchem Anbieter jeder Agent ist.',
  'That everybody who could have been drawn is in the eligible tree, the list that the draw was made from.':
    'Dass alle, die ausgelost werden konnten, im Verzeichnis der auslosbaren Prüfer stehen.',
  'That the eligible tree was in the log before the request: no payer signed how much of the log it had seen.':
    'Dass das Verzeichnis der auslosbaren Prüfer vor der Anfrage im Log war: Kein Auftraggeber hat signiert, wie viel vom Log er gesehen hatte.',
  'That the eligible tree was not chosen by the request: the log has it only since the request was made.':
    'Dass das Verzeichnis der auslosbaren Prüfer nicht passend zur Anfrage gewählt wurde: Das Log hat es erst seit der Anfrage.',
  'That settings, networks and the time of the request were not chosen for this draw: the acceptance does not name them.':
    'Dass Einstellungen, Netze und der Zeitpunkt der Anfrage nicht passend zur Auslosung gewählt wurden: Die Annahme nennt sie nicht.',
  'That no reading was left out.': 'Dass keine Messung weggelassen wurde.',
  'A monitor with the receipts of one honest challenger can tell; a single file cannot.':
    'Wer das Log beobachtet und die Quittungen eines ehrlichen Prüfers hat, kann es feststellen, eine einzelne Datei nicht.',
  'That {payer} asked for this: the payer signed nothing.':
    'Dass {payer} danach gefragt hat: Der Auftraggeber hat nichts signiert.',
  'That the service and whoever made block {block} did not choose the seed together, and that the log had the acceptance before this block was made.':
    'Dass der Dienst und der Erzeuger von Block {block} den Startwert nicht gemeinsam gewählt haben und dass das Log die Annahme hatte, bevor es diesen Block gab.',
  'That the service and the payer did not choose the seed together, and that the payer told its nonce only when the log had this acceptance.':
    'Dass der Dienst und der Auftraggeber den Startwert nicht gemeinsam gewählt haben und dass der Auftraggeber seine Nonce erst gesagt hat, als das Log diese Annahme hatte.',
  'The hash of the block of the seed is not 0x and 64 digits in lower case.':
    'Der Hash des Blocks, aus dem der Startwert ist, besteht nicht aus 0x und 64 Ziffern in Kleinschreibung.',
  'That the challenge ended without a verdict, although a reading was taken in.':
    'Dass die Prüfung ohne Urteil geendet hat, obwohl eine Messung angenommen war.',
  'That the challenge ended without a verdict, although {n} readings were taken in.':
    'Dass die Prüfung ohne Urteil geendet hat, obwohl {n} Messungen angenommen waren.',
  'That the service did not choose the seed: it alone could have, because no payer signed the hash of its nonce.':
    'Dass der Dienst den Startwert nicht gewählt hat: Er allein hätte es gekonnt, weil kein Auftraggeber den Hash seiner Nonce signiert hat.',
  'That this was try number {n} within thirty days, of the prover or of others that count as one with it.':
    'Dass dies in dreißig Tagen Versuch Nummer {n} war, bei diesem Beweiser und allen, die mit ihm zusammen gezählt werden.',
  'That readings were refused for the reasons given.': 'Dass Messungen aus den genannten Gründen abgelehnt wurden.',
  'What the service learned about delays: the calibration.':
    'Was der Dienst über Umlaufzeiten gelernt hat: die Kalibrierung.',
  'The settings of the proof, which also say who may be drawn, and all times.':
    'Die Einstellungen des Nachweises, die auch sagen, wer ausgelost werden kann, und alle Zeiten.',
  'The settings of the proof, which also say who may be drawn, and the times between the block of the request and the result.':
    'Die Einstellungen des Nachweises, die auch sagen, wer ausgelost werden kann, und die Zeiten zwischen dem Block der Anfrage und dem Ergebnis.',

  // What is wrong with what the reader named.
  'A trust file is a JSON object.': 'Eine Vertrauensdatei ist ein JSON-Objekt.',
  '"{name}" means nothing in a trust file.': '„{name}“ bedeutet in einer Vertrauensdatei nichts.',
  'A chain needs the URL of an RPC endpoint (rpc).': 'Zu einer Chain gehört die Adresse eines RPC-Endpunkts (rpc).',
  'A chain needs its number (chain_id).': 'Zu einer Chain gehört ihre Nummer (chain_id).',
  'A chain needs the address of the RequestHandler (contract).':
    'Zu einer Chain gehört die Adresse des RequestHandler (contract).',
  'Without the key of a log (log_vkey) neither its address nor its witnesses say anything.':
    'Ohne den Schlüssel eines Logs (log_vkey) sagen weder seine Adresse noch seine Zeugen etwas.',
  'log_vkey is a text: name+hash+key.': 'log_vkey ist ein Text: name+hash+key.',
  'log_url is the URL of the log, without /checkpoint.': 'log_url ist die Adresse des Logs, ohne /checkpoint.',
  'witness_quorum is a number from 1 to the number of witnesses.':
    'witness_quorum ist eine Zahl von 1 bis zur Zahl der Zeugen.',
  '{name} is a list of texts.': '{name} ist eine Liste von Texten.',
  'A verifier key is written name+hash+key.': 'Ein Schlüssel wird name+hash+key geschrieben.',
  'The key "{name}" is of a type that is not known here.': 'Der Schlüssel „{name}“ ist von unbekannter Art.',
  'The hash of the key "{name}" does not match it.': 'Der Hash des Schlüssels „{name}“ passt nicht zu ihm.',
};
