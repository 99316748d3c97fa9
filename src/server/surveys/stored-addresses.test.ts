import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aPatient, inClinic } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { cellPlace } from '../keys/cells.ts';
import { encryptField } from '../keys/keys.ts';
import { upsertMailAddress } from '../mail/address-queries.ts';
import { addStoredAddresses } from './stored-addresses.ts';

const items = (['EMAIL_NOTIFICATION_POST', 'EMAIL_NOTIFICATION_FOLLOW_UP', 'QUESTION_TEXT'] as const).map(
  (type) => ({ id: type, type, content: '', response_options: [] }),
);

test('an item for an e-mail address says which one is stored for its kind, masked, and other items say nothing', async () => {
  const services = await testServices();
  const { id: clinicId } = await aClinic(services);
  const [patient, other] = [await aPatient(services, clinicId), await aPatient(services, clinicId)];
  const key = { clinicId, patientId: patient.id };
  const place = cellPlace('mail_addresses|address_encrypted', { ...key, kind: 'POST' });
  const address = encryptField(services.keys, 'mia.muster@web.de', place);
  const shown = await inClinic(services, clinicId, async (db) => {
    await upsertMailAddress(db, key, 'POST', { address, at: '2026-11-01T10:00:00.000Z' });
    const of = (userId: string) => {
      const user = { clinicId, userId, role: 'patient', sessionId: '', username: '' } as const;
      return addStoredAddresses({ db, services, user }, { page: { items } });
    };
    return [await of(patient.id), await of(other.id)];
  });
  assert.deepEqual(
    shown.map((page) => page.items?.map((item) => item.stored_address)),
    [
      ['m…@web.de', undefined, undefined],
      [undefined, undefined, undefined],
    ],
  );
});
