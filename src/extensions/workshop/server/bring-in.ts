import { randomBytes } from 'node:crypto';
import type { Version } from '../../../server/instruments/registry-queries.ts';
import { acceptedInstrument } from '../../../domain/instrument.ts';
import { questionsOf, structureDraft } from '../../../domain/structure-draft.ts';
import { isUndecided } from '../../../domain/undecided.ts';
import { AppError } from '../../../server/settings/app-error.ts';
import type { Input, UserContext } from '../../../server/http/context.ts';
import { refuseField } from '../../../server/http/parse.ts';
import { storedInstruments } from '../../../server/instruments/clinic-queries.ts';
import { readForm } from '../../../server/instruments/form-reader.ts';
import { knownStructures } from '../../../server/instruments/structures.ts';
import type { Danger, DraftContent, Remark, WorkshopRoutes } from '../contract/routes.ts';
import { marksOfRules } from '../domain/danger.ts';
import { draftItems, recordOf, textOf } from '../domain/draft-items.ts';
import { editedPart } from '../domain/instrument-file.ts';
import { renamed } from '../domain/renamed.ts';
import { isStorable } from '../domain/storable.ts';
import { formText } from '../text/forms.ts';
import * as queries from './queries.ts';

/** What a draft begins with, and what of the form it does not hold. */
type BroughtIn = {
  readonly content: DraftContent;
  readonly kept: number;
  readonly notKept: readonly Remark[];
};

/** The beginning of a draft from a file, a table, a structure or a published version. */
export async function bringIn(
  { file, fileName, body }: Input<WorkshopRoutes['createDraft']>,
  context: UserContext,
): Promise<BroughtIn> {
  if (file) return fromForm({ name: fileName ?? '', bytes: file }, context);
  if (body && 'table' in body)
    return fromForm({ name: 'fragebogen.csv', bytes: Buffer.from(body.table) }, context);
  if (body && 'structure' in body) return fromStructure(body.structure, context);
  if (body && 'copy_of' in body) return fromVersion(body.copy_of, context);
  throw new AppError('invalid_request');
}

async function fromForm(
  file: { readonly name: string; readonly bytes: Buffer },
  context: UserContext,
): Promise<BroughtIn> {
  const readers = context.services.extensions.flatMap(({ forms = [] }) => forms);
  const read = await readForm(readers, file);
  if (read.kind === 'mistakes') throw unreadable(formText.mistakes(read.mistakes));
  const begun = await begin(read.instrument, context);
  const [first] = unstorable(begun.content);
  if (first !== undefined) throw unreadable([{ path: formText.file, message: first }]);
  const notes = formText.notes(read.notes, read.kept).map((what) => ({ where: formText.note, what }));
  return { ...begun, notKept: [...read.notKept.map(formText.lost), ...licenceIn(read.instrument), ...notes] };
}

// A save sends the whole draft as the body of a request.
const LONGEST = 120_000;

const unstorable = (content: DraftContent): readonly string[] => [
  ...(isStorable(content) ? [] : [formText.controlCharacters]),
  ...(JSON.stringify(content).length > LONGEST ? [formText.tooLong] : []),
];

function unreadable(mistakes: readonly { readonly path: string; readonly message: string }[]) {
  const errors = mistakes.map((one) => ({ ...one, code: 'form_unreadable' }));
  return new AppError('form_unreadable', { errors });
}

/** What the form says of its licence. A person decides by it. */
function licenceIn(file: object): readonly Remark[] {
  const licence = textOf(recordOf(file)['licence']);
  return licence === '' || isUndecided(licence) ? [] : [{ where: formText.licence, what: licence }];
}

async function fromStructure(name: string, context: UserContext): Promise<BroughtIn> {
  const structure = knownStructures().find(({ id }) => id === name);
  if (!structure) return refuseField('structure', 'invalid');
  const begun = await begin(structureDraft(structure), context);
  return { ...begun, kept: questionsOf(structure) };
}

/** A draft with an id that nothing else of the clinic has: answers of two questionnaires are told apart by it. */
async function begin(file: object, context: UserContext): Promise<BroughtIn> {
  const { db, user } = context;
  const drafts = await queries.listDrafts(db, user.clinicId, null);
  const { takenIds, taken: versions } = await queries.takenNames(db, user.clinicId);
  const taken = new Set([
    ...takenIds,
    ...[...versions].map((name) => name.split(' ')[0] ?? ''),
    ...drafts.map(({ content }) => textOf(content.instrument['id'])),
  ]);
  const instrument = renamed(editedPart(file), freeId(textOf(editedPart(file)['id']), taken));
  const danger: Danger = { marks: {}, says: {} };
  const content = { instrument, licence: { kind: null, number: '', date: null }, danger, examples: [] };
  return { content, kept: draftItems(instrument).length, notKept: [] };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted === '' ? 'fragebogen' : wanted.slice(0, 50);
  if (!taken.has(base)) return base;
  const next = Array.from({ length: taken.size + 1 }, (_, index) => `${base}-${index + 2}`);
  return next.find((id) => !taken.has(id)) ?? `${base}-${randomBytes(4).toString('hex')}`;
}

/** The next version of one that the clinic published. */
async function fromVersion({ id, version }: Version, { db, user }: UserContext): Promise<BroughtIn> {
  const published = (await storedInstruments(db, user.clinicId)).filter((one) => one.id === id);
  const found = published.find((one) => one.version === version);
  const instrument = acceptedInstrument(found?.content)?.instrument;
  if (!found || !instrument) throw new AppError('not_found');
  const joined = [...new Set([...(instrument.comparable_with ?? []), version])];
  const next = {
    ...editedPart(recordOf(found.content)),
    version: nextVersion(published.map((one) => one.version)),
    comparable_with: joined,
  };
  const items = draftItems(next);
  const content: DraftContent = {
    instrument: next,
    // It was stored by a publication of this extension.
    licence: found.licence as DraftContent['licence'],
    danger: marksOfRules(items, instrument.crisis),
    examples: await queries.findExamples(db, { clinicId: user.clinicId, id, version }),
  };
  return { content, kept: items.length, notKept: [] };
}

/** The least change of the middle number that is above every published version. */
function nextVersion(versions: readonly string[]): string {
  const numbers = versions.map((one) => one.split('.').map(Number));
  const [major = 1, minor = 0] =
    numbers
      .toSorted((one, other) => (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0))
      .at(-1) ?? [];
  return `${major}.${minor + 1}.0`;
}
