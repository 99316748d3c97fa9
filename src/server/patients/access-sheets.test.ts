import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, test } from 'node:test';
import jsQR from 'jsqr';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { eventually } from '../../../test/eventually.ts';
import { call } from '../../../test/call.ts';
import { calls } from '../../contract/calls.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { printedForm, renderPdf } from '../print/print-pdf.ts';
import type { Services } from '../services.ts';
import { accessSheets } from './access-sheets.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const PIXELS = 4;

/** What a phone reads from the picture of a QR code. */
function scanned(svg: string): string | undefined {
  const [edge = 0, , size = 0] = /viewBox="([^"]+)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
  const width = size * PIXELS;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS; row += 1)
      for (let column = 0; column < PIXELS; column += 1) {
        const at = ((Number(y) - edge) * PIXELS + row) * width + (Number(x) - edge) * PIXELS + column;
        pixels.fill(0, at * 4, at * 4 + 3);
      }
  return jsQR.default(pixels, width, width)?.data;
}

const place = {
  origin: 'https://resonanz.klinik.example',
  product: 'Resonanz',
  clinic: { id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff', name: 'Ambulanz Musterstadt', contact: '030 123' },
  help: { text: 'Rufen Sie an.', numbers: [{ name: 'Notruf', number: '112', hours: '' }] },
};

test('the QR code of an access sheet opens the login with the clinic chosen', () => {
  const printed = printedForm(accessSheets(place, ['P1001']));
  const svgs = [...printed.matchAll(/<svg.*?<\/svg>/g)].map(([svg]) => svg.replaceAll('\\"', '"'));
  assert.deepEqual(svgs.map(scanned), [
    'https://resonanz.klinik.example/loginpatient?klinik=0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  ]);
});

test('each patient has a sheet with ID, clinic, contact and help', () => {
  const { blocks } = accessSheets(place, ['P1001', 'P1002']);
  assert.equal(blocks.filter(({ kind }) => kind === 'heading').length, 2);
  const text = JSON.stringify(blocks);
  for (const part of [
    'P1001',
    'P1002',
    'Ambulanz Musterstadt',
    '030 123',
    'Notruf\u00a0112',
    'Ihr Passwort ist Ihr Geburtsdatum',
  ])
    assert.ok(text.includes(part), part);
});

test('the QR code of the clinic is made once for all sheets of a document', () => {
  const { blocks } = accessSheets(place, ['P1001', 'P1002', 'P1003']);
  const cells = blocks.flatMap((block) => (block.kind === 'columns' ? block.cells.flat() : []));
  const figures = cells.flatMap((block) => (block.kind === 'figure' ? [block.svg] : []));
  assert.equal(figures.length, 3);
  assert.equal(new Set(figures).size, 1);
});

test('a clinician gets the sheets of own patients as a PDF, and the trail names each patient', async () => {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const patients = [];
  for (let count = 0; count < 2; count += 1)
    patients.push(
      await aPatient(services, clinic.id, { clinicianId: clinician.id, birthDate: '1984-02-29' }),
    );
  const body = { patient_ids: patients.map(({ id }) => id) };
  for (const user of [clinician, await anAdmin(services, clinic.id)]) {
    const { status, body: pdf } = await call(app, 'makeAccessSheets', {
      as: await signIn(services, user),
      body,
    });
    assert.equal(status, 200);
    assert.ok(pdf.startsWith('%PDF'));
  }
  const rows = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').select(['patient_id']).where('action', '=', 'access_sheet_made').execute(),
  );
  assert.deepEqual(
    rows.map(({ patient_id: id }) => id).toSorted(),
    [...body.patient_ids, ...body.patient_ids].toSorted(),
  );
});

test('the sheets of a browser that has gone while they waited are not typeset', async (t) => {
  const own = await buildApp(services);
  t.after(() => own.close());
  const answers: ServerResponse[] = [];
  own.server.on('request', (_request, response: ServerResponse) => answers.push(response));
  const address = await own.listen({ port: 0, host: '127.0.0.1' });
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const { id } = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const as = await signIn(services, clinician);
  const many = Array.from({ length: 500 }, (_, index) => `P${index}`);
  const before = renderPdf(accessSheets(place, many));
  const leaving = new AbortController();
  const answer = fetch(`${address}${calls.makeAccessSheets.path}`, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'resonanz',
      cookie: Object.entries(as)
        .map((pair) => pair.join('='))
        .join('; '),
    },
    body: JSON.stringify({ patient_ids: [id] }),
  });
  // The sheet is in the trail, so it waits for its turn.
  await eventually(async () =>
    inClinic(services, clinic.id, (db) =>
      db
        .selectFrom('audit')
        .select('id')
        .where('patient_id', '=', id)
        .where('action', '=', 'access_sheet_made')
        .executeTakeFirstOrThrow(),
    ),
  );
  leaving.abort();
  await assert.rejects(answer);
  await before;
  await eventually(async () => assert.equal(answers[0]?.statusCode, 400));
});

test('the file is the same with another birth date: it holds the date in no form, for one patient and for many', async () => {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const as = await signIn(services, clinician);
  const dates = { admission: '2026-01-10', discharge: '2026-12-10' };
  const patients: TestUser[] = [];
  for (let count = 0; count < 3; count += 1)
    patients.push(
      await aPatient(services, clinic.id, { clinicianId: clinician.id, birthDate: '1984-02-29', ...dates }),
    );
  const sheets = async () => {
    const files: string[] = [];
    for (const some of [patients.slice(0, 1), patients])
      files.push(
        (await call(app, 'makeAccessSheets', { as, body: { patient_ids: some.map(({ id }) => id) } })).body,
      );
    return files;
  };
  const before = await sheets();
  for (const { id, name: code } of patients) {
    const record = { code, gender: 'FEMALE', diagnoses: [{ id: 'F32.1' }], labels: [], ...dates } as const;
    const body = { ...record, date_of_birth: '1951-12-03' };
    assert.equal((await call(app, 'editPatient', { as, params: { id }, body })).status, 200);
  }
  assert.deepEqual(await sheets(), before);
});
