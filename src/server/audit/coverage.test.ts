import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { routes, type RouteName } from '../../contract/routes.ts';
import { requests } from '../../../test/access-requests.ts';
import { aWorld, type Actor, type World } from '../../../test/access-world.ts';
import { inClinic } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { askingConsent } from '../../../test/consent.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import type { AuditEntry } from './queries.ts';

type Action = AuditEntry['action'];

// What each call leaves in the trail when it succeeds (R64); null where it neither shows nor changes anything of a patient
// or an account, and for what a patient sees and does alone: answers are rows with a time that nobody can change, and
// begin and end of a survey are written down.
const expected = {
  loginPatient: 'login',
  loginClinician: 'login',
  loginAdmin: 'login',
  getLoginChallenge: null,
  refreshSession: null,
  logout: 'logout',
  listClinics: null,
  registerAdmin: 'admin_registered',
  changePassword: 'password_changed',
  getSecondFactor: null,
  beginSecondFactor: 'second_factor_begun',
  confirmSecondFactor: 'second_factor_set_up',
  renewRecoveryCodes: 'recovery_codes_renewed',
  removeSecondFactor: 'second_factor_removed',
  listSessions: null,
  endOtherSessions: 'sessions_ended',
  listNotices: null,
  listDiagnoses: null,
  listClinicians: null,
  listOwnPatients: 'patients_listed',
  listClinicPatients: 'patients_listed',
  registerPatient: 'patient_registered',
  editPatient: 'patient_edited',
  assignPatient: 'patient_assigned',
  transferPatients: 'patients_transferred',
  validateCsv: 'import_checked',
  importCsv: 'patients_imported',
  listCliniciansWithCounts: null,
  registerClinician: 'clinician_registered',
  renameClinician: 'clinician_renamed',
  listPatientsOfClinician: 'patient_codes_listed',
  resetPasswordByGet: 'password_reset',
  resetPassword: 'password_reset',
  enableClinicianByGet: 'clinician_enabled',
  enableClinician: 'clinician_enabled',
  disableClinicianByGet: 'clinician_disabled',
  disableClinician: 'clinician_disabled',
  getSurvey: 'survey_started',
  submitSurvey: null,
  saveDraft: null,
  listWindows: null,
  getCurrentWindow: null,
  getConsent: null,
  giveConsent: 'consent_given',
  withdrawConsent: 'consent_withdrawn',
  listPatientReports: null,
  getPatientReport: 'patient_report_viewed',
  getClinicianReport: 'report_viewed',
  getClinicianReportPdf: 'report_viewed',
} as const satisfies Record<RouteName, Action | null>;

type Row = Record<string, (Actor | 'everybody')[]>;
const matrix: { routes: Record<string, Record<string, Row>> } = JSON.parse(
  readFileSync(new URL('../../../authz.json', import.meta.url), 'utf8'),
);
const names = Object.keys(routes) as RouteName[];

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = askingConsent(await testServices());
  app = await buildApp(services);
});

after(() => app.close());

const newestRow = (clinicId: string) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
  );

async function rowsAfter(clinicId: string, id: number) {
  return inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'result', 'actor_id', 'role', 'object_id', 'request_id', 'address_prefix'])
      .where('id', '>', id)
      .orderBy('id')
      .execute(),
  );
}

const people = {
  patient: (world: World) => world.patient,
  other_patient: (world: World) => world.otherPatient,
  clinician: (world: World) => world.clinician,
  colleague: (world: World) => world.colleague,
  admin: (world: World) => world.admin,
} as const;
type Person = keyof typeof people;
const isPerson = (actor: string): actor is Person => actor in people;

/** The rows a call leaves in the clinic it belongs to. */
async function rowsOf(name: RouteName, object: string, world: World, actor: Actor) {
  const request = await requests[name][object]?.({ world, actor, app, services });
  const clinicId = name === 'registerAdmin' ? world.emptyClinicId : world.clinicId;
  const last = Number((await newestRow(clinicId))?.id ?? 0);
  const { status } = await call(app, name, { as: world.cookies[actor], address: '198.51.100.7', ...request });
  return { status, rows: await rowsAfter(clinicId, last) };
}

/** Who is to get an outcome of the matrix, and for what. */
function cases(name: RouteName, fits: (outcome: string) => boolean): { object: string; actor: Actor }[] {
  return Object.entries(matrix.routes[name] ?? {}).flatMap(([object, row]) =>
    Object.entries(row).flatMap(([outcome, actors]) =>
      fits(outcome)
        ? actors.map((actor) => ({ object, actor: actor === 'everybody' ? ('clinician' as const) : actor }))
        : [],
    ),
  );
}

describe('one row in the trail, with who, what and from where, is left by', () => {
  for (const name of names) {
    const action = expected[name];
    if (action === null) continue;
    test(name, async () => {
      const [first] = cases(name, (outcome) => outcome.startsWith('2'));
      assert.ok(first, 'the matrix knows somebody who may');
      const world = await aWorld(services);
      const { status, rows } = await rowsOf(name, first.object, world, first.actor);
      assert.ok(status < 300, `${status}`);
      const written = rows.filter((row) => row.action === action);
      assert.equal(written.length, 1, JSON.stringify(rows));
      assert.equal(rows.length, 1, JSON.stringify(rows));
      assert.deepEqual([written[0]?.result, written[0]?.address_prefix], ['done', '198.51.100.0/24']);
      if (routes[name].access !== 'public' && isPerson(first.actor))
        assert.equal(written[0]?.actor_id, people[first.actor](world).id);
    });
  }
});

describe('no row is left by', () => {
  for (const name of names) {
    if (expected[name] !== null) continue;
    test(name, async () => {
      const [first] = cases(name, (outcome) => outcome.startsWith('2'));
      assert.ok(first);
      const world = await aWorld(services);
      if (first.actor.endsWith('patient')) await call(app, 'getSurvey', { as: world.cookies[first.actor] });
      const { status, rows } = await rowsOf(name, first.object, world, first.actor);
      assert.ok(status < 300, `${status}`);
      assert.deepEqual(rows, []);
    });
  }
});

describe('a refusal of a signed-in user is one row that says which call and why:', () => {
  for (const name of names) {
    const refused = cases(name, (outcome) => /^(403 forbidden|404 )/.test(outcome)).filter(({ actor }) =>
      isPerson(actor),
    );
    if (routes[name].access === 'public' || refused.length === 0) continue;
    test(name, async () => {
      const world = await aWorld(services);
      for (const { object, actor } of refused) {
        const { status, rows } = await rowsOf(name, object, world, actor);
        assert.ok(status === 403 || status === 404);
        assert.equal(rows.length, 1, `${actor}, ${object}: ${JSON.stringify(rows)}`);
        assert.deepEqual([rows[0]?.action, rows[0]?.result], ['call_refused', 'refused']);
        assert.ok(isPerson(actor) && rows[0]?.actor_id === people[actor](world).id);
        assert.match(
          rows[0]?.object_id ?? '',
          new RegExp(`^(forbidden|not_found) ${name}( [0-9a-f-]{36})?$`),
        );
      }
    });
  }
});

test('a change that is undone leaves no row of having been done', async () => {
  const world = await aWorld(services);
  const { status, rows } = await rowsOf(
    'assignPatient',
    'the patient to a disabled clinician',
    world,
    'admin',
  );
  assert.ok(status >= 400);
  assert.deepEqual(
    rows.filter(({ result }) => result === 'done'),
    [],
  );
});
