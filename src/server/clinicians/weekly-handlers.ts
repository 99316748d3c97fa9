import { randomUUID } from 'node:crypto';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../app-error.ts';
import type { Handler } from '../http/context.ts';
import { fieldError } from '../http/parse.ts';
import { findReminderAddress } from './deputy-queries.ts';
import * as queries from './weekly-queries.ts';

/** A stranger whose address was typed by mistake must not get a mail with every press of a button. */
const SHORTEST_PAUSE_MS = 10 * 60_000;

export const getWeeklyMail: Handler<'getWeeklyMail'> = async (_input, { db, user }) => {
  const key = { clinicId: user.clinicId, accountId: user.userId };
  const choice = await queries.findWeeklyChoice(db, key);
  if (!choice?.wanted) return { state: 'off' };
  return { state: choice.confirmed_at === null ? 'asked' : 'on' };
};

/** Switches the weekly mail on or off. The first time, and for another address, a mail asks whether the address is right. */
export const setWeeklyMail: Handler<'setWeeklyMail'> = async ({ body: { wanted } }, context) => {
  const { db, user, request, services } = context;
  const key = { clinicId: user.clinicId, accountId: user.userId };
  if (wanted && !(await findReminderAddress(db, user.clinicId, user.userId)))
    throw new AppError('invalid_request', { errors: [fieldError('wanted', 'address_invalid')] });
  const before = (await queries.lockWeeklyChoice(db, key)) ?? {
    wanted: false,
    confirmation_id: null,
    asked_at: null,
    confirmed_at: null,
  };
  const choice = wanted && before.confirmed_at === null ? askedAgain(before, services.now()) : before;
  await queries.storeWeeklyChoice(db, key, { ...choice, wanted });
  const { confirmation_id: id, asked_at: at } = choice;
  if (id !== null && at !== null && id !== before.confirmation_id)
    await queries.insertWeeklyQuestion(db, key, { id, at });
  await appendAudit(db, user, request, {
    action: 'weekly_mail_set',
    objectId: wanted ? 'wanted' : 'off',
  });
  return {};
};

function askedAgain(before: queries.WeeklyChoice, now: number): queries.WeeklyChoice {
  const pause = before.asked_at === null ? 0 : Date.parse(before.asked_at) + SHORTEST_PAUSE_MS - now;
  if (pause > 0) throw new AppError('too_many_attempts', { retryAfter: Math.ceil(pause / 1000) });
  return { ...before, confirmation_id: randomUUID(), asked_at: new Date(now).toISOString() };
}
