import * as v from 'valibot';
import { answer as surveyAnswer } from '../../../contract/answers.ts';
import { byId, id, instant, isoDate, ok, text } from '../../../contract/fields.ts';
import { windowType } from '../../../contract/patients.ts';
import type { Route } from '../../../contract/route.ts';
import { surveyPage } from '../../../contract/surveys.ts';
import {
  DANGER_MARKS,
  LICENCES,
  SIGNATURE_ROLES,
  STEPS,
  type Danger,
  type DraftContent,
  type Example,
  type LicenceKind,
  type SignatureRole,
  type Step,
} from '../domain/draft.ts';
import { isStorable } from '../domain/storable.ts';
import { workshopEndpoints as endpoints } from './endpoints.ts';

export { LICENCES, SIGNATURE_ROLES, STEPS };
export type { Danger, DraftContent, Example, LicenceKind, SignatureRole, Step };

export const signature = v.object({ by: v.string(), role: v.picklist(SIGNATURE_ROLES), at: instant });
/** A place of the draft in words that a person finds again, and what is the matter there. */
const remark = v.object({ where: v.string(), what: v.string() });
const remarks = v.array(remark);
export type Remark = v.InferOutput<typeof remark>;

/** A remark, and the part of the draft where a person mends it. `path`: the place in the instrument file, where there is one. */
const task = v.object({ ...remark.entries, step: v.picklist(STEPS), path: v.optional(v.string()) });
const tasks = v.array(task);
export type Task = v.InferOutput<typeof task>;

/** `kind` is null until somebody has decided. `number` and `date` are those of a registration or a contract. */
const licence = v.object({
  kind: v.nullable(v.picklist(LICENCES)),
  number: v.optional(text(200), ''),
  date: v.nullable(isoDate),
});

/**
 * What each answer of each question shows, by the id of the question and of the option. An answer that is missing here is not
 * decided, and the draft is not published. A question without options has the one entry `any`, which a person sets to `none`.
 * `says`: what a clinician reads after an answer that shows danger, by the id of the question.
 */
const danger = v.object({
  marks: v.record(text(100), v.record(text(100), v.picklist(DANGER_MARKS))),
  says: v.record(text(100), text(500)),
});

/** An example of the manual: answers, and the scores that must come out. */
const example = v.object({
  name: text(200),
  answers: v.array(v.object({ item: text(100), value: v.union([v.number(), text(5000)]) })),
  expected: v.array(v.object({ scale: text(100), score: v.number() })),
});

/**
 * What a person edits. `instrument` is an instrument file (docs/instruments.md) without `crisis`, `status` and `licence`, which
 * follow from the other parts; "DECIDE: …" stands where nobody has decided yet.
 */
const content = v.object({
  instrument: v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((value: Record<string, unknown>) => isStorable(value), 'invalid_characters'),
  ),
  licence,
  danger,
  examples: v.pipe(v.array(example), v.maxLength(20)),
});

/** `kept`: how many questions came in. `not_kept`: what the form held and the draft does not. `to_decide`: what is left to a person. */
const broughtIn = v.object({ draft_id: id, kept: v.number(), not_kept: remarks, to_decide: tasks });
export type BroughtIn = v.InferOutput<typeof broughtIn>;

const draft = v.object({
  ...content.entries,
  draft_id: id,
  revision: v.string(),
  /** The questions that seem to ask for danger, by the word list: a hint, no rule. `is_self`: for danger to oneself. */
  hints: v.array(v.object({ item: v.string(), words: v.string(), is_self: v.boolean() })),
  not_kept: remarks,
  /** Decisions of a person. Some are no reasons: a question may have the wording of another one. */
  to_decide: tasks,
  /** Every reason for which publication would refuse the draft now, signatures included. */
  reasons: tasks,
  signatures: v.array(signature),
  /** The clinicians whom an admin asked for a signature. */
  signers: v.array(v.object({ id, username: v.string() })),
  /** The usual minutes for the patient. */
  minutes: v.number(),
  changed: v.object({ by: v.string(), at: instant }),
});
export type Draft = v.InferOutput<typeof draft>;

const listed = v.object({
  id: v.string(),
  version: v.string(),
  title: v.string(),
  /** The status of the operator's file, or `published` for the clinic's own. */
  status: v.string(),
  licence: v.string(),
  minutes: v.number(),
  /** The labels of the windows that ask for it. */
  used_in: v.array(v.string()),
  signed: v.array(signature),
  /** Made by this clinic; the others are those of the operator. */
  own: v.boolean(),
});
export type ListedInstrument = v.InferOutput<typeof listed>;

const listedDraft = v.object({
  draft_id: id,
  id: v.string(),
  version: v.string(),
  title: v.string(),
  /** How many things are left before it can be published. */
  open: v.number(),
  signed: v.array(signature),
  changed: v.object({ by: v.string(), at: instant }),
});
export type ListedDraft = v.InferOutput<typeof listedDraft>;

/** The questionnaires of the windows, in the order of the protocol. */
const windows = v.array(v.object({ type: windowType, instruments: v.array(text(100)) }));
export type ProtocolWindows = v.InferOutput<typeof windows>;

/** The calls of the workshop. */
export const workshopRoutes = {
  listInstruments: {
    ...endpoints.listInstruments,
    summary: 'The questionnaires of the clinic and the drafts; a clinician gets the drafts to sign alone',
    answer: v.object({
      instruments: v.array(listed),
      drafts: v.array(listedDraft),
      /** Published questionnaires whose scoring is known, without their wording; none for a clinician. */
      structures: v.array(v.object({ id: v.string(), questions: v.number(), source: v.string() })),
    }),
    audit: null,
  },
  createDraft: {
    ...endpoints.createDraft,
    summary: 'Begin a draft from a file, a pasted table, a structure without wording or a published version',
    upload: 'optional',
    body: v.union([
      v.strictObject({ table: text(200_000) }),
      v.strictObject({ structure: text(100) }),
      v.strictObject({ copy_of: v.object({ id: text(100), version: text(20) }) }),
    ]),
    answer: broughtIn,
    audit: 'draft_created',
    retryKey: true,
  },
  getDraft: { ...endpoints.getDraft, summary: 'A draft', params: byId, answer: draft, audit: null },
  saveDraft: {
    ...endpoints.saveDraft,
    summary: 'Save a draft; a change ends its signatures',
    params: byId,
    body: v.object({ revision: v.string(), ...content.entries }),
    answer: draft,
    audit: 'draft_saved',
    retryKey: true,
  },
  deleteDraft: {
    ...endpoints.deleteDraft,
    summary: 'Delete a draft',
    params: byId,
    answer: ok,
    audit: 'draft_deleted',
    retryKey: true,
  },
  previewDraft: {
    ...endpoints.previewDraft,
    summary: 'The pages and both reports of a draft for some answers; nothing is stored',
    params: byId,
    // `point` is one of `points`. Without both, the answers are the lowest.
    body: v.object({
      answers: v.optional(v.pipe(v.array(surveyAnswer), v.maxLength(500))),
      point: v.optional(text(200)),
    }),
    answer: v.object({
      pages: v.array(surveyPage),
      /** Whole documents; null while the draft cannot be scored, with the reasons. */
      clinician_report: v.nullable(v.string()),
      patient_report: v.nullable(v.string()),
      reasons: remarks,
      /** Lowest, middle, highest, and each cut-off. */
      points: v.array(v.object({ key: v.string(), title: v.string() })),
      scores: v.array(
        v.object({ scale: v.string(), title: v.string(), score: v.nullable(v.number()), band: v.string() }),
      ),
    }),
    audit: null,
    retryKey: false,
  },
  askSigner: {
    ...endpoints.askSigner,
    summary: 'Ask clinicians for a signature; those who are missing are asked no more',
    params: byId,
    body: v.object({ clinician_ids: v.pipe(v.array(id), v.maxLength(20)) }),
    answer: ok,
    audit: 'draft_signers_set',
    retryKey: true,
  },
  signDraft: {
    ...endpoints.signDraft,
    summary:
      'Sign a draft as it is now; the two signatures come from two accounts, and 422 has every reason of the parts that one is about',
    params: byId,
    body: v.object({ role: v.picklist(SIGNATURE_ROLES), revision: v.string() }),
    answer: ok,
    audit: 'draft_signed',
    retryKey: true,
  },
  publishDraft: {
    ...endpoints.publishDraft,
    summary: 'Publish a draft as a version that never changes; 422 with every reason where it is not ready',
    params: byId,
    body: v.object({ revision: v.string() }),
    answer: v.object({ id: v.string(), version: v.string() }),
    audit: 'instrument_published',
    retryKey: true,
  },
  getProtocol: {
    ...endpoints.getProtocol,
    summary: 'Which questionnaires the windows of the clinic ask for',
    answer: v.object({
      revision: v.string(),
      /** False while the operator's file is in force. */
      own: v.boolean(),
      windows: v.array(
        v.object({
          type: windowType,
          label: v.string(),
          instruments: v.array(v.string()),
          minutes: v.number(),
        }),
      ),
      available: v.array(
        v.object({ id: v.string(), version: v.string(), title: v.string(), minutes: v.number() }),
      ),
    }),
    audit: null,
  },
  setProtocol: {
    ...endpoints.setProtocol,
    summary: 'Set the questionnaires of the windows; new surveys ask for them at once',
    body: v.object({ revision: v.string(), windows }),
    answer: v.object({ revision: v.string() }),
    audit: 'protocol_set',
    retryKey: true,
  },
  tryProtocol: {
    ...endpoints.tryProtocol,
    summary: 'How many patients and windows a protocol would change, and its minutes; nothing is stored',
    body: v.object({ windows }),
    answer: v.object({
      patients: v.number(),
      windows_changed: v.number(),
      /** The usual minutes of each window. */
      minutes: v.array(v.object({ type: windowType, minutes: v.number() })),
    }),
    audit: null,
    retryKey: false,
  },
} as const satisfies Record<keyof typeof endpoints, Route>;

export type WorkshopRoutes = typeof workshopRoutes;
