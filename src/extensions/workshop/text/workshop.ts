import { numberText } from '../../../text/locale.ts';
import type { LicenceKind, SignatureRole, Step } from '../contract/routes.ts';

/** The page "Fragebögen": the list, a new questionnaire, the windows, and what surrounds a draft. */
export const pageText = {
  title: 'Fragebögen',
  lead: 'Hier stehen alle Fragebögen Ihrer Klinik. Eigene bringen Sie als Entwurf herein, prüfen sie Schritt für Schritt und veröffentlichen sie.',
  loading: 'Die Fragebögen werden geladen …',
  create: 'Neuer Fragebogen',
  toWindows: 'In die Messzeitpunkte aufnehmen',
  back: 'Zurück zur Liste',
  off: 'Die Werkstatt für eigene Fragebögen ist in dieser Installation ausgeschaltet.',
} as const;

/** After "Beim", where a call failed. */
export const actionText = {
  load: { words: 'Laden der Fragebögen' },
  create: { words: 'Anlegen des Entwurfs' },
  save: { words: 'Speichern des Entwurfs' },
  remove: { words: 'Löschen des Entwurfs' },
  preview: { words: 'Laden der Vorschau' },
  sign: { words: 'Unterschreiben' },
  askSigners: { words: 'Bitten um Unterschriften' },
  publish: { words: 'Veröffentlichen' },
  protocol: { words: 'Speichern der Messzeitpunkte' },
  dryRun: { words: 'Probelauf' },
} as const;

const minutes = (count: number) =>
  count <= 1 ? 'etwa 1 Minute' : `etwa ${numberText(Math.round(count))} Minuten`;

export const listText = {
  table: 'Fragebögen der Klinik',
  none: 'Noch gibt es keinen Fragebogen.',
  drafts: 'Entwürfe',
  noDrafts: 'Kein Entwurf ist offen.',
  column: {
    title: 'Fragebogen',
    version: 'Fassung',
    status: 'Stand',
    licence: 'Lizenz',
    minutes: 'Dauer',
    usedIn: 'Messzeitpunkte',
  },
  minutes,
  notUsed: 'in keinem',
  own: 'eigener',
  ofOperator: 'beim Betreiber',
  status: {
    demonstration: 'zur Demonstration',
    draft: 'Entwurf des Betreibers',
    published: 'veröffentlicht',
    licensed: 'lizenziert',
  } as Readonly<Record<string, string>>,
  newVersion: 'Neue Fassung',
  newVersionOf: (title: string) => `Neue Fassung von ${title}`,
  untitled: 'Entwurf ohne Titel',
  draftOf: (title: string, version: string) => `${title}, Fassung ${version}`,
  open: (count: number) =>
    count === 0
      ? 'bereit zum Veröffentlichen'
      : count === 1
        ? 'noch 1 Punkt offen'
        : `noch ${numberText(count)} Punkte offen`,
  changed: (by: string, at: string) => `zuletzt geändert von ${by}, ${at}`,
  unsaved: 'hat nicht gespeicherte Änderungen',
  go: 'Weiter bearbeiten',
  goOn: (title: string) => `${title} weiter bearbeiten`,
  signed: (by: string, role: SignatureRole) => `${roleText[role]}: ${by}`,
  remove: 'Löschen',
  removeOf: (title: string) => `${title} löschen`,
  removeQuestion: (title: string) => ({
    title: 'Entwurf löschen?',
    text: `Der Entwurf „${title}“ wird gelöscht, mit allem, was Sie daran gearbeitet haben. Veröffentlichte Fassungen bleiben.`,
    confirmLabel: 'Entwurf löschen',
    tone: 'danger' as const,
  }),
} as const;

const roleText = {
  clinical: 'Klinisch',
  psychometric: 'Psychometrisch',
} as const satisfies Record<SignatureRole, string>;

export const licenceText = {
  free: 'frei verwendbar',
  registered: 'nach Registrierung',
  licensed: 'lizenziert',
  not_allowed: 'nicht erlaubt',
} as const satisfies Record<LicenceKind, string>;

/** Wording that a clinic wrote itself needs nobody's leave. */
export const freeLicenceText = 'Frei verwendbar oder selbst geschrieben';

export const newText = {
  title: 'Neuer Fragebogen',
  lead: 'Wählen Sie einen Weg. Danach sehen Sie, was übernommen wurde und was Sie noch entscheiden.',
  way: 'Woher kommt der Fragebogen?',
  ways: {
    file: 'Aus einer Datei',
    table: 'Aus einer Tabelle',
    structure: 'Aus einer bekannten Struktur',
    empty: 'Von Anfang an selbst schreiben',
  },
  file: 'Datei',
  fileHint:
    'FHIR (JSON, XML), REDCap, XLSForm, LimeSurvey, SurveyJS, CSV oder Excel. Sie können die Datei auch auf das Feld ziehen.',
  chooseFile: 'Datei auswählen',
  noFile: 'Keine Datei ausgewählt',
  fileMissing: 'Bitte wählen Sie zuerst eine Datei.',
  table: 'Tabelle',
  tableHint:
    'Aus Excel, Word oder einem Textfeld kopieren und hier einfügen. Die erste Zeile nennt die Spalten.',
  tableMissing: 'Bitte fügen Sie eine Tabelle ein: eine Zeile mit den Spalten und eine Zeile je Frage.',
  example: 'So sieht eine Tabelle aus',
  exampleRows: [
    ['Frage', 'Antworten', 'Skala', 'Umgekehrt'],
    ['Ich habe gut geschlafen.', 'Häufigkeit: nie=0 | manchmal=1 | oft=2', 'Erholung', ''],
    ['Ich war schnell erschöpft.', 'Häufigkeit', 'Erholung', 'ja'],
    ['Ich konnte abschalten.', 'Häufigkeit', 'Erholung', ''],
  ],
  exampleNotes: [
    'Antworten stehen als „Wort=Wert“, getrennt durch einen senkrechten Strich. Mit einem Namen davor („Häufigkeit:“) genügt in den nächsten Zeilen der Name.',
    'Gehört eine Frage zu zwei Skalen, trennen Sie deren Namen mit einem senkrechten Strich.',
    'Skala und Umgekehrt dürfen fehlen. Sie legen beides auch später fest.',
  ],
  takeExample: 'Beispiel in das Feld übernehmen',
  structure: 'Struktur',
  structureHint:
    'Fragenzahl, Auswertung und Grenzwerte sind bekannt. Den Wortlaut ergänzen Sie, wenn Ihre Klinik ihn verwenden darf.',
  structureOption: (id: string, questions: number, source: string) =>
    `${id.toUpperCase()} (${numberText(questions)} Fragen; ${source})`,
  structureMissing: 'Bitte wählen Sie eine Struktur.',
  emptyHint: 'Sie beginnen mit einer Frage und schreiben die übrigen im Entwurf dazu.',
  emptyTable: 'Frage;Antworten\nErste Frage;nie=0|manchmal=1|oft=2',
  submit: 'Entwurf anlegen',
  reading: 'Der Fragebogen wird gelesen …',
  unreadable:
    'Das konnte nicht gelesen werden. Nichts wurde angelegt. Was Sie eingegeben haben, steht noch da.',
  where: (where: string, what: string) => `${where}: ${what}`,
  done: 'Der Entwurf ist angelegt',
  kept: (count: number) =>
    count === 1 ? '1 Frage ist übernommen.' : `${numberText(count)} Fragen sind übernommen.`,
  notKept: 'Nicht übernommen',
  nothingLost: 'Nichts ging verloren.',
  toDecide: 'Das entscheiden Sie noch',
  inStep: (step: string, count: number) =>
    `${step}: ${count === 1 ? '1 Punkt' : `${numberText(count)} Punkte`}`,
  nothingToDecide: 'Alles Nötige stand in der Vorlage.',
  toDraft: 'Zum Entwurf',
} as const;

/** A step of a draft: its name, and what it is about. */
export const stepText = {
  basics: { title: 'Grunddaten', lead: 'Wie heißt der Fragebogen, und was erfasst er?' },
  licence: { title: 'Lizenz', lead: 'Mit welchem Recht verwendet Ihre Klinik den Wortlaut?' },
  questions: { title: 'Fragen und Antworten', lead: 'So lesen Patient*innen den Fragebogen.' },
  scoring: { title: 'Auswertung', lead: 'Welche Frage zählt in welcher Skala?' },
  danger: {
    title: 'Gefahr',
    lead: 'Entscheiden Sie zu jeder Antwort, ob sie zeigt, dass jemand nicht mehr leben oder sich verletzen möchte. Nichts ist vorausgewählt.',
  },
  preview: {
    title: 'Vorschau',
    lead: 'Wie sehen Fragebogen und Berichte aus? Nichts davon wird gespeichert.',
  },
  examples: { title: 'Beispiele', lead: 'Drei Beispiele aus dem Manual müssen dieselben Werte ergeben.' },
  signatures: { title: 'Unterschriften', lead: 'Zwei Personen prüfen: eine klinisch, eine psychometrisch.' },
  publish: { title: 'Veröffentlichen', lead: 'Eine veröffentlichte Fassung ändert sich nie mehr.' },
} as const satisfies Record<Step | 'preview' | 'publish', { title: string; lead: string }>;

export const draftText = {
  title: (title: string) => (title === '' ? listText.untitled : `Entwurf: ${title}`),
  steps: 'Schritte',
  step: 'Schritt',
  numbered: (number: number, title: string) => `${numberText(number)}. ${title}`,
  state: { open: 'offen', done: 'fertig', look: 'ansehen', ready: 'bereit' },
  openCount: (count: number) => `${numberText(count)} offen`,
  back: 'Zurück',
  next: (title: string) => `Weiter: ${title}`,
  saveAndNext: 'Speichern und weiter',
  save: 'Speichern',
  isUnsaved: 'Nicht gespeichert.',
  isSaved: 'Alles gespeichert.',
  discard: 'Verwerfen',
  discardQuestion: {
    title: 'Änderungen verwerfen?',
    text: 'Alles, was Sie seit dem letzten Speichern geändert haben, geht verloren.',
    confirmLabel: 'Verwerfen',
    tone: 'danger' as const,
  },
  leaveQuestion: {
    title: 'Noch nicht gespeichert',
    text: 'Ihre Änderungen bleiben in diesem Fenster stehen, bis Sie sich selbst abmelden. Gespeichert sind sie noch nicht.',
    confirmLabel: 'Trotzdem verlassen',
    cancelLabel: 'Hier bleiben',
    prefersNo: true,
  },
  saveFirst: 'Dieser Schritt zeigt den gespeicherten Stand. Bitte speichern Sie zuerst.',
  signaturesEnd: 'Der Entwurf ist unterschrieben. Mit dem nächsten Speichern enden die Unterschriften.',
  signedQuestion: (names: readonly string[]) => ({
    title: 'Unterschriften beenden?',
    text: `Beim Speichern enden die Unterschriften von ${names.join(' und ')}. Danach wird neu unterschrieben.`,
    confirmLabel: 'Speichern',
    prefersNo: true,
  }),
  gone: 'Diesen Entwurf gibt es nicht mehr. Vielleicht ist er veröffentlicht oder gelöscht.',
} as const;

export const mergeText = {
  field: (step: string, field: string) => `${step}, ${field}:`,
  part: (title: string) => `${title}:`,
  made: (by: string, at: string) => `${by}, ${at}`,
  theirs: 'neue Fassung',
} as const;
