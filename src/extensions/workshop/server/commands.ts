import { moment } from '../../../domain/today.ts';
import { operator, terminal } from '../../../server/audit/operator.ts';
import { appendAudit } from '../../../server/audit/queries.ts';
import { withTenant, type Db } from '../../../server/database/transaction.ts';
import {
  optionText,
  required,
  UsageError,
  type Command,
  type CommandContext,
} from '../../../server/operator/command.ts';
import { namedClinic, workInClinic } from '../../../server/operator/find-clinic.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import { StartError } from '../../../server/settings/start-error.ts';
import { SIGNATURE_ROLES } from '../contract/routes.ts';
import { textOf } from '../domain/draft-items.ts';
import type { WorkshopAction } from './access.ts';
import { publishDraftOf, reasonsOf, signDraftOf } from './publication.ts';
import * as queries from './queries.ts';

// The operator's way to what the page of a clinic does, by the same functions: a clinic with one admin lacks a second signature.

async function drafts(context: CommandContext): Promise<void> {
  const { services, clinic } = await namedClinic(context);
  const rows = await withTenant(services.pool, clinic.id, async (db) => {
    const found = await queries.listDrafts(db, clinic.id, null);
    const all = await queries.listSignatures(
      db,
      clinic.id,
      found.map(({ id }) => id),
    );
    const taken = await queries.takenNames(db, clinic.id);
    return found.map((row) => {
      const { id, version, title } = row.content.instrument;
      const own = all.filter(({ draft_id: draft }) => draft === row.id);
      return {
        draft: row.id,
        id: textOf(id),
        version: textOf(version),
        title: textOf(title),
        signed: own.map(({ name, role }) => `${name} (${role})`).join(', '),
        reasons: reasonsOf(row, own, taken).length,
      };
    });
  });
  context.print(rows);
}

async function locked(context: CommandContext, db: Db, clinicId: string) {
  const draftId = required(context, 1, 'the id of the draft');
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(draftId);
  const key = { clinicId, draftId };
  const row = isId ? await queries.findDraft(db, key, 'lock') : undefined;
  if (!row)
    throw new StartError(`this clinic has no draft "${draftId}"; see: npm run manage -- instruments drafts`);
  return { key, row };
}

async function sign(context: CommandContext): Promise<void> {
  const role = SIGNATURE_ROLES.find((one) => one === context.values['role']);
  if (!role) throw new UsageError(`--role must be one of ${SIGNATURE_ROLES.join(', ')}`);
  const name = optionText(context, 'name');
  await workInClinic(context, async (db, clinicId, services) => {
    const { key, row } = await locked(context, db, clinicId);
    const signing = { accountId: null, name, at: moment(services.now()) };
    await signDraftOf(db, key, row, { ...signing, role }).catch(tell(context, 'signed'));
    await note(db, 'draft_signed', key.draftId);
    return { draft: key.draftId, role, name };
  });
}

async function publish(context: CommandContext): Promise<void> {
  await workInClinic(context, async (db, clinicId) => {
    const { key, row } = await locked(context, db, clinicId);
    const version = await publishDraftOf(db, key, row).catch(tell(context, 'published'));
    await note(db, 'instrument_published', `${version.id} ${version.version}`);
    return { id: version.id, version: version.version };
  });
}

/** Shows every reason of a refusal. */
const tell =
  (context: CommandContext, act: string) =>
  (error: unknown): never => {
    if (!(error instanceof AppError)) throw error;
    for (const { path, message } of error.errors ?? []) context.note(`${path}: ${message}`);
    throw new StartError(`the draft cannot be ${act}: ${error.code}`);
  };

const note = (db: Db, action: WorkshopAction, objectId: string) =>
  appendAudit<WorkshopAction>(db, operator, terminal, { action, objectId });

const clinicAndDraft = '<clinic id or name> <draft id>';

export const workshopCommands: readonly Command[] = [
  {
    words: 'instruments drafts',
    positionals: '<clinic id or name>',
    summary: 'List the drafts of a clinic: who signed, and how many reasons keep each from being published',
    run: drafts,
  },
  {
    words: 'instruments sign',
    positionals: clinicAndDraft,
    summary: 'Sign a draft for a person, where a clinic has one admin, or show every reason against it',
    help: 'The clinical signature is about danger and meaning, the psychometric one about scoring and examples. Each needs its parts finished, and both need two names.',
    options: { role: { type: 'string' }, name: { type: 'string' } },
    run: sign,
  },
  {
    words: 'instruments publish',
    positionals: clinicAndDraft,
    summary: 'Publish a signed draft of a clinic, or show every reason against it',
    run: publish,
  },
];
