import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aClinic, aClinician, anAdmin, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { beginFactor } from '../login/second-factor.ts';
import { confirmSecondFactor } from '../login/second-factor-queries.ts';
import type { Services } from '../services.ts';
import type { CommandContext } from './command.ts';
import { secondFactorCommands } from './second-factor-commands.ts';

let services: Services;

before(async () => {
  services = await testServices();
});

/** The output of a command, or the message of its refusal. */
async function manage(words: string, positionals: string[], values: Record<string, boolean> = {}) {
  const printed: object[] = [];
  const command = secondFactorCommands.find((one) => one.words === words);
  try {
    // These commands use only these parts of their context.
    await command!.run({
      values,
      positionals,
      services: async () => services,
      print: (rows: object[]) => printed.push(...rows),
    } as unknown as CommandContext);
  } catch (error) {
    return (error as Error).message;
  }
  return printed[0];
}

const actions = (clinicId: string) =>
  inClinic(services, clinicId, async (db) => {
    const rows = await db.selectFrom('audit').select(['action', 'role']).orderBy('id').execute();
    return rows.map(({ action, role }) => `${role} ${action}`);
  });

async function protect({ clinicId, id }: TestUser): Promise<void> {
  await inClinic(services, clinicId, async (db) => {
    await beginFactor(db, services.keys, { clinicId, accountId: id });
    await confirmSecondFactor(db, clinicId, id);
  });
}

const liveSessions = ({ clinicId, id }: TestUser) =>
  inClinic(services, clinicId, async (db) => {
    const rows = await db
      .selectFrom('login_sessions')
      .select('id')
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    return rows.length;
  });

describe('the operator', () => {
  test('the operator lets a clinic offer a second factor and takes it back; the trail names each change once', async () => {
    const { id, name } = await aClinic(services);
    const row = (offered: boolean) => ({ clinic: name, offered, accounts_with_second_factor: 0 });
    for (const [values, offered] of [
      [{ on: true }, true],
      [{ on: true }, true],
      [{ off: true }, false],
    ] as const)
      assert.deepEqual(await manage('clinic second-factor', [name], values), row(offered));
    assert.deepEqual(await actions(id), [
      'operator second_factor_offered',
      'operator second_factor_withdrawn',
    ]);
  });

  test('clinic second-factor needs --on or --off, not both', async () => {
    const { name } = await aClinic(services);
    for (const values of [{}, { on: true, off: true }])
      assert.equal(await manage('clinic second-factor', [name], values), 'one of --on and --off is needed');
  });

  test('the operator removes a lost second factor, and the sessions of that account end', async () => {
    const clinic = await aClinic(services);
    const admin = await anAdmin(services, clinic.id, { username: 'gleich' });
    const clinician = await aClinician(services, clinic.id, { username: 'Gleich' });
    for (const user of [admin, clinician]) {
      await protect(user);
      await signIn(services, user);
    }
    const done = { clinic: clinic.name, second_factor: false };
    assert.deepEqual(await manage('staff reset-second-factor', [clinic.name, 'gleich']), {
      ...done,
      username: 'Gleich',
    });
    assert.deepEqual([await liveSessions(clinician), await liveSessions(admin)], [0, 1]);
    assert.deepEqual(await manage('admin reset-second-factor', [clinic.name]), {
      ...done,
      username: 'gleich',
    });
    assert.equal(await liveSessions(admin), 0);
    assert.deepEqual(await actions(clinic.id), [
      'operator second_factor_reset',
      'operator second_factor_reset',
    ]);
  });

  test('removing a second factor is refused for an account without one', async () => {
    const clinic = await aClinic(services);
    await aClinician(services, clinic.id, { username: 'Ohne' });
    const reset = (name: string) => manage('staff reset-second-factor', [clinic.name, name]);
    assert.equal(await reset('Ohne'), '"Ohne" has no second factor');
    assert.equal(await reset('Niemand'), 'this clinic has no such clinician');
    assert.match(String(await manage('admin reset-second-factor', [clinic.name])), /has no admin yet/);
  });
});
