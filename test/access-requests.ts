import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../src/contract/calls.ts';
import type { RouteName } from '../src/contract/routes.ts';
import { partSign } from '../src/domain/part-sign.ts';
import type { Services } from '../src/server/services.ts';
import { answerOf, knowItems } from '../src/server/demo/demo-answers.ts';
import type { Actor, World } from './access-world.ts';
import { BIRTH_DATE, PASSWORD, type TestUser } from './builders.ts';
import { call, type Call } from './call.ts';
import { codeAt, offerSecondFactor } from './second-factor.ts';

export type Asked = { world: World; actor: Actor; app: FastifyInstance; services: Services };
export type Requests = Record<string, (asked: Asked) => Call | Promise<Call>>;

const login =
  (user: (world: World) => TestUser, password: string) =>
  ({ world }: Asked) => ({
    body: { clinic_id: world.clinicId, username: user(world).name, password },
  });

const registration = ({ world }: Asked, clinician: TestUser) => ({
  body: {
    code: `NEU${randomUUID().slice(0, 8)}`,
    day_of_birth: BIRTH_DATE,
    gender: 'FEMALE',
    clinician_username: clinician.name,
    diagnosis_id: 'F32.1',
    admission: '2026-01-01',
    discharge: '2026-12-01',
    labels: [{ key: 'CLUSTER', value: world.clinicId }],
  },
});

const edit = (id: string, changed: object = {}) => ({
  params: { id },
  body: {
    // The same each time: what one actor has stored is no change of the next.
    code: `NEU${id.slice(0, 8)}`,
    date_of_birth: BIRTH_DATE,
    gender: 'DIVERSE',
    diagnoses: [{ id: 'F32.1' }],
    admission: '2026-01-01',
    discharge: '2026-12-01',
    labels: [],
    ...changed,
  },
});

const assignment = ({ world }: Asked, to: TestUser, patientId = world.patient.id) => ({
  body: { patient_id: patientId, clinician_from: world.clinician.id, clinician_to: to.id },
});

const transfer = ({ world }: Asked, patients: TestUser[]) => ({
  body: {
    clinician_from: world.clinician.id,
    clinician_to: world.colleague.id,
    patient_ids: patients.map(({ id }) => id),
  },
});

const file = ({ world }: Asked) => ({
  file: [
    'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels',
    `NEU${randomUUID().slice(0, 8)};1990-01-01;FEMALE;F32.1;${world.clinician.name};2026-01-01;2026-12-01;`,
  ].join('\n'),
});

const clinicianById = {
  'the clinician': ({ world }: Asked) => ({ params: { id: world.clinician.id } }),
  'the admin': ({ world }: Asked) => ({ params: { id: world.admin.id } }),
  'the patient': ({ world }: Asked) => ({ params: { id: world.patient.id } }),
  'unknown clinician': () => ({ params: { id: randomUUID() } }),
};

const adminById = {
  'another admin': ({ world }: Asked) => ({ params: { id: world.otherAdmin.id } }),
  'the admin, who asks': clinicianById['the admin'],
  'the clinician': clinicianById['the clinician'],
  'unknown admin': clinicianById['unknown clinician'],
};

const deputy = ({ services }: Asked, { id }: TestUser) => ({
  body: { deputy_id: id, from: services.today(), until: services.today() },
});

const acknowledgement = (id: string) => ({ params: { id }, body: { done: 'talked', note: 'Telefonat' } });

const settings = {
  contact: 'kontakt@praxis.example',
  help: { text: 'Rufen Sie an.', numbers: [{ name: 'Notruf', number: '112', hours: '' }] },
  duty_address: 'dienst@praxis.example',
  hours: { urgent: 2, notice: 24 },
};

const nothing = () => ({});

/** The answers of a patient to the open page. Other actors send any answer. */
async function ownPage({ world, actor, app, services }: Asked): Promise<Call> {
  if (!actor.endsWith('patient')) return { body: { type: 'json', value: '[]' } };
  const { body: page } = await call(app, 'getSurvey', { as: world.cookies[actor] });
  const known = knowItems([...services.registry.instruments.values()], services.registry.protocol);
  const person = { name: actor, theta: 0 };
  const answers = page.items.map((item: Parameters<typeof answerOf>[1]) =>
    answerOf(person, item, known.get(item.id)),
  );
  return { body: { type: 'json', value: JSON.stringify(answers) } };
}

// In these worlds no clinic offers a second factor at first, and no staff member has one.
async function begin({ world, services }: Asked): Promise<Call> {
  await offerSecondFactor(services, [world.clinicId, world.foreignClinician.clinicId]);
  return { body: { password: PASSWORD } };
}

/** A code for the setup that the actor has begun. Other actors send any code. */
async function confirm(asked: Asked): Promise<Call> {
  const { world, actor, app } = asked;
  const begun = await call(app, 'beginSecondFactor', { as: world.cookies[actor], ...(await begin(asked)) });
  if (begun.status !== 200) return { body: { code: '000000' } };
  return { body: { code: codeAt(begun.body.secret, Date.now()) } };
}

/** Password and recovery code of an actor who has set up a second factor. */
async function passwordAndCode(asked: Asked): Promise<Call> {
  const { world, actor, app } = asked;
  const confirmed = await call(app, 'confirmSecondFactor', {
    as: world.cookies[actor],
    ...(await confirm(asked)),
  });
  return { body: { password: PASSWORD, code: confirmed.body.recovery_codes?.[0] ?? '000000' } };
}

/** The patients of the world have consented, so a patient withdraws before consenting again. */
async function withdrawnBefore({ world, actor, app, services }: Asked): Promise<Call> {
  if (actor.endsWith('patient')) await call(app, 'withdrawConsent', { as: world.cookies[actor] });
  return { body: { version: services.config.consent.version } };
}

const requestsOfRoutes: Record<RouteName, Requests> = {
  loginPatient: { 'right birth date': login((world) => world.patient, BIRTH_DATE) },
  loginClinician: { 'right password': login((world) => world.clinician, PASSWORD) },
  loginAdmin: { 'right password': login((world) => world.admin, PASSWORD) },
  refreshSession: { 'own session': nothing },
  logout: { 'own session': nothing },
  listClinics: { 'all clinics': nothing },
  getClinicHelp: {
    'the clinic': ({ world }) => ({ params: { id: world.clinicId } }),
    'unknown clinic': () => ({ params: { id: randomUUID() } }),
  },
  registerAdmin: {
    'clinic without an admin': ({ world }) => ({ body: { clinic_id: world.emptyClinicId, username: 'Neu' } }),
    'clinic with an admin': ({ world }) => ({ body: { clinic_id: world.clinicId, username: 'Neu' } }),
    'unknown clinic': () => ({ body: { clinic_id: randomUUID(), username: 'Neu' } }),
  },
  changePassword: {
    'own password': () => ({
      body: {
        old_password: PASSWORD,
        new_password: 'Ganz-neues-Wort-8',
        confirmed_new_password: 'Ganz-neues-Wort-8',
      },
    }),
  },
  getSecondFactor: { 'own second factor': nothing },
  beginSecondFactor: { 'own second factor': begin },
  confirmSecondFactor: { 'own second factor': confirm },
  renewRecoveryCodes: { 'own second factor': passwordAndCode },
  removeSecondFactor: { 'own second factor': passwordAndCode },
  listSessions: { 'own sessions': nothing },
  endOtherSessions: { 'own sessions': nothing },
  listNotices: { 'own clinic': nothing },
  listDiagnoses: { 'the catalogue': nothing },
  listClinicians: { 'own clinic': nothing },
  listOwnPatients: { 'own patients': nothing },
  listCrisisEvents: {
    'the patient': ({ world }) => ({ params: { id: world.patient.id } }),
    'the other patient, without an event': ({ world }) => ({ params: { id: world.otherPatient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  acknowledgeCrisisEvent: {
    'event of the patient': ({ world }) => acknowledgement(world.crisisEvent),
    'unknown event': () => acknowledgement(randomUUID()),
  },
  getDeputy: { 'own deputy': nothing },
  setDeputy: {
    'another clinician of the clinic': (asked) =>
      deputy(asked, asked.actor === 'colleague' ? asked.world.clinician : asked.world.colleague),
    'no deputy': () => ({ body: { deputy_id: null } }),
    'a clinician who is disabled': (asked) => deputy(asked, asked.world.disabled),
    'the patient': (asked) => deputy(asked, asked.world.patient),
  },
  getReminderAddress: { 'own address': nothing },
  setReminderAddress: { 'own address': () => ({ body: { address: 'dienst@praxis.example' } }) },
  getClinicSettings: { 'own clinic': nothing },
  setClinicSettings: { 'own clinic': () => ({ body: settings }) },
  setDeputyOfClinician: {
    'the clinician, a colleague': (asked) => ({
      params: { id: asked.world.clinician.id },
      ...deputy(asked, asked.world.colleague),
    }),
    'the clinician, a clinician of another clinic': (asked) => ({
      params: { id: asked.world.clinician.id },
      ...deputy(asked, asked.world.foreignClinician),
    }),
    'the admin': (asked) => ({
      params: { id: asked.world.admin.id },
      ...deputy(asked, asked.world.colleague),
    }),
    'unknown clinician': (asked) => ({
      params: { id: randomUUID() },
      ...deputy(asked, asked.world.colleague),
    }),
  },
  countCrisisEvents: { 'own clinic': nothing },
  listClinicPatients: { 'own clinic': nothing },
  registerPatient: {
    'for a clinician of the clinic': (asked) => registration(asked, asked.world.clinician),
    'for a disabled clinician': (asked) => registration(asked, asked.world.disabled),
  },
  makeAccessSheets: {
    'for the patient': ({ world }) => ({ body: { patient_ids: [world.patient.id] } }),
    'among them a patient of another clinic': ({ world }) => ({
      body: { patient_ids: [world.patient.id, world.foreignPatient.id] },
    }),
  },
  editPatient: {
    'the patient': ({ world }) => edit(world.patient.id),
    'the patient, given to a clinician of another clinic': ({ world }) =>
      edit(world.patient.id, { clinician_id: world.foreignClinician.id }),
    'unknown patient': () => edit(randomUUID()),
  },
  previewWindows: {
    'two dates': () => ({ params: { admission: '2026-01-05', discharge: '2027-01-05' } }),
  },
  allowDevice: {
    'the patient': ({ world }) => ({ params: { id: world.patient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  assignPatient: {
    'the patient to a colleague': (asked) => assignment(asked, asked.world.colleague),
    'the patient to a disabled clinician': (asked) => assignment(asked, asked.world.disabled),
    'the patient to a clinician of another clinic': (asked) =>
      assignment(asked, asked.world.foreignClinician),
    'unknown patient': (asked) => assignment(asked, asked.world.colleague, randomUUID()),
  },
  transferPatients: {
    'the patients of the clinician': (asked) =>
      transfer(asked, [asked.world.patient, asked.world.otherPatient]),
    'among them a patient of another clinic': (asked) =>
      transfer(asked, [asked.world.patient, asked.world.foreignPatient]),
  },
  validateCsv: { 'file for a clinician of the clinic': file },
  importCsv: { 'file for a clinician of the clinic': file },
  listAdmins: { 'own clinic': nothing },
  addAdmin: { 'a new admin': () => ({ body: { username: `Neu${randomUUID().slice(0, 8)}` } }) },
  enableAdmin: adminById,
  disableAdmin: adminById,
  resetSecondFactor: {
    'the clinician': clinicianById['the clinician'],
    'another admin': adminById['another admin'],
    'the admin, who asks': clinicianById['the admin'],
    'the patient': clinicianById['the patient'],
    'unknown account': clinicianById['unknown clinician'],
  },
  listCliniciansWithCounts: { 'own clinic': nothing },
  registerClinician: { 'a new clinician': () => ({ body: { username: `Neu${randomUUID().slice(0, 8)}` } }) },
  renameClinician: {
    'the clinician': ({ world }) => ({ body: { id: world.clinician.id, username: 'Neu', enabled: true } }),
    'the admin': ({ world }) => ({ body: { id: world.admin.id, username: 'Neu', enabled: true } }),
  },
  listPatientsOfClinician: {
    'the clinician': ({ world }) => ({ body: { clinician_id: world.clinician.id } }),
    'the patient': ({ world }) => ({ body: { clinician_id: world.patient.id } }),
  },
  listTransfers: clinicianById,
  resetPassword: clinicianById,
  enableClinician: clinicianById,
  disableClinician: {
    ...clinicianById,
    'a colleague, who has no patients': ({ world }) => ({ params: { id: world.colleague.id } }),
  },
  getSurvey: { 'own survey': nothing },
  submitSurvey: { 'own page': ownPage },
  saveDraft: { 'own page': ownPage },
  listWindows: { 'own windows': nothing },
  getCurrentWindow: { 'own windows': nothing },
  listMailAddresses: { 'own addresses': nothing },
  removeMailAddresses: { 'own addresses': nothing },
  repeatConfirmation: { 'own addresses': nothing },
  getConsent: { 'own consent': nothing },
  giveConsent: {
    'the version in force': withdrawnBefore,
    'another version': () => ({ body: { version: '0.1' } }),
  },
  withdrawConsent: { 'own consent': nothing },
  getSharing: { 'own answer': nothing },
  setSharing: { 'own answer': () => ({ body: { allowed: true } }) },
  listPatientReports: { 'own reports': nothing },
  getPatientReport: {
    'follow-up 1 of the patient': ({ world }) => ({ params: { id: world.followUp } }),
    'first survey of the patient': ({ world }) => ({ params: { id: world.firstSurvey } }),
    'unknown survey': () => ({ params: { id: randomUUID() } }),
  },
  getPatientCourse: {
    'the patient': ({ world }) => ({ params: { id: world.patient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  getSystemView: {
    'the patient': ({ world }) => ({ params: { id: world.patient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  getSystemViewPdf: {
    'the patient and the other patient, who agreed': ({ world }) => ({ params: { id: world.patient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  markReportUnread: {
    'first survey of the patient': ({ world }) => ({ params: { id: world.firstSurvey } }),
    'unknown survey': () => ({ params: { id: randomUUID() } }),
  },
  getClinicianReport: {
    'first survey of the patient': ({ world }) => ({ params: { id: world.firstSurvey } }),
    'unknown survey': () => ({ params: { id: randomUUID() } }),
  },
  getClinicianReportPdf: {
    'first survey of the patient': ({ world }) => ({ params: { id: world.firstSurvey } }),
    'unknown survey': () => ({ params: { id: randomUUID() } }),
  },
  getClinicianReportPart: {
    'first survey of the patient': ({ world }) => ({
      params: { id: world.firstSurvey, parts: partSign('overview') },
    }),
    'unknown survey': () => ({ params: { id: randomUUID(), parts: partSign('overview') } }),
  },
};

/** The request of each call of authz.json, by its object. A GET twin has the requests of its route. */
export function requestsOf(name: CallName): Requests {
  return requestsOfRoutes[calls[name].route];
}
