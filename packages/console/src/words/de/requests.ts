/** Asking for a proof. */
export const requests = {
  ' (not connected)': ' (nicht verbunden)',
  'Or its key': 'Oder sein Schlüssel',
  'No prover here has this key.': 'Kein Beweiser hier hat diesen Schlüssel.',
  'Challengers allowed to drop out': 'Prüfer, die ausfallen dürfen',
  'Pay with': 'Zahlen mit',
  'Request the challenge': 'Prüfung anfordern',
  'The request': 'Die Anfrage',
  'The prover consents, and the service logs the request. A block made after that decides which challengers are drawn, so the service cannot pick them.':
    'Der Beweiser willigt ein, und der Dienst schreibt die Anfrage ins Log. Ein Block, der erst danach entsteht, bestimmt, welche Prüfer ausgelost werden; der Dienst kann sie also nicht aussuchen.',
  'The prover consents, and the service logs the request. A number that this page made up before and told nobody then decides which challengers are drawn, so the service cannot pick them.':
    'Der Beweiser willigt ein, und der Dienst schreibt die Anfrage ins Log. Eine Zahl, die diese Seite vorher gewählt und niemandem gesagt hat, bestimmt dann, welche Prüfer ausgelost werden; der Dienst kann sie also nicht aussuchen.',
  'The verdict, every signed reading and the seed are published. Anybody can recompute them.':
    'Urteil, alle signierten Messungen und der Startwert werden veröffentlicht. Jeder kann sie nachrechnen.',
  'What to prove': 'Was zu beweisen ist',
  'You ask the service itself. No transaction is needed.':
    'Die Anfrage geht direkt an den Dienst. Eine Transaktion ist nicht nötig.',
  'Paid with your balance here, the request goes to the service itself, without a transaction. Paid otherwise, it is a transaction to the contract on the chain.':
    'Wer mit dem Guthaben hier zahlt, fragt den Dienst selbst, ohne Transaktion. Sonst geht die Anfrage als Transaktion an den Vertrag auf der Chain.',
  'Your balance here': 'Guthaben hier',
  'throw-away, this network only, free': 'Wegwerfschlüssel, nur in diesem Netz, kostenlos',
  'without a transaction': 'ohne Transaktion',
  '{ready} may be drawn now': 'jetzt auslosbar: {ready}',
  'A whole number from 1 to {most}.': 'Eine ganze Zahl von 1 bis {most}.',
  'Fewer than there are challengers.': 'Weniger, als es Prüfer gibt.',
  'World map of {n} challenger that may be drawn.': 'Weltkarte mit {n} Prüfer, der ausgelost werden kann.',
  'World map of {n} challengers that may be drawn.': 'Weltkarte mit {n} Prüfern, die ausgelost werden können.',
  ', and ': ' und ',
  'Asking …': 'Fragt …',
  'See it work': 'So funktioniert es',
  'Test a false claim': 'Eine falsche Angabe prüfen',
  'Test a true claim': 'Eine wahre Angabe prüfen',
  'no wallet needed, a few seconds each': 'ohne Wallet, je ein paar Sekunden',
  '{claims}. Challengers near and far measure whether that can be true.':
    '{claims}. Prüfer nah und fern messen, ob das stimmen kann.',
  '{prover} claims {place}': '{prover} gibt {place} an',
  'This service is not connected to a chain.': 'Dieser Dienst ist mit keiner Chain verbunden.',
  'This wallet cannot send a transaction.': 'Diese Wallet kann keine Transaktion senden.',
  'Asked at the service': 'Beim Dienst angefragt',
  'Change and try again': 'Ändern und neu versuchen',
  'Confirm in your wallet; then the transaction goes into a block.':
    'In der Wallet bestätigen; dann kommt die Transaktion in einen Block.',
  'Handed to the service': 'Dem Dienst übergeben',
  'It logs the request, and draws challengers once the prover consented.':
    'Er schreibt die Anfrage ins Log und lost Prüfer aus, sobald der Beweiser eingewilligt hat.',
  'It may ask which account to use, and to switch to the service’s chain.':
    'Sie fragt vielleicht nach dem Konto und nach dem Wechsel zur Chain des Dienstes.',
  'It reads the request from the chain and draws challengers.':
    'Er liest die Anfrage von der Chain und lost Prüfer aus.',
  'Your wallet': 'Die Wallet',
  'Request on the chain': 'Anfrage auf der Chain',
  '1 liar': '1 Lügner',
  'You sign in to ask, so that the result is yours.':
    'Eine Anfrage braucht ein Konto, damit das Ergebnis jemandem gehört.',
  'Asks at most': 'Fragt höchstens',
  'Challengers drawn by chance measure the prover. Everything they sign is yours to check.':
    'Zufällig ausgeloste Prüfer messen den Beweiser. Alles, was sie signieren, lässt sich nachprüfen.',
  'Besides the {challengers} challengers that you ask for, up to {n} lookout from all over the world measures the prover: it can refute the claim, never verify it.':
    'Neben den {challengers} angefragten Prüfern misst bis zu {n} Späher aus aller Welt den Beweiser: Er kann die Angabe widerlegen, nie bestätigen.',
  'Besides the {challengers} challengers that you ask for, up to {n} lookouts from all over the world measure the prover: they can refute the claim, never verify it.':
    'Neben den {challengers} angefragten Prüfern messen bis zu {n} Späher aus aller Welt den Beweiser: Sie können die Angabe widerlegen, nie bestätigen.',
  'Choose a prover': 'Beweiser auswählen',
  'How many to ask': 'Wie viele Prüfer?',
  'Only {ready} may be drawn now. Ask fewer, or wait for more.':
    'Jetzt auslosbar: nur {ready}. Weniger fragen oder auf mehr warten.',
  'No challenger is connected that may be drawn. Start some, or wait for them.':
    'Kein verbundener Prüfer kann ausgelost werden. Welche starten oder auf sie warten.',
  'No challenger is connected that may be drawn. The request waits for some, and ends without a verdict if they do not come.':
    'Kein verbundener Prüfer kann ausgelost werden. Die Anfrage wartet auf welche und endet ohne Urteil, wenn sie nicht kommen.',
  'It is not connected. The request waits for it, and ends without a verdict if it does not come.':
    'Er ist nicht verbunden. Die Anfrage wartet auf ihn und endet ohne Urteil, wenn er nicht kommt.',
  'It claims none: type what to test': 'Er gibt nichts an: eintippen, was zu prüfen ist',
  'What the request costs is told here once the fields above are filled in.':
    'Was die Anfrage kostet, steht hier, sobald die Felder oben ausgefüllt sind.',
  'Working out what it costs.': 'Rechnet aus, was es kostet.',
  '{asked} challengers cannot be drawn now. Connected and admitted: {ready}. Ask for at most {ready}. Otherwise the request waits for more, and ends without a verdict if they do not come.':
    '{asked} Prüfer können jetzt nicht ausgelost werden. Verbunden und zugelassen: {ready}. Höchstens {ready} anfragen. Sonst wartet die Anfrage auf weitere und endet ohne Urteil, wenn sie nicht kommen.',
  'not possible now: {ready} may be drawn': 'jetzt nicht möglich, auslosbar: {ready}',
  'Takes about': 'Dauert etwa',
  'What happens': 'Was geschieht',
  'Who may be drawn': 'Wer ausgelost werden kann',
  Withstands: 'Verkraftet',
  'connected and admitted: {n}': 'verbunden und zugelassen: {n}',
  'Withstands: how many of them may lie without changing the verdict':
    'Verkraftet: so viele von ihnen dürfen lügen, ohne das Urteil zu ändern',
  'not known yet': 'noch nicht bekannt',
  'the draw comes after you ask; nobody can pick': 'ausgelost wird nach der Anfrage; niemand kann sie sich aussuchen',
  '{n} liars': '{n} Lügner',
  '{seats} ({lookouts} of them lookouts)': '{seats} (davon {lookouts} Späher)',
} as const;
