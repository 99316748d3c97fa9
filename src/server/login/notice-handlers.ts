import type { Handler } from '../http/context.ts';
import { recentNotices } from './limit-queries.ts';

/** The notices of attacks on the logins of the admin's clinic (R50). */
export const listNotices: Handler<'listNotices'> = async (_input, { db, user }) => ({
  notices: await recentNotices(db, user.clinicId),
});
