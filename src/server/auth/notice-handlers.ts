import type { Handler } from '../http/context.ts';
import { recentNotices } from './limit-queries.ts';

/** What the admin of the clinic is told of attacks on its logins (R50). */
export const listNotices: Handler<'listNotices'> = async (_input, { db, user }) => ({
  notices: await recentNotices(db, user.clinicId),
});
