import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { FieldError } from '../../contract/errors.ts';
import { fieldText } from '../../text/fields.ts';
import { aClinic, aClinician, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aLedClinic() {
  const clinic = await aClinic(services, { contact: 'sekretariat@ambulanz.example' });
  return { ...clinic, as: await signIn(services, await anAdmin(services, clinic.id)) };
}

type LedClinic = Awaited<ReturnType<typeof aLedClinic>>;

const telephone = { name: 'Ambulanz', number: '+49 (30) 123/45-6', hours: 'Mo bis Fr, 8 bis 18 Uhr' };

const settings = {
  contact: 'Telefon 030 123456',
  help: { text: 'Bitte rufen Sie an.\nSie stören nicht.', numbers: [telephone] },
  duty_address: 'dienst@ambulanz.example',
  hours: { urgent: 2, notice: 48 },
};

/** What the admin reads, without the revision of it. */
async function read({ as }: LedClinic) {
  const answered = await call(app, 'getClinicSettings', { as });
  const { revision, ...body } = answered.body;
  assert.match(revision, /^\d+$/);
  return { ...answered, body };
}

const write = ({ as }: LedClinic, body: object) => call(app, 'setClinicSettings', { as, body });
const helpOf = (id: string) => call(app, 'getClinicHelp', { params: { id } });

test('a clinic without settings has the help of the configuration, no duty address, and 4 and 72 hours', async () => {
  const clinic = await aLedClinic();
  const { help } = services.config.public;
  assert.deepEqual((await read(clinic)).body, {
    contact: 'sekretariat@ambulanz.example',
    help,
    duty_address: '',
    hours: { urgent: 4, notice: 72 },
  });
  assert.deepEqual((await helpOf(clinic.id)).body, help);
});

test('what the admin sets is read again, without blanks around it, and no other clinic changes', async () => {
  const [clinic, other] = [await aLedClinic(), await aLedClinic()];
  const untouched = (await read(other)).body;
  const padded = { ...telephone, name: ' Ambulanz ', number: ' +49 (30) 123/45-6 ' };
  const { status, body } = await write(clinic, {
    ...settings,
    contact: '  Telefon 030 123456 ',
    help: { text: ' Bitte rufen Sie an.\nSie stören nicht.\n', numbers: [padded] },
    duty_address: ' dienst@ambulanz.example ',
  });
  assert.deepEqual([status, body], [200, {}]);
  assert.deepEqual((await read(clinic)).body, settings);
  assert.deepEqual((await helpOf(clinic.id)).body, settings.help);
  assert.deepEqual((await read(other)).body, untouched);
});

test('a contact and hours of a number may be empty, and a duty address can be taken away', async () => {
  const clinic = await aLedClinic();
  await write(clinic, settings);
  const numbers = [{ ...telephone, hours: '' }];
  const emptied = { ...settings, contact: '', duty_address: '', help: { text: 'x', numbers } };
  assert.equal((await write(clinic, emptied)).status, 200);
  assert.deepEqual((await read(clinic)).body, emptied);
});

test('a new contact stands in the list of clinics and in the next login', async () => {
  const clinic = await aLedClinic();
  const clinician = await aClinician(services, clinic.id);
  await write(clinic, settings);
  const { body: clinics } = await call(app, 'listClinics');
  const { contact } = clinics.find(({ id }: { id: string }) => id === clinic.id);
  const login = { clinic_id: clinic.id, username: clinician.name, password: clinician.secret };
  const { body } = await call(app, 'loginClinician', { body: login });
  assert.deepEqual([contact, body.clinic_contact], [settings.contact, settings.contact]);
});

test('a clinic that keeps the default help gets a later default of the operator', async () => {
  const clinic = await aLedClinic();
  await write(clinic, settings);
  await write(clinic, { ...settings, help: services.config.public.help });
  const later = { text: 'Später', numbers: [telephone] };
  const config = { ...services.config, public: { ...services.config.public, help: later } };
  const restarted = await buildApp({ ...services, config });
  const { body } = await call(restarted, 'getClinicHelp', { params: { id: clinic.id } });
  assert.deepEqual(body, later);
});

test('help is public, and an unknown clinic is not found', async () => {
  assert.equal((await helpOf(randomUUID())).status, 404);
  assert.notEqual((await helpOf("'; DROP TABLE clinics; --")).status, 200);
});

test('a change of the settings leaves its row in the trail, and a refused change leaves none', async () => {
  const clinic = await aLedClinic();
  await write(clinic, { ...settings, contact: 7 });
  await write(clinic, settings);
  const rows = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'role'])
      .where('action', '=', 'clinic_settings_changed')
      .execute(),
  );
  assert.deepEqual(rows, [{ action: 'clinic_settings_changed', role: 'admin' }]);
});

const numbered = (changed: object) => ({
  ...settings,
  help: { ...settings.help, numbers: [telephone, { ...telephone, ...changed }] },
});
const helped = (changed: object) => ({ ...settings, help: { ...settings.help, ...changed } });
const timed = (changed: object) => ({ ...settings, hours: { ...settings.hours, ...changed } });

const refused: [body: object, path: string, code: string][] = [
  [{ ...settings, contact: 'x'.repeat(201) }, 'contact', 'too_long'],
  [{ ...settings, contact: 'a\nb' }, 'contact', 'invalid_characters'],
  [{ ...settings, contact: null }, 'contact', 'invalid'],
  [helped({ text: '  \n ' }), 'help.text', 'required'],
  [helped({ text: 'x'.repeat(2001) }), 'help.text', 'too_long'],
  [helped({ text: 'a\u0000b' }), 'help.text', 'invalid_characters'],
  [helped({ text: '\ud800' }), 'help.text', 'invalid_characters'],
  [helped({ numbers: [] }), 'help.numbers', 'required'],
  [helped({ numbers: Array.from({ length: 13 }, () => telephone) }), 'help.numbers', 'too_many'],
  [helped({ numbers: { length: 1, 0: telephone } }), 'help.numbers', 'invalid'],
  [helped({ numbers: [null] }), 'help.numbers.0', 'invalid'],
  [numbered({ name: ' ' }), 'help.numbers.1.name', 'required'],
  [numbered({ name: 'x'.repeat(201) }), 'help.numbers.1.name', 'too_long'],
  [numbered({ name: 'a\tb' }), 'help.numbers.1.name', 'invalid_characters'],
  [numbered({ number: '' }), 'help.numbers.1.number', 'required'],
  [numbered({ number: 112 }), 'help.numbers.1.number', 'invalid'],
  [numbered({ number: 'javascript:alert(1)' }), 'help.numbers.1.number', 'phone_invalid'],
  [numbered({ number: '0800;ext=1' }), 'help.numbers.1.number', 'phone_invalid'],
  [numbered({ number: '++49' }), 'help.numbers.1.number', 'phone_invalid'],
  [numbered({ number: '٠٨٠٠' }), 'help.numbers.1.number', 'phone_invalid'],
  [numbered({ hours: 'x'.repeat(201) }), 'help.numbers.1.hours', 'too_long'],
  [{ ...settings, duty_address: 'dienst' }, 'duty_address', 'address_invalid'],
  [{ ...settings, duty_address: 'a@b.example, c@d.example' }, 'duty_address', 'address_invalid'],
  [{ ...settings, duty_address: 'a@b.example\r\nBcc: c@d.example' }, 'duty_address', 'address_invalid'],
  [{ ...settings, duty_address: 'Dienst <a@b.example>' }, 'duty_address', 'address_invalid'],
  [timed({ urgent: 0 }), 'hours.urgent', 'hours_out_of_range'],
  [timed({ urgent: 721 }), 'hours.urgent', 'hours_out_of_range'],
  [timed({ notice: 1.5 }), 'hours.notice', 'invalid'],
  [timed({ notice: '4' }), 'hours.notice', 'invalid'],
  [timed({ notice: Number.NaN }), 'hours.notice', 'invalid'],
];

test('each wrong setting is refused at its field, with a sentence, and nothing is stored', async () => {
  const clinic = await aLedClinic();
  await write(clinic, settings);
  for (const [body, path, code] of refused) {
    const { status, problem } = await write(clinic, body);
    const [error] = problem.errors ?? [];
    const expected: FieldError = { path, code, message: fieldText[code as keyof typeof fieldText] };
    assert.deepEqual([status, problem.errors?.length, error], [400, 1, expected], JSON.stringify(body));
  }
  assert.deepEqual((await read(clinic)).body, settings);
});

test('several wrong settings are all named in one refusal', async () => {
  const clinic = await aLedClinic();
  const { problem } = await write(clinic, {
    ...numbered({ name: '', number: 'x' }),
    duty_address: 'x',
    hours: { urgent: 0, notice: 0 },
  });
  assert.deepEqual(problem.errors?.map(({ path }) => path).sort(), [
    'duty_address',
    'help.numbers.1.name',
    'help.numbers.1.number',
    'hours.notice',
    'hours.urgent',
  ]);
});

test('hostile bodies are refused or lose what does not belong, and change nothing else', async () => {
  const clinic = await aLedClinic();
  for (const body of [{}, [], { help: null }, { ...settings, help: 'x' }, { ...settings, hours: [4, 72] }])
    assert.equal((await write(clinic, body)).status, 400, JSON.stringify(body));
  const other = await aLedClinic();
  const more = { ...settings, clinic_id: other.id, id: other.id, name: 'Andere', urgent_hours: 1 };
  await write(clinic, more);
  assert.equal((await read(other)).body.duty_address, '');
  const numbers = [JSON.parse('{"name":"a","number":"1","hours":"","__proto__":{"x":1},"href":"evil"}')];
  const { status } = await write(clinic, helped({ numbers }));
  const shown = (await helpOf(clinic.id)).body.numbers[0];
  if (status === 200) assert.deepEqual(shown, { name: 'a', number: '1', hours: '' });
  else assert.deepEqual([status, shown], [400, telephone]);
});
