/** The weekly mail of a clinician. It holds two numbers, and nothing of a person. */
export const weeklyMailText = {
  subject: (product: string) => `Ihre Woche in ${product}`,
  greeting: 'Guten Tag,',
  counts: ({ unread, closing }: { unread: number; closing: number }) =>
    `${[...reports(unread), ...surveys(closing)].join(', ')}.`,
  login: 'Bitte melden Sie sich an:',
  reason: (product: string) =>
    `Diese E-Mail wurde automatisch verschickt. Sie erhalten sie jede Woche, wenn etwas wartet, weil Sie das in ${product} unter „Vertretung und Erinnerungen“ eingeschaltet haben. Dort können Sie sie ausschalten.`,
  confirmTitle: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
  confirmLead: (product: string) =>
    `in ${product} wurde diese Adresse für eine Wochenübersicht angegeben. Stimmt sie?`,
  confirmLink: (until: string) => `Bestätigen Sie sie bitte bis zum ${until}:`,
  stranger:
    'Sie kennen das nicht? Dann hat sich wahrscheinlich jemand vertippt. Sie brauchen nichts zu tun: Ohne Bestätigung kommt keine Wochenübersicht.',
  question: 'Ist das Ihre E-Mail-Adresse? Dann schicken wir die Wochenübersicht dorthin.',
  button: 'Ja, Adresse bestätigen',
  doneTitle: 'Vielen Dank',
  done: 'Ihre E-Mail-Adresse ist bestätigt. Die Wochenübersicht kommt montags, wenn etwas wartet.',
} as const;

function reports(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 neuer Bericht' : `${count} neue Berichte`];
}

function surveys(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 Befragung schließt' : `${count} Befragungen schließen`];
}

/** The choice, below the own address. */
export const weeklyChoiceText = {
  title: 'Wochenübersicht',
  lead: 'Auf Wunsch geht montags um 7 Uhr eine E-Mail an diese Adresse, wenn etwas wartet. Darin stehen nur Zahlen, zum Beispiel: „2 neue Berichte, 1 Befragung schließt.“',
  needsAddress: 'Speichern Sie dafür zuerst eine Adresse.',
  loading: 'Ihre Wahl wird geladen …',
  state: {
    off: 'Die Wochenübersicht ist ausgeschaltet.',
    asked:
      'Wir haben Ihnen eine E-Mail mit einem Link geschickt. Erst wenn Sie die Adresse dort bestätigen, kommt die Wochenübersicht.',
    on: 'Die Wochenübersicht ist eingeschaltet.',
  },
  switchOn: 'Wochenübersicht einschalten',
  switchOff: 'Wochenübersicht ausschalten',
} as const;
