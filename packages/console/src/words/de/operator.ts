/** The operator’s page. */
export const operator = {
  '{n} refused: {why}': '{n} abgelehnt: {why}',
  'not understood: the caller sends something else than the documents say':
    'nicht verstanden: Der Aufrufer schickt etwas anderes, als die Dokumente sagen',
  'not signed in, or the session had ended': 'nicht angemeldet, oder die Sitzung war zu Ende',
  'signed in, but not allowed to': 'angemeldet, aber nicht berechtigt',
  'what was asked for is not there': 'das Verlangte gibt es nicht',
  'not possible as things stood, such as an ask for what had already ended':
    'zu diesem Zeitpunkt nicht möglich, etwa weil das Verlangte schon beendet war',
  'too large': 'zu groß',
  'too many requests of one caller; RATE_LIMITS sets how many':
    'zu viele Anfragen eines Aufrufers; RATE_LIMITS legt fest, wie viele',
  'asked too early: challengers look there for their own readings while the challenge still runs, and come again; nothing to do':
    'zu früh gefragt: Prüfer suchen dort ihre eigenen Messungen, während die Prüfung noch läuft, und kommen wieder; nichts zu tun',
  'with status {status}': 'mit Status {status}',
  'A challenger that connects for the first time appears here.':
    'Ein Prüfer, der sich zum ersten Mal verbindet, erscheint hier.',
  Admit: 'Zulassen',
  'Challengers that wait': 'Wartende Prüfer',
  'Keys that OPERATORS lists decide here who may be drawn.':
    'Schlüssel aus OPERATORS entscheiden hier, wer ausgelost werden darf.',
  'Nobody waits': 'Niemand wartet',
  'Reason for {id}, public': 'Grund für {id}, öffentlich',
  'Reason, public': 'Grund, öffentlich',
  'Set aside…': 'Zurückstellen…',
  'answers for it.': 'steht für ihn ein.',
  '{n}, longest first': '{n}, längste Wartezeit zuerst',
  'Waiting for an operator for {time}.': 'Wartet seit {time} auf einen Betreiber.',
  '{reason} Waiting for {time}.': '{reason} Wartet seit {time}.',
  'It is then not drawn, and its readings do not count, until an operator admits it.':
    'Dann wird er nicht ausgelost, und seine Messungen zählen nicht, bis ein Betreiber ihn zulässt.',
  Node: 'Knoten',
  'Proof of': 'Nachweis',
  'Above 100 ms the node is too busy, and answers wait': 'Über 100 ms ist der Knoten überlastet, und Antworten warten',
  'It answers': 'Er antwortet',
  'It does not answer': 'Er antwortet nicht',
  'Its database is not reachable': 'Seine Datenbank ist nicht erreichbar',
  'Its database is reachable': 'Seine Datenbank ist erreichbar',
  'How soon its work starts is unknown': 'Wie schnell seine Arbeit beginnt, ist unbekannt',
  '99 % of its work starts within {n} ms': '99 % seiner Arbeit beginnen nach höchstens {n} ms',
  'Memory unknown': 'Speicher unbekannt',
  'Up for {time}': 'Läuft seit {time}',
  '{n} MB of memory': '{n} MB Speicher',
  'more than {ms}': 'mehr als {ms}',
  '99 % within': '99 % in höchstens',
  Failed: 'Fehlgeschlagen',
  Operation: 'Operation',
  '{label}: {said}, at most {top}': '{label}: {said}, höchstens {top}',
  'A challenger runs with another key than it signed in with.':
    'Ein Prüfer läuft mit einem anderen Schlüssel als dem, mit dem er sich angemeldet hat.',
  'A fault of the service: its log names the reason beside the same path.':
    'Ein Fehler des Dienstes: sein Log nennt den Grund beim selben Pfad.',
  'Another program, or another version of the agent, sends it.':
    'Ein anderes Programm oder eine andere Version des Agenten sendet es.',
  'Callers went over RATE_LIMITS. A caller that is yours needs an API key or a higher limit.':
    'Aufrufer haben RATE_LIMITS überschritten. Ein eigener Aufrufer braucht einen API-Schlüssel oder eine höhere Grenze.',
  Count: 'Anzahl',
  'Errors and refusals': 'Fehler und Ablehnungen',
  'Failed: {route}': 'Fehlgeschlagen: {route}',
  'How this node is doing is shown to those who run it.':
    'Wie es diesem Knoten geht, sehen nur die, die ihn betreiben.',
  '99 % of its work starts within': '99 % seiner Arbeit beginnen nach höchstens',
  'Median answer': 'Median der Antwortzeit',
  'Metrics are off': 'Metriken sind aus',
  'Normal after a challenge has ended.': 'Normal, nachdem eine Prüfung zu Ende ist.',
  'Normal after a challenger reconnects.': 'Normal, nachdem sich ein Prüfer neu verbunden hat.',
  'Normal: the first one counts.': 'Normal: die erste zählt.',
  'Nothing failed, nobody asked too often, and no reading was refused.':
    'Nichts ist fehlgeschlagen, niemand hat zu oft gefragt, und keine Messung wurde abgelehnt.',
  Operator: 'Betreiber',
  'Reading refused: {code}': 'Messung abgelehnt: {code}',
  Requests: 'Anfragen',
  'Requests per second': 'Anfragen je Sekunde',
  '{n} request was refused for another reason: it stands beside its operation below.':
    '{n} Anfrage wurde aus einem anderen Grund abgelehnt: Sie steht unten bei ihrer Operation.',
  '{n} requests were refused for other reasons: they stand beside their operations below.':
    '{n} Anfragen wurden aus anderen Gründen abgelehnt: Sie stehen unten bei ihren Operationen.',
  'Since you opened this page': 'Seit diese Seite offen ist',
  'The operator sets METRICS=on.': 'Der Betreiber setzt METRICS=on.',
  'The prover did not sign for it in time.': 'Der Beweiser hat nicht rechtzeitig dafür signiert.',
  'This key has no webhooks.': 'Dieser Schlüssel hat keine Webhooks.',
  'This node, from its own metrics; each node of a larger service has its own.':
    'Dieser Knoten nach seinen eigenen Metriken; in einem größeren Dienst hat jeder Knoten seine eigenen.',
  'Turned away: too many requests': 'Abgewiesen: zu viele Anfragen',
  'Uploads of some challengers are slow, or this node is busy.':
    'Uploads mancher Prüfer sind langsam, oder dieser Knoten ist ausgelastet.',
  'Waiting or running': 'Wartend oder laufend',
  'Your deliveries': 'Eigene Zustellungen',
  'a point every 5 s, at most an hour': 'alle 5 s ein Punkt, höchstens eine Stunde',
  challenge: 'Prüfung',
  challenges: 'Prüfungen',
  'since this node started, most first': 'seit dem Start dieses Knotens, häufigste zuerst',
  'today; starts again at 0:00 UTC': 'heute, neu ab 0:00 UTC',
  'webhooks of this key': 'Webhooks dieses Schlüssels',
  'Agents connected here': 'Hier verbundene Agenten',
  'Challenges waiting or running': 'Prüfungen wartend oder laufend',
  'Challenges, 24 hours': 'Prüfungen, 24 Stunden',
  Health: 'Zustand',
  'Metrics as text': 'Metriken als Text',
  Operations: 'Operationen',
  'connected to the service': 'mit dem Dienst verbunden',
  'requests since this node started': 'Anfragen seit dem Start dieses Knotens',
} as const;
