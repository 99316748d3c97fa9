/** The results of relatives side by side: the clinician's view, and the patient's question (decided per patient). */
export const systemViewText = {
  title: 'Systemansicht',
  loading: 'Die Systemansicht wird geladen …',
  pdf: 'Systemansicht als PDF',
  changed:
    'Eine Zustimmung oder eine Zuweisung hat sich inzwischen geändert. Hier steht nur noch, was jetzt gezeigt werden darf.',
  gone: 'Die Zuweisung hat sich inzwischen geändert. Die Systemansicht steht Ihnen deshalb nicht mehr offen.',
  fileName: (code: string) => `Systemansicht ${code}.pdf`,
  retrieved: 'Abgerufen',
  footer: (product: string, code: string, day: string) => `${product} · Systemansicht zu ${code} · ${day}`,
  system: (name: string) => `System ${name}`,
  person: (letter: string, code: string) => `${letter}: ${code}`,
  personAt: (letter: string, label: string) => `${letter}, ${label}`,
  pair: (one: string, other: string) => `${one} und ${other}`,
  tooFew:
    'Zurzeit kann hier nichts nebeneinander gezeigt werden: Dafür müssen diese und mindestens eine weitere Person zustimmen. Die Frage steht bei den Patient*innen unter „Profil“.',
  withoutConsent: (codes: readonly string[]) =>
    `Ohne Zustimmung und deshalb nicht gezeigt: ${codes.join(', ')}.`,
  nothingShared:
    'Noch gibt es keine Skala, die zwei dieser Personen in derselben Fassung und zu denselben Bezugspersonen ausgefüllt haben.',
  sharedOnly:
    'Nebeneinander stehen nur Skalen, die zwei Personen in derselben Fassung und zu denselben Bezugspersonen ausgefüllt haben.',
  chartTitle: (scale: string) => `${scale}: Verläufe nebeneinander`,
  agreement: 'Unterschied und Übereinstimmung, jeweils mit 95-%-Intervall',
  agreementSource:
    'Verglichen werden die neuesten Messungen, zwischen denen höchstens 60 Tage liegen. Übereinstimmung: 100 % bei gleichen Werten, 0 % beim größten möglichen Abstand. Die Intervalle folgen aus dem Messfehler beider Werte.',
  values: 'Alle Werte als Tabelle',
  valuesPart: (part: number, parts: number) => `Alle Werte als Tabelle, Teil ${part} von ${parts}`,
  careful:
    'Nur für das gemeinsame Gespräch: Jede Person kann ihre Zustimmung jederzeit zurücknehmen, dann zeigt diese Ansicht sie sofort nicht mehr. Einzelne Antworten stehen hier nie.',
  interval: (value: string, lower: string, upper: string) => `${value} (${lower} bis ${upper})`,
  judgement: (isReliable: boolean) => (isReliable ? 'sicher verschieden' : 'nicht sicher verschieden'),
  column: {
    survey: 'Befragung',
    date: 'Datum',
    scale: 'Skala',
    pair: 'Personen',
    values: 'Werte',
    difference: 'Unterschied',
    agreement: 'Übereinstimmung',
    judgement: 'Urteil',
  },
} as const;

/** The question to the patient, under "Profil". */
export const sharingText = {
  title: 'Gemeinsame Gespräche',
  pointer: 'Zu gemeinsamen Gesprächen mit Ihren Angehörigen gibt es eine Frage an Sie.',
  toQuestion: 'Zur Frage unter „Profil“',
  question: 'Dürfen Ihre Ergebnisse in gemeinsamen Gesprächen neben denen Ihrer Angehörigen gezeigt werden?',
  meaning:
    'Gezeigt werden nur Skalenwerte, nie einzelne Antworten, und nur von der Person, die Sie behandelt. Ohne Ihre Antwort wird nichts gezeigt. Sie können sich jederzeit anders entscheiden; für Ihre Behandlung entsteht Ihnen daraus kein Nachteil.',
  yes: 'Ja, das ist in Ordnung',
  no: 'Nein, lieber nicht',
  allowed: (day: string) => `Sie haben am ${day} zugestimmt.`,
  refused: (day: string) => `Sie haben am ${day} abgelehnt. Ihre Ergebnisse werden nicht gezeigt.`,
  unanswered: 'Sie haben noch nicht geantwortet. Ihre Ergebnisse werden nicht gezeigt.',
  withdraw: 'Zustimmung zurücknehmen',
  allow: 'Doch zustimmen',
  saved: 'Ihre Antwort ist gespeichert und gilt ab sofort.',
} as const;
