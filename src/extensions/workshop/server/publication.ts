import { contentHash } from '../../../domain/canonical-json.ts';
import type { Db } from '../../../server/database/transaction.ts';
import { publishInstrument } from '../../../server/instruments/clinic-content.ts';
import type { Version } from '../../../server/instruments/registry-queries.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import type { SignatureRole, Step } from '../contract/routes.ts';
import { textOf } from '../domain/draft-items.ts';
import { instrumentFile, readDraft } from '../domain/instrument-file.ts';
import { publicationReasons, type Reason } from '../domain/reasons.ts';
import { licenceText } from '../text/licence.ts';
import { placeText, reasonText } from '../text/reasons.ts';
import * as queries from './queries.ts';
import type { DraftKey, DraftRow, SignatureRow } from './queries.ts';

/** The reasons not to publish a draft. A signature counts for the content that it was given for. */
export function reasonsOf(
  { content }: DraftRow,
  signatures: readonly SignatureRow[],
  taken: queries.TakenNames,
): readonly Reason[] {
  const hash = contentHash(content);
  const signed = signatures.filter((one) => one.hash === hash).map(({ role }) => role);
  return publicationReasons(content, readDraft(content), { ...taken, signed });
}

type Signing = { readonly accountId: string | null; readonly name: string; readonly at: string };

/** The parts of a draft that a signature answers for. */
const SIGNED_STEPS: Readonly<Record<SignatureRole, readonly Step[]>> = {
  clinical: ['basics', 'licence', 'questions', 'danger'],
  psychometric: ['scoring', 'examples'],
};

/**
 * Signs a draft that the transaction has locked. Nobody signs it in both roles, and nobody what is not finished. Throws an AppError
 * with every reason against it.
 */
export async function signDraftOf(
  db: Db,
  key: DraftKey,
  row: DraftRow,
  { role, accountId, name, at }: Signing & { readonly role: SignatureRole },
): Promise<void> {
  const given = await queries.listSignatures(db, key.clinicId, [key.draftId]);
  if (given.some((one) => one.role !== role && one.name === name)) throw new AppError('already_signed');
  const reasons = reasonsOf(row, given, await queries.takenNames(db, key.clinicId));
  const open = reasons.filter(({ step }) => SIGNED_STEPS[role].includes(step));
  if (open.length > 0) throw notReady(open);
  const signature = { role, account_id: accountId, name, hash: contentHash(row.content), signed_at: at };
  await queries.upsertSignature(db, key, signature);
}

/** Publishes a draft that the transaction has locked, in force at once, and deletes it. Throws an AppError with every reason against it. */
export async function publishDraftOf(db: Db, key: DraftKey, row: DraftRow): Promise<Version> {
  const { content } = row;
  const signatures = await queries.listSignatures(db, key.clinicId, [key.draftId]);
  const reasons = reasonsOf(row, signatures, await queries.takenNames(db, key.clinicId));
  const [first] = reasons;
  // A name that is taken has a refusal of its own, where nothing else is the matter.
  if (reasons.length === 1 && (first?.code === 'id_taken' || first?.code === 'version_taken'))
    throw new AppError(first.code);
  if (first) throw notReady(reasons);
  const decidedBy = signatures.find(({ role }) => role === 'clinical')?.name ?? '';
  const file = instrumentFile(content, { licence: licenceText(content.licence), decidedBy });
  const signed = signatures.map(({ name: by, role, signed_at: at, hash }) => ({ by, role, at, hash }));
  await publishInstrument(db, key.clinicId, { content: file, licence: content.licence, signatures: signed });
  const version = { id: textOf(content.instrument['id']), version: textOf(content.instrument['version']) };
  await queries.insertExamples(db, { clinicId: key.clinicId, ...version }, content.examples);
  await queries.deleteDraft(db, key);
  return version;
}

const notReady = (reasons: readonly Reason[]) =>
  new AppError('not_publishable', { errors: reasons.map(refusalOf) });

const refusalOf = (reason: Reason) => ({
  path: placeText(reason.place),
  code: reason.code,
  message: reasonText(reason),
});
