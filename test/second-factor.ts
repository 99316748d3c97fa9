import { TOTP } from 'otpauth';
import { withTenant } from '../src/server/database/transaction.ts';
import type { Services } from '../src/server/services.ts';

/** The code of an authenticator app at a moment (epoch milliseconds). */
export function codeAt(secret: string, moment: number): string {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: moment });
}

/** Offers the second factor to the staff of clinics, like the operator. */
export async function offerSecondFactor({ pool }: Services, clinicIds: readonly string[]): Promise<void> {
  for (const id of clinicIds)
    await withTenant(pool, id, (db) =>
      db.updateTable('clinics').set({ second_factor: true }).where('id', '=', id).execute(),
    );
}
