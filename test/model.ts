import type { UserType } from '../src/contract/accounts.ts';
import { calls, type CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import type { Answer } from '../src/domain/answer-types.ts';

// The rules of rights and states (product 6.2), written a second time, small and without a database.

export type User = {
  role: UserType;
  id: string;
  clinicId: string;
  name: string;
  secret: string;
  enabled: boolean;
};

export type Survey = { id: string; pages: (readonly Answer[])[]; state: 'open' | 'finished' };

export type Patient = User & {
  role: 'patient';
  clinicianId: string;
  /** Surveys by the first day of their window. */
  surveys: Map<string, Survey>;
  /** Two earlier finished surveys. Only the clinician has a report of the first. */
  first: string;
  followUp: string;
};

export type Session = {
  user: User;
  state: 'alive' | 'ended';
  access: 'valid' | 'expired';
  rotated: 'lately' | 'long ago';
  jar: Record<string, string>;
  /** The cookies before the last rotation. */
  spent: Record<string, string> | undefined;
};

export type Model = {
  users: User[];
  patients: Patient[];
  clinicians: User[];
  sessions: Session[];
  wrongLogins: Map<string, number>;
};

/** The refusal of a call before its handler, or undefined. */
export function refusalAtDoor(session: Session | undefined, name: CallName): 403 | undefined {
  const { access }: Route = calls[name];
  if (access === 'public') return undefined;
  if (!session || session.state === 'ended' || session.access === 'expired' || !session.user.enabled)
    return 403;
  return access.includes(session.user.role) ? undefined : 403;
}

export function patientsOf({ patients }: Model, user: User): Patient[] {
  return patients.filter((patient) => mayReach(user, patient));
}

/** R17 to R19: a clinician reaches their own patients, an admin those of the clinic, a patient only themselves. */
function mayReach(user: User, patient: Patient): boolean {
  if (user.role === 'patient') return user.id === patient.id;
  if (user.clinicId !== patient.clinicId) return false;
  return user.role === 'admin' || patient.clinicianId === user.id;
}

/** R20: only an enabled clinician of the clinic gets a patient. */
function refusalOfReceiver(user: User, to: User): 400 | 404 | undefined {
  if (to.role !== 'clinician' || to.clinicId !== user.clinicId) return 404;
  return to.enabled ? undefined : 400;
}

export function answerToAssignment(user: User, patient: Patient, fromId: string, to: User): number {
  if (fromId === to.id) return 400;
  const refusal = refusalOfReceiver(user, to);
  if (refusal) return refusal;
  if (!mayReach(user, patient)) return 404;
  return patient.clinicianId === fromId ? 200 : 409;
}

export function answerToTransfer(user: User, patients: readonly Patient[], fromId: string, to: User): number {
  if (fromId === to.id) return 400;
  const refusal = refusalOfReceiver(user, to);
  if (refusal) return refusal;
  if (!patients.every((patient) => mayReach(user, patient))) return 404;
  return patients.every((patient) => patient.clinicianId === fromId) ? 200 : 409;
}

export function answerToEdit(user: User, patient: Patient, to: User): number {
  if (!mayReach(user, patient)) return 404;
  return to.id === patient.clinicianId ? 200 : 409;
}

/** Calls about a clinician of the own clinic. Any other id counts as unknown. */
export function answerToStaffCall(user: User, target: User): number {
  return target.role === 'clinician' && target.clinicId === user.clinicId ? 200 : 404;
}

/** A clinician with patients cannot be disabled. */
export function answerToDisabling({ patients }: Model, user: User, target: User): number {
  const answer = answerToStaffCall(user, target);
  const hasPatients = patients.some(({ clinicianId }) => clinicianId === target.id);
  return answer === 200 && hasPatients ? 409 : answer;
}

export function answerToReport(
  user: User,
  patient: Patient,
  kind: 'first' | 'followUp',
  audience: 'patient' | 'clinician',
) {
  if (!mayReach(user, patient)) return 404;
  return audience === 'clinician' || kind === 'followUp' ? 200 : 404;
}

export function endSessions({ sessions }: Model, userId: string): void {
  for (const session of sessions) if (session.user.id === userId) session.state = 'ended';
}

const MOST_SESSIONS = { patient: 5, clinician: 10, admin: 10 } as const satisfies Record<UserType, number>;

/** R34: only the newest sessions stay. */
export function addSession(model: Model, session: Session): void {
  model.sessions.push(session);
  const live = model.sessions.filter(({ user, state }) => user.id === session.user.id && state === 'alive');
  for (const old of live.slice(0, -MOST_SESSIONS[session.user.role])) old.state = 'ended';
}

/** Texts that must not stand in an answer to this user, because they belong to other persons. */
export function secretsFrom(model: Model, user: User | undefined): string[] {
  return model.users
    .filter((other) => other.id !== user?.id && !isKnownTo(model, other, user))
    .flatMap((other) => [other.id, ...tellingNames(model, other)]);
}

function isKnownTo({ patients }: Model, other: User, user: User | undefined): boolean {
  if (!user || user.role === 'patient' || other.clinicId !== user.clinicId) return false;
  const patient = patients.find(({ id }) => id === other.id);
  return patient ? mayReach(user, patient) : true;
}

function tellingNames({ patients }: Model, other: User): string[] {
  const patient = patients.find(({ id }) => id === other.id);
  if (!patient) return [other.name];
  return [
    patient.name,
    patient.first,
    patient.followUp,
    ...[...patient.surveys.values()].map(({ id }) => id),
  ];
}
