import type { rooms } from './rooms.ts';

/**
 * The most that a room may measure: its lines without tests, its files, and its reach. The reach of a file is the number of files
 * that it stands on, itself included. Imports of values are followed to the end; for `contract` and `database` those of types,
 * too. The reach of a room is that of its widest file. A larger room fails the check. Somebody who needs more changes the number
 * here, in sight, and better lowers another one.
 */
export type Budget = readonly [lines: number, files: number, reach: number];

export const budgets = {
  psychometrics: [2944, 29, 22],
  domain: [8345, 85, 51],
  contract: [1790, 17, 23],
  text: [4285, 57, 7],
  'server/settings': [866, 9, 27],
  'server/database': [1677, 16, 22],
  'server/trial-database': [985, 8, 11],
  'server/work': [236, 5, 3],
  'server/observe': [346, 4, 11],
  'server/keys': [662, 8, 5],
  'server/print': [1710, 16, 12],
  'server/print/charts': [685, 6, 18],
  'server/instruments': [756, 9, 56],
  'server/services': [105, 1, 2],
  'server/http': [1345, 25, 21],
  'server/audit': [853, 10, 11],
  'server/login': [2627, 28, 40],
  'server/clinics': [479, 5, 34],
  'server/consent': [233, 4, 15],
  'server/mail': [1357, 17, 42],
  'server/crisis': [959, 11, 29],
  'server/clinicians': [256, 3, 29],
  'server/surveys': [1284, 17, 87],
  'server/patients': [1424, 15, 52],
  'server/documents': [1426, 16, 105],
  'server/reports': [2886, 25, 116],
  'server/relatives': [528, 8, 72],
  'server/subject-rights': [716, 8, 55],
  'server/research': [2905, 27, 90],
  'server/backup': [1608, 15, 40],
  'server/jobs': [188, 1, 119],
  'server/api': [185, 1, 42],
  'server/app': [219, 1, 324],
  'server/demo': [692, 6, 211],
  'server/start': [308, 1, 401],
  'server/operator': [3283, 36, 511],
  'web/paths': [84, 1, 2],
  'web/ui': [3081, 51, 16],
  'web/api': [1793, 36, 35],
  'web/theme': [96, 5, 24],
  'web/features/help': [102, 3, 35],
  'web/features/windows': [226, 3, 56],
  'web/features/consent': [314, 4, 49],
  'web/features/crisis': [1120, 10, 72],
  'web/features/reports': [936, 20, 48],
  'web/features/relatives': [147, 3, 48],
  'web/features/surveys': [2051, 23, 82],
  'web/features/patients': [3573, 30, 111],
  'web/features/clinicians': [1421, 16, 103],
  'web/features/clinics': [655, 6, 89],
  'web/features/login': [571, 6, 49],
  'web/features/monitor': [292, 2, 64],
  'web/further-pages': [5, 1, 1],
  'extensions/extension': [20, 1, 1],
  'extensions/expected-course': [2647, 34, 248],
  'extensions/fhir': [3795, 27, 111],
  'extensions/questionnaire-formats': [2996, 27, 76],
  'extensions/research-extras': [570, 7, 16],
  'extensions/workshop': [8606, 86, 217],
  'extensions/list': [15, 1, 387],
  'extensions/web': [10, 1, 14],
  'server/main': [83, 1, 552],
  'server/operator/main': [19, 1, 643],
  'web/frame': [1150, 18, 69],
  'web/pages/landing': [91, 1, 45],
  'web/pages/legal': [151, 2, 47],
  'web/pages/login': [521, 6, 59],
  'web/pages/information': [127, 1, 16],
  'web/pages/patient': [439, 4, 88],
  'web/pages/clinician': [650, 5, 115],
  'web/pages/admin': [247, 1, 113],
  'web/first-calls': [33, 1, 25],
  'web/clinician-home': [7, 1, 121],
  'web/further-page': [12, 1, 29],
  'web/routes': [118, 1, 93],
  'web/main': [30, 1, 99],
  'web/start': [24, 1, 30],
} as const satisfies Record<keyof typeof rooms, Budget>;

/** The bounds of the whole house, in lines without tests. */
export const whole = { core: 71322, extensions: 18659, css: 7141 } as const;

/** The bounds of single files, as reach. A handlers file without an entry has that of `handlers`, a page that of `pages`. */
export const reaches = {
  handlers: 80,
  pages: 115,
  'server/reports/handlers.ts': 116,
  'server/relatives/handlers.ts': 72,
  // The last page of a survey scores it, by all rules of scales.
  'server/surveys/submit-handlers.ts': 87,
  'extensions/expected-course/server/signal-handlers.ts': 88,
  // A draft is checked as an instrument file is, and its examples are scored.
  'extensions/workshop/server/draft-handlers.ts': 105,
  'extensions/workshop/server/signature-handlers.ts': 90,
  'server/database/transaction.ts': 20,
  // To come down to 22.
  'contract/routes.ts': 22,
} as const;

/** The folders and loose files of the server. */
export const serverRooms = { folders: 26, files: 6 } as const;

/**
 * The only places that may keep something between two calls, with what and why it is no harm. A module-level `let`, `Map`, `Set` or
 * `WeakMap` that is filled later fails elsewhere.
 */
export const states = {
  'domain/today.ts formats': 'formatters of patterns',
  'domain/adaptive-bank.ts prepared': 'an adaptive dimension as bank and rules, which never change',
  'psychometrics/bank-tables.ts tables': 'tables of an item bank, which never changes',
  'psychometrics/prepared-test.ts prepared': 'an adaptive test made ready, which never changes',
  'server/audit/count-refusals.ts ofDatabase':
    'refusals of the last seconds, counted together; written at the next flush and at the stop',
  'server/database/pool.ts statementNames':
    'names of prepared statements, of which PostgreSQL keeps the plans',
  'server/documents/test-quality.ts qualities': 'simulations of an adaptive test, the same for everybody',
  'server/keys/keys.ts derived': 'keys derived from the roots of the key file, which never change',
  'server/login/login-door.ts refusals':
    'names refused lately, so that a flood costs no database; each process for itself',
  'server/print/html.ts compacted': 'templates of the program without line breaks',
  'server/print/pdf-process.ts compiler': 'the typesetter of the process for PDF',
  'server/settings/database-hosts.ts places': 'which host was the primary; a wrong guess costs one try',
  'server/surveys/time-left.ts measured': 'typical seconds of pages, an hour old at most',
  'web/api/announcements.ts known': 'scripts of this page and of announced versions',
  'web/api/config.ts current': 'the settings that the server gave',
  'web/api/early-calls.ts begun': 'calls that began before their page arrived',
  'web/api/leaving.ts savings': 'forms that are not saved yet',
  'web/api/refresh.ts lastRefresh': 'when the session was last renewed',
  'web/api/refresh.ts underWay': 'the renewal under way',
  'web/api/refresh.ts repetition': 'the timer of the renewal',
  'web/api/server-time.ts offset': 'how far the clock of the device is off',
  'web/features/reports/final-report.ts shown': 'the report that is shown',
  'web/features/surveys/use-draft.ts kept': 'the draft that is not stored yet',
  'web/ui/GuardedLink.tsx guard': 'who asks before the page is left',
  'web/ui/navigation.tsx showPlace': 'shows another page',
} as const satisfies Readonly<Record<string, string>>;
