/**
 * Every room of `src` in one order, with what it holds. A room is a folder, a whole extension, or a
 * file that is named here. A room imports only rooms that stand above it, so no two rooms can need each other.
 */
export const rooms = {
  psychometrics: 'Item response theory, classical scores and change. Pure; could be published on its own.',
  domain: 'The rules of the product: windows, protocol, instruments, survey flow, answers, CSV. Pure.',
  contract: 'What travels: schemas, error codes, and one table of routes.',
  text: 'Every German sentence, typed by the code it belongs to.',

  'server/settings': 'What is read at the start, and the refusals that the product expects.',
  'server/database': 'Connections, the transaction of one clinic, migrations, the types of the tables.',
  'server/trial-database': 'The PostgreSQL that the product brings along, for trying out.',
  'server/work': 'Long work: its turns, its slices, and a thread of its own.',
  'server/observe': 'The log and the numbers of a process, without content.',
  'server/keys': 'Encryption of single cells, and the file that holds the keys.',
  'server/print': 'A tree of blocks as HTML, PDF and plain text, with one palette and the charts.',
  'server/print/charts': 'The charts: score, course, sparkline.',
  'server/instruments':
    'The instruments and protocols in force, and every version that a survey was pinned to.',
  'server/services': 'What the server is made of: the argument that every handler gets.',
  'server/http': 'What concerns every request: guards, parsing, answers, problems, headers, files, edits.',
  'server/audit': 'The trail of who did what, chained and verifiable.',
  'server/login': 'Logins, sessions, passwords, second factor, limits.',
  'server/clinics': 'The clinics and their admins.',
  'server/consent': 'Consent to the study: asked, given, withdrawn.',
  'server/mail': 'Invitations and reminders: outbox, sending, opting out.',
  'server/crisis': 'Answers that show danger: events, acknowledgement, reminders, deputies.',
  'server/clinicians': 'The clinicians of a clinic.',
  'server/surveys': 'The survey of a patient: page, draft, submission, windows.',
  'server/patients': 'Registration, import, edit, assignment and list of patients.',
  'server/documents': 'Manuals and information sheets.',
  'server/reports': 'Result reports, made from stored answers and scores.',
  'server/relatives':
    'People who answer about one person: who agrees to be seen, and their view side by side.',
  'server/subject-rights': 'Erasure, the end of storage, a patient’s own data.',
  'server/research':
    'Research data: CSV with codebook, R and SPSS scripts; the door for further formats and files.',
  'server/backup': 'Encrypted backups, and restoring them.',
  'server/jobs': 'What the server does by itself at fixed times.',
  'server/api': 'Every route of the contract with its handler, in one transaction.',
  'server/app': 'The whole server, built without listening.',
  'server/demo': 'The demo data, made by calling the handlers as users do.',
  'server/start': 'Start and stop of the server: database, keys, jobs.',
  'server/operator': 'The operator’s commands.',
  'web/paths': 'The address of every page.',
  'web/ui': 'Building blocks that know nothing of patients.',
  'web/api': 'Calls, session, refresh, retry, queries, messages, the clinic’s time.',
  'web/theme': 'Colours and sizes.',
  'web/features/help': 'Help in a crisis, on every page.',
  'web/features/windows': 'Measurement windows and their status.',
  'web/features/consent': 'The question for consent, and its place in the profile.',
  'web/features/crisis': 'Answers that show danger: open events, their acknowledgement, deputies.',
  'web/features/reports': 'Reports on the screen.',
  'web/features/relatives': 'Whether a person is shown beside relatives, and that view.',
  'web/features/surveys': 'Filling in a survey.',
  'web/features/patients': 'Patient table, its modals, and the import of many patients.',
  'web/features/clinicians': 'Employee table and its modals.',
  'web/features/clinics': 'What the admin sets for the clinic, and the counts of unanswered events.',
  'web/features/login': 'The account: second factor, sessions, notices of failed sign-ins.',
  'web/features/monitor': 'The response monitor.',
  'web/further-pages': 'The type of the pages that extensions bring.',
  'extensions/extension': 'What an extension can bring: the type of the entries of `extensions/list.ts`.',
  'extensions/expected-course':
    'What a course was expected to be, and where it deviates: models, judging, calls, lists, reports, pages.',
  'extensions/fhir':
    'FHIR R4: import of Questionnaires, results in research data, the next question for other clients.',
  'extensions/questionnaire-formats':
    'Questionnaires from tables, REDCap, LimeSurvey, SurveyJS, XLSForm, as drafts of instruments.',
  'extensions/research-extras':
    'Files beside the CSV files of an export: .sav, a data package, a script that scores anew.',
  'extensions/workshop':
    'A clinic makes its own questionnaires: drafts, signatures, publication, and its protocol.',
  'extensions/list': 'The extensions of this build. No other file of the core names one.',
  'extensions/web': 'What the extensions of this build show staff: parts of the clinician’s home, and pages.',
  'server/main': 'The program: reads the environment and listens.',
  'server/operator/main': 'The operator’s program: reads the environment and runs a command.',
  'web/frame': 'Top bar, sidebar, footer, idle warning, the messages on the screen.',
  'web/pages/landing': 'The first page.',
  'web/pages/legal': 'Imprint, privacy, contact, accessibility.',
  'web/pages/login': 'Logins and registration of an admin.',
  'web/pages/information': 'Downloads and links.',
  'web/pages/patient': 'The pages of a patient.',
  'web/pages/clinician': 'The pages of a clinician.',
  'web/pages/admin': 'The pages of an admin.',
  'web/first-calls': 'The calls that leave before the parts of a page have arrived.',
  'web/clinician-home': 'The clinician’s home with what the extensions of this build show.',
  'web/further-page': 'A page that an extension of this build brings.',
  'web/routes': 'Which address shows which page.',
  'web/main': 'Shows the page once the libraries are there.',
  'web/start': 'The first file: begins the calls and fetches the rest.',
} as const satisfies Readonly<Record<string, string>>;

/** The room of a source file, as a path from `src`. */
export function roomOf(file: string): string {
  const name = file.replace(/\.tsx?$/, '');
  const folder = name.slice(0, name.lastIndexOf('/'));
  if (name in rooms || folder === 'server' || folder === 'web') return name;
  return /^extensions\/[^/]+/.exec(folder)?.[0] ?? folder;
}

/** The parts that never import each other. */
export const parts = ['server', 'web'] as const;

/**
 * The features of the product, each under the one name that it has in every part. Beside it, other words for it: no path of the
 * program may hold one.
 */
export const features: Readonly<Record<string, readonly string[]>> = {
  clinicians: ['employees/'],
  clinics: ['features/clinic/'],
  consent: [],
  crisis: ['danger-events'],
  help: [],
  login: ['auth/', 'security/', 'sessions/'],
  monitor: [],
  patients: ['imports/'],
  relatives: ['system-view', 'system-agreement', 'SystemView', 'sharing'],
  reports: [],
  research: ['server/export/'],
  'subject-rights': ['server/retention/'],
  surveys: ['features/survey/'],
  windows: [],
};
