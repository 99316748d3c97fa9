import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { aClinic, aClinician, anAdmin, aPatient, inClinic } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { answersTo } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { createLog } from './log.ts';
import type { Services } from '../services.ts';

const onError = () => {};
const lines: string[] = [];

// Values that must never stand in the log. Each is used below.
const canaries = {
  code: 'KANARIE7',
  otherCode: 'KANARIE8',
  wrongCode: 'KANARIE9',
  birthDate: '1961-04-23',
  germanDate: '23.04.1961',
  wrongDate: '1962-05-24',
  editedDate: '1963-06-25',
  clinician: 'kanarienvogel',
  renamed: 'kanarienhahn',
  admin: 'kanarienadmin',
  password: 'Kanarien-Gesang-61',
  newPassword: 'Kanarien-Gesang-62',
  wrongPassword: 'Kanarien-Gesang-63',
  systemId: 'KANARIENSYSTEM',
  address: 'kanarie@vogel.example',
  sentence: 'Der Kanarienvogel singt.',
  csvCode: 'KANARIECSV',
  failingCode: 'VOGELKANARIE',
  query: 'kanarienfrage',
  path: 'kanarienpfad',
  header: 'kanarienkopf',
  clinicContact: 'kanarien@kontakt.example',
};

describe('after everybody has used everything', () => {
  let services: Services;
  let app: FastifyInstance;
  let owner: Client;
  let clinicId: string;
  const secrets = new Set<string>(Object.values(canaries));

  const jarOf = ({ headers }: Answered): Record<string, string> =>
    Object.fromEntries(
      [headers['set-cookie'] ?? []].flat().map((header) => {
        const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(String(header)) ?? [];
        secrets.add(decodeURIComponent(value));
        return [name, decodeURIComponent(value)];
      }),
    );

  const logIn = async (
    route: 'loginPatient' | 'loginClinician' | 'loginAdmin',
    username: string,
    password: string,
  ) => {
    const headers = { 'user-agent': canaries.header, authorization: `Bearer ${canaries.header}` };
    return jarOf(await call(app, route, { body: { clinic_id: clinicId, username, password }, headers }));
  };

  before(async () => {
    const { url } = await testDatabase();
    services = await testServices({
      pool: aPool(url),
      loginPool: aPool(url, 5),
      log: createLog('trace', (line) => lines.push(line)),
    });
    owner = new Client(url);
    await owner.on('error', onError).connect();
    app = await buildApp(services);
    clinicId = (await aClinic(services, { contact: canaries.clinicContact })).id;
    await useEverything();
  });

  async function useEverything(): Promise<void> {
    await anAdmin(services, clinicId, { username: canaries.admin, password: canaries.password });
    const clinician = await aClinician(services, clinicId, {
      username: canaries.clinician,
      password: canaries.password,
    });
    await aPatient(services, clinicId, {
      code: canaries.code,
      birthDate: canaries.birthDate,
      clinicianId: clinician.id,
      labels: [{ key: 'CLUSTER', value: canaries.systemId }],
    });
    await logIn('loginPatient', canaries.code, canaries.wrongDate);
    await logIn('loginPatient', canaries.wrongCode, canaries.germanDate);
    await logIn('loginClinician', canaries.clinician, canaries.wrongPassword);
    const staff = await logIn('loginClinician', canaries.clinician, canaries.password);
    const admin = await logIn('loginAdmin', canaries.admin, canaries.password);
    const patient = await logIn('loginPatient', canaries.code, canaries.germanDate);
    await answerAll(patient);
    await workAsStaff(staff, admin, clinician.id);
    await causeFaults(admin);
    await call(app, 'refreshSession', { as: patient });
    await call(app, 'logout', { as: patient });
  }

  async function answerAll(as: Record<string, string>): Promise<void> {
    await call(app, 'listWindows', { as });
    for (;;) {
      const { status, body: page } = await call(app, 'getSurvey', { as });
      if (status !== 200) return;
      const types = new Map<string, string>(
        page.items.map((item: { id: string; type: string }) => [item.id, item.type]),
      );
      const answers = answersTo(page).map((answer) => {
        const type = types.get(answer.id) ?? '';
        const text = type.startsWith('EMAIL')
          ? canaries.address
          : type.startsWith('QUESTION_TEXT')
            ? canaries.sentence
            : undefined;
        return text === undefined ? answer : { ...answer, value: text, label: text };
      });
      const body = { type: 'json', value: JSON.stringify(answers) };
      await call(app, 'saveDraft', { as, body });
      const bad = { type: 'json', value: JSON.stringify([{ id: canaries.path, value: canaries.sentence }]) };
      await call(app, 'submitSurvey', { as, body: bad });
      assert.equal((await call(app, 'submitSurvey', { as, body })).status, 200);
    }
  }

  async function workAsStaff(
    staff: Record<string, string>,
    admin: Record<string, string>,
    clinicianId: string,
  ): Promise<void> {
    const registration = {
      code: canaries.otherCode,
      day_of_birth: canaries.birthDate,
      gender: 'MALE',
      clinician_username: canaries.clinician,
      diagnosis_id: 'F32.1',
      admission: '2026-01-01',
      discharge: '2026-12-01',
      labels: [{ key: 'CLUSTER', value: canaries.systemId }],
    };
    for (let count = 0; count < 2; count++)
      await call(app, 'registerPatient', { as: staff, body: registration });
    const { body: list } = await call(app, 'listOwnPatients', { as: staff });
    const { id } = list.list_patient_dto[0];
    const { code, gender, admission, discharge, diagnoses, labels } = list.list_patient_dto[0];
    const edit = {
      code,
      gender,
      admission,
      discharge,
      diagnoses,
      labels,
      date_of_birth: canaries.editedDate,
    };
    await call(app, 'editPatient', { as: staff, params: { id }, body: edit });
    const [session] = list.list_patient_dto.flatMap(
      (one: { survey_statuses: object[] }) => one.survey_statuses,
    );
    assert.equal(
      (await call(app, 'getClinicianReport', { as: staff, params: { id: session.survey_session_id } }))
        .status,
      200,
    );
    const file = `code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels\n${canaries.csvCode};${canaries.birthDate};MALE;F32.1;${canaries.clinician};2026-01-01;2026-12-01;${canaries.systemId}\n`;
    await call(app, 'validateCsv', { as: admin, file });
    await call(app, 'importCsv', { as: admin, file });
    const password = {
      old_password: canaries.wrongPassword,
      new_password: canaries.newPassword,
      confirmed_new_password: canaries.newPassword,
    };
    await call(app, 'changePassword', { as: staff, body: password });
    await call(app, 'changePassword', { as: staff, body: { ...password, old_password: canaries.password } });
    await call(app, 'renameClinician', {
      as: admin,
      body: { id: clinicianId, username: canaries.renamed, enabled: true },
    });
    const shown = await call(app, 'resetPassword', { as: admin, params: { id: clinicianId } });
    secrets.add(shown.body.data);
    secrets.add((await call(app, 'registerClinician', { as: admin, body: { username: 'neu' } })).body.data);
  }

  // Malformed requests, and faults of the program that hold all of these values.
  async function causeFaults(as: Record<string, string>): Promise<void> {
    const headers = { 'x-requested-with': 'resonanz', 'x-secret': canaries.header };
    for (const url of [
      `/api/${canaries.path}`,
      `/api/clinics?token=${canaries.query}`,
      `/${canaries.path}?q=${canaries.query}`,
      `/api/%zz${canaries.path}`,
      `/api/auth/clinicians/${canaries.path}/activation`,
    ])
      await app.inject({ url, headers, cookies: as });
    const payload = `{"username":"${canaries.code}",`;
    await app.inject({
      method: 'POST',
      url: '/api/patients/login',
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
    await owner.query(`ALTER TABLE patients ADD CONSTRAINT refused CHECK (code NOT LIKE 'KANARIEN%')`);
    await owner.query(`CREATE FUNCTION fail_on_code() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM NEW.code::integer; RETURN NEW; END $$`);
    await owner.query(
      `CREATE TRIGGER fail BEFORE INSERT ON patients FOR EACH ROW WHEN (NEW.code LIKE 'VOGEL%')
       EXECUTE FUNCTION fail_on_code()`,
    );
    const registration = {
      code: 'KANARIEN1',
      day_of_birth: canaries.birthDate,
      gender: 'MALE',
      clinician_username: canaries.renamed,
      diagnosis_id: 'F32.1',
      admission: '2026-01-01',
      discharge: '2026-12-01',
      labels: [{ key: 'CLUSTER', value: canaries.systemId }],
    };
    const failures = [registration, { ...registration, code: canaries.failingCode }];
    for (const body of failures) assert.equal((await call(app, 'registerPatient', { as, body })).status, 500);
  }

  test('the log names calls, users and faults', () => {
    const entries = lines.map((line) => JSON.parse(line));
    assert.ok(entries.length > 40);
    assert.ok(entries.some(({ route, user }) => route === '/api/auth/patients/survey' && user));
    assert.equal(entries.filter(({ level }) => level === 'error').length, 2);
  });

  test('the log holds nothing that users typed, saw or own', () => {
    const text = lines.join('').toLowerCase();
    assert.ok(secrets.size >= 28);
    const seen = [...secrets].filter((secret) => secret !== '' && text.includes(secret.toLowerCase()));
    assert.deepEqual(seen, []);
  });

  test('the audit trail holds nothing that users typed, saw or own', async () => {
    const rows = await inClinic(services, clinicId, (db) => db.selectFrom('audit').selectAll().execute());
    const text = JSON.stringify(rows).toLowerCase();
    assert.deepEqual(
      [...secrets].filter((secret) => secret !== '' && text.includes(secret.toLowerCase())),
      [],
    );
  });

  test('no table holds in clear what must be encrypted or hashed', async () => {
    const hidden = [
      canaries.birthDate,
      canaries.germanDate,
      canaries.editedDate,
      canaries.wrongDate,
      canaries.password,
      canaries.newPassword,
      canaries.wrongPassword,
      canaries.address,
      canaries.sentence,
      canaries.wrongCode,
      canaries.systemId,
    ];
    const { rows } = await owner.query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows) {
      const stored = await owner.query(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`);
      const text = String(stored.rows[0].text).toLowerCase();
      for (const value of hidden) {
        assert.ok(!text.includes(value.toLowerCase()), `${value} in ${name}`);
        assert.ok(!text.includes(Buffer.from(value).toString('hex')), `${value} in ${name}`);
      }
    }
    await owner.end();
  });
});
