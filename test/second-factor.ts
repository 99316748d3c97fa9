import { TOTP } from 'otpauth';
import { withoutTenant } from '../src/server/db/transaction.ts';
import type { Services } from '../src/server/services.ts';

/** The code of an authenticator app at a moment (epoch milliseconds). */
export function codeAt(secret: string, moment: number): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: moment });
}

/** Offers the second factor to the staff of clinics, like the operator. */
export async function offerSecondFactor({ pool }: Services, clinicIds: readonly string[]): Promise<void> {
  await withoutTenant(pool, (db) =>
    db.updateTable('clinics').set({ second_factor: true }).where('id', 'in', clinicIds).execute(),
  );
}
