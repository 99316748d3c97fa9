import { useState } from 'react';
import { shortMomentText } from '../../../web/api/clinic-time.ts';
import { call, repeatableCall } from '../../../web/api/call.ts';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { changedMeanwhile } from '../../../web/api/meanwhile.ts';
import { ask } from '../../../web/api/messages.ts';
import { refreshAnswers, useAnswer } from '../../../web/api/queries.ts';
import { useStore } from '../../../web/api/use-store.ts';
import type { ShownChange } from '../../../web/ui/ChangedMeanwhile.tsx';
import type { Draft, DraftContent } from '../contract/routes.ts';
import { type Form, formOf } from '../domain/form.ts';
import { isSame, merged, valueAt, withValue } from '../domain/merge.ts';
import { openFields } from '../domain/open-fields.ts';
import { actionText, draftText as text, mergeText, stepText } from '../text/workshop.ts';
import { shortText, wayText } from '../text/merge.ts';
import { openText } from '../text/open-fields.ts';
import { getDraft, listInstruments, saveDraft } from './calls.ts';
import { isDirty, keepWork, type Work, works } from './unsaved.ts';

const contentOf = ({ instrument, licence, danger, examples }: DraftContent): DraftContent => ({
  instrument,
  licence,
  danger,
  examples,
});

type Edit = (change: (content: DraftContent) => DraftContent) => void;

/** Changes end signatures, also those that came in since the draft was read. So the person is asked first. */
async function maySave({ base }: Work, reread: Reread): Promise<boolean> {
  const { signatures } = (await reread()) ?? base;
  return signatures.length === 0 || ask(text.signedQuestion(signatures.map(({ by }) => by)));
}

/** A draft with what this person changes, and how it is saved. */
export type DraftWork = NonNullable<ReturnType<typeof useDraft>['work']>;

export type StepProps = { work: DraftWork };

export function useDraft(id: string) {
  const { data, error, refetch } = useAnswer(getDraft, { params: { id } });
  const kept = useStore(works)[id];
  const shown = newest(kept, data);
  const reread = async () => (await refetch()).data;
  const saving = useSaving(id, () => works.get()[id] ?? shown, reread);
  return { work: shown && { ...workOf(id, shown, saving), reread }, error, refetch };
}

/**
 * What others saved is shown as soon as it is there, unless this person has changed something. Signatures and those who are asked
 * for one come with the newest answer.
 */
function newest(kept: Work | undefined, data: Draft | undefined): Work | null {
  if (!kept || !data) return kept ?? (data ? { base: data, content: contentOf(data) } : null);
  const age = Number(data.revision) - Number(kept.base.revision);
  if (age < 0 || (age > 0 && isDirty(kept))) return kept;
  return { base: data, content: isDirty(kept) ? kept.content : contentOf(data) };
}

function workOf(
  id: string,
  { base, content }: Work,
  { news, forget, ...saving }: ReturnType<typeof useSaving>,
) {
  const edit: Edit = (change) => {
    const now = works.get()[id]?.content ?? content;
    keepWork(id, { base, content: change(now) });
  };
  return {
    id,
    draft: base,
    content,
    form: formOf(content.instrument),
    isDirty: isDirty({ base, content }),
    ...saving,
    changes: news && shownChanges(news, content, edit),
    markOf: markOf(base, content),
    edit,
    editForm: (change: (form: Form) => Form) =>
      edit((now) => ({ ...now, instrument: change(formOf(now.instrument)) })),
    discard: () => {
      forget();
      keepWork(id, null);
    },
  };
}

const FIRST_REVISION = '1';

/** What is wrong with a field that was left open at the last saving, and still is. A new draft is open everywhere, without a word. */
function markOf(base: Draft, content: DraftContent) {
  const left = base.revision === FIRST_REVISION ? [] : openFields(formOf(base.instrument));
  const open = openFields(formOf(content.instrument));
  const marked = open.filter(({ path }) => left.some((one) => one.path === path));
  return (path: string) => {
    const matter = marked.find((one) => one.path === path)?.matter;
    return { 'data-field': path, error: matter && openText[matter] };
  };
}

type News = Pick<ReturnType<typeof merged>, 'taken' | 'clashes'> & {
  readonly mine: DraftContent;
  readonly theirs: Draft;
};

type Reread = () => Promise<Draft | undefined>;

function useSaving(id: string, latest: () => Work | null, reread: Reread) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const [news, setNews] = useState<News | null>(null);
  const [callOnce] = useState(repeatableCall);

  async function mergeTheirs({ base, content: mine }: Work): Promise<void> {
    const theirs = await call(getDraft, { params: { id } });
    const { content, taken, clashes } = merged(contentOf(base), mine, contentOf(theirs));
    keepWork(id, { base: theirs, content });
    setNews({ mine, theirs, taken, clashes });
  }

  async function send({ base, content: sent }: Work): Promise<void> {
    const answer = await callOnce(saveDraft, { params: { id }, body: { revision: base.revision, ...sent } });
    // What was typed meanwhile stays, and is not saved yet.
    const content = latest()?.content;
    keepWork(id, { base: answer, content: content && content !== sent ? content : contentOf(answer) });
    setNews(null);
    await refreshAnswers([getDraft, listInstruments]);
  }

  async function afterRefusal(refusal: unknown, work: Work): Promise<void> {
    if (!changedMeanwhile(refusal)) return setFailure(failureSentence(actionText.save, refusal));
    await mergeTheirs(work).catch((lost: unknown) => setFailure(failureSentence(actionText.load, lost)));
  }

  /** True if everything is saved. */
  async function save(): Promise<boolean> {
    const work = latest();
    if (!work) return false;
    if (!isDirty(work)) {
      setNews(null);
      return true;
    }
    // The content on the page is the same object until somebody changes it.
    keepWork(id, work);
    setSaving(true);
    setFailure('');
    try {
      if (!(await maySave(work, reread))) return false;
      await send(latest() ?? work);
      return true;
    } catch (refusal) {
      await afterRefusal(refusal, latest() ?? work);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { isSaving, failure, news, save, forget: () => setNews(null) };
}

function shownChanges(
  { mine, theirs, taken, clashes }: News,
  content: DraftContent,
  edit: Edit,
): ShownChange[] {
  const made = mergeText.made(theirs.changed.by, shortMomentText(theirs.changed.at));
  const choices = clashes.map(({ way, step, mine: own, theirs: other }): ShownChange => {
    const form = formOf((own === undefined ? theirs : mine).instrument);
    return {
      label: mergeText.field(stepText[step].title, wayText(way, form)),
      made,
      theirs: shortText(other),
      own: shortText(own),
      isOwnChosen: isSame(valueAt(content, way), own),
      choose: (side) => edit((now) => withValue(now, way, side === 'own' ? own : other)),
    };
  });
  const news = taken.map((step): ShownChange => ({
    label: mergeText.part(stepText[step].title),
    made,
    theirs: mergeText.theirs,
    own: null,
    isOwnChosen: false,
    // Nothing is to be chosen.
    choose: () => undefined,
  }));
  return [...choices, ...news];
}
