import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askingConsent } from '../../../test/consent.ts';
import { testServices } from '../../../test/services.ts';
import { inClinic } from '../../../test/builders.ts';
import { withoutTenant } from '../database/transaction.ts';
import { createDemoData } from './demo.ts';

test('the demo data is made under a protocol that asks for consent, and exactly the patients with answers have consented', async () => {
  const services = askingConsent(await testServices());
  await createDemoData(services);
  const clinics = await withoutTenant(services.pool, (db) =>
    db.selectFrom('clinics').select('id').where('name', '=', 'Ambulanz Musterstadt').execute(),
  );
  const rows = await inClinic(services, clinics[0]?.id ?? '', (db) =>
    db
      .selectFrom('patients')
      .leftJoin('study_consents', 'study_consents.patient_id', 'patients.id')
      .leftJoin('survey_sessions', 'survey_sessions.patient_id', 'patients.id')
      .select(['patients.code', 'version', 'given_at', 'started_at'])
      .execute(),
  );
  assert.ok(rows.some(({ version }) => version !== null));
  assert.ok(rows.some(({ version }) => version === null));
  for (const { code, version, given_at: given, started_at: started } of rows) {
    assert.equal(version !== null, started !== null, code);
    if (given !== null && started !== null)
      assert.ok(given <= started, `${code} consented before the answers`);
  }
});
