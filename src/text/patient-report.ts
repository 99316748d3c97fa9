import type { ScoreChange } from '../domain/scoring-change.ts';
import type { DefaultSection, Section } from '../domain/sections.ts';
import { readByClinician } from './patient.ts';

/** The report for patients: everyday words, no names of disorders, no severity (product 14.3). */
export const patientReportText = {
  title: 'Ihr Bericht',
  lead: {
    first: 'Hier sehen Sie, was Ihre Antworten zeigen.',
    later: 'Hier sehen Sie, was Ihre Antworten zeigen und was sich verändert hat.',
    therapy: 'Sprechen Sie gern in Ihrer Therapie darüber.',
    /** The number of `onCall` follows. */
    afterTherapy:
      'Wenn Sie darüber sprechen möchten: Ihre frühere Klinik und Ihre Hausarztpraxis sind für Sie da, außerhalb der Sprechzeiten auch der Ärztliche Bereitschaftsdienst unter',
    onCall: '116\u00A0117',
  },
  /** A worsening is named first, without blame and without alarm. */
  worsened: (names: string) =>
    `Zuletzt ging es Ihnen in diesen Bereichen schlechter: ${names}. Solche Zeiten kommen vor, und Sie müssen damit nicht allein bleiben.`,
  /** In place of a list of every area. */
  allWorsened:
    'Zuletzt ging es Ihnen insgesamt schlechter als bei der Befragung davor. Solche Zeiten kommen vor, und Sie müssen damit nicht allein bleiben.',
  andMore: ' und weitere',
  read: readByClinician,
  unread: 'Ihre Therapeutin oder Ihr Therapeut hat diese Ergebnisse noch nicht gelesen.',
  /** After `unread`, where the help stands at the top. */
  doNotWait:
    'Wenn es Ihnen jetzt schlecht geht, warten Sie bitte nicht darauf: Die Nummern oben sind für Sie da.',
  /** The last words of a report that begins with the help. */
  helpAbove: {
    sentence:
      'Das war vielleicht viel auf einmal. Sie müssen es nicht allein tragen: Hilfe und Telefonnummern',
    link: 'stehen ganz oben',
  },
  answers: 'Ihre Antworten',
  answersLead: 'Das haben Sie in dieser Befragung geantwortet.',
  crisisTitle: 'Wenn es Ihnen sehr schlecht geht',
  overview: 'Das Wichtigste in Kürze',
  summary: {
    worse: 'Schlechter als bei der letzten Befragung',
    hint: 'Vielleicht etwas schlechter als bei der letzten Befragung',
    better: 'Besser als bei der letzten Befragung',
    unsure: 'Keine sichere Veränderung seit der letzten Befragung',
  },
  firstTime: 'Das war Ihre erste Befragung. Beim nächsten Mal sehen Sie hier, was sich verändert hat.',
  /** For a later survey whose questions were not asked before in this form. */
  incomparable:
    'Diese Fragen haben Sie so noch nicht beantwortet. Deshalb steht hier kein Vergleich mit früher.',
  /** For questions about other people than the last time. */
  otherPeople:
    'Diesmal haben Sie an andere Menschen gedacht als beim letzten Mal. Deshalb steht hier kein Vergleich mit früher.',
  value: (value: string, lower: string, upper: string) => `Ihr Wert: ${value} (von ${lower} bis ${upper}).`,
  answer: (words: string) => `Im Mittel haben Sie geantwortet: „${words}“.`,
  pages: 'Inhalt',
  toolbar: 'Bericht drucken',
  notDiagnosis:
    'Dieser Bericht dient der Forschung und der Qualitätssicherung. Er ist keine Diagnose und ersetzt kein Gespräch.',
  demonstration:
    'Das ist eine Demonstration: Die Fragen und Vergleichswerte sind Beispiele. Die Ergebnisse sagen nichts über Sie aus.',
  sections: {
    dep: 'Stimmung und Kraft',
    anx: 'Sorgen und Anspannung',
    exis: 'Ich und die Menschen, die mir wichtig sind',
    evos: 'Unser Miteinander',
    eri: 'Was mir Kraft gibt',
    wai: 'Zusammenarbeit in der Therapie',
    socio: 'Angaben zur Person',
    eq5d: 'Meine Gesundheit',
  } satisfies Record<DefaultSection, string>,
  change: {
    recovered: 'besser',
    improved: 'besser',
    unchanged: 'nicht sicher verändert',
    hint: 'vielleicht etwas schlechter',
    worse: 'schlechter',
  } satisfies Record<ScoreChange['kind'], string>,
  /** For a change beyond twice the threshold. */
  large: (words: string) => `deutlich ${words}`,
  /** For a change of some scales of a closed section. */
  partly: (words: string) => `teils\u00A0${words}`,
  /** Up is better in every chart for patients, so the arrow says the same. */
  arrow: {
    recovered: '↑',
    improved: '↑',
    unchanged: '→',
    hint: '↘',
    worse: '↓',
  } satisfies Record<ScoreChange['kind'], string>,
  first: 'erste Befragung',
  noChange: 'noch kein Vergleich möglich',
  changeSentence: (arrow: string, changes: readonly string[]) =>
    `${arrow} Im Vergleich ${changes.join(', ')}.`,
  changeSince: (since: string, words: string) => `zu „${since}“: ${words}`,
  courseTitle: (title: string) => `Verlauf: ${title}`,
  courseCaption: 'Je höher die Linie, desto besser ging es Ihnen.',
  courseDesc: (points: string) => `Verlauf im Vergleich zur ersten Befragung: ${points}.`,
  table: 'Verlauf als Tabelle',
  columns: { point: 'Befragung', date: 'Datum', change: 'Im Vergleich zum Anfang' },
  noScore: 'Dazu lässt sich nichts sagen, weil Antworten fehlen.',
} as const;

/** The everyday name of a section. */
export const patientSectionTitle = (section: Section): string =>
  'patient_title' in section ? section.patient_title : patientReportText.sections[section.key];
