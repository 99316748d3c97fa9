import { useState } from 'react';
import { shortMomentText } from '../../../web/api/clinic-time.ts';
import { call, repeatableCall } from '../../../web/api/call.ts';
import { failureSentence } from '../../../web/api/failed-action.ts';
import { changedMeanwhile } from '../../../web/api/meanwhile.ts';
import { refreshAnswers, useAnswer } from '../../../web/api/queries.ts';
import { useStore } from '../../../web/api/use-store.ts';
import type { ShownChange } from '../../../web/ui/ChangedMeanwhile.tsx';
import type { Draft, DraftContent } from '../contract/routes.ts';
import { type Form, formOf } from '../domain/form.ts';
import { isSamePart, merged, withPart } from '../domain/merge.ts';
import { actionText, mergeText, stepText } from '../text/workshop.ts';
import { getDraft, listInstruments, saveDraft } from './calls.ts';
import { isDirty, keepWork, type Work, works } from './unsaved.ts';

export const contentOf = ({ instrument, licence, danger, examples }: DraftContent): DraftContent => ({
  instrument,
  licence,
  danger,
  examples,
});

type Merged = {
  readonly mine: DraftContent;
  readonly theirs: Draft;
  readonly changed: ReturnType<typeof merged>['changed'];
};

/** A draft with what this person changes, and how it is saved. */
export type DraftWork = NonNullable<ReturnType<typeof useDraft>['work']>;

export function useDraft(id: string) {
  const { data, error, refetch } = useAnswer(getDraft, { params: { id } });
  const kept = useStore(works)[id];
  const [sending, setSending] = useState<'saving' | null>(null);
  const [failure, setFailure] = useState('');
  const [news, setNews] = useState<Merged | null>(null);
  const [callOnce] = useState(repeatableCall);
  // What others saved is shown as soon as it is there, unless this person has changed something.
  const isCurrent = kept && (isDirty(kept) || !data || Number(kept.base.revision) >= Number(data.revision));
  const work: Work | null = isCurrent ? kept : data ? { base: data, content: contentOf(data) } : null;
  if (!work) return { work: null, error, refetch };
  const latest = () => works.get()[id] ?? work;
  const edit = (change: (content: DraftContent) => DraftContent) =>
    keepWork(id, { base: latest().base, content: change(latest().content) });

  async function mergeTheirs(): Promise<void> {
    const theirs = await call(getDraft, { params: { id } });
    const { base, content: mine } = latest();
    const { content, changed } = merged(contentOf(base), mine, contentOf(theirs));
    keepWork(id, { base: theirs, content });
    setNews({ mine, theirs, changed });
  }

  /** True if everything is saved. */
  async function save(): Promise<boolean> {
    const { base, content: sent } = latest();
    setSending('saving');
    setFailure('');
    try {
      const answer = await callOnce(saveDraft, {
        params: { id },
        body: { revision: base.revision, ...sent },
      });
      // What was typed meanwhile stays, and is not saved yet.
      const { content } = latest();
      keepWork(id, { base: answer, content: content === sent ? contentOf(answer) : content });
      setNews(null);
      await refreshAnswers([getDraft, listInstruments]);
      return true;
    } catch (refusal) {
      if (changedMeanwhile(refusal))
        await mergeTheirs().catch((lost: unknown) => setFailure(failureSentence(actionText.load, lost)));
      else setFailure(failureSentence(actionText.save, refusal));
      return false;
    } finally {
      setSending(null);
    }
  }

  return {
    work: {
      id,
      draft: work.base,
      content: work.content,
      form: formOf(work.content.instrument),
      isDirty: isDirty(work),
      isSaving: sending === 'saving',
      failure,
      changes: news && shownChanges(news, work.content, edit),
      edit,
      editForm: (change: (form: Form) => Form) =>
        edit((content) => ({ ...content, instrument: change(formOf(content.instrument)) })),
      save,
      discard: () => {
        setNews(null);
        keepWork(id, null);
      },
      refetch,
    },
    error,
    refetch,
  };
}

type Edit = (change: (content: DraftContent) => DraftContent) => void;

function shownChanges({ mine, theirs, changed }: Merged, content: DraftContent, edit: Edit): ShownChange[] {
  const { by, at } = theirs.changed;
  return changed.map(({ step, isClash }) => ({
    label: stepText[step].title,
    made: mergeText.made(by, shortMomentText(at)),
    theirs: mergeText.theirs,
    own: isClash ? mergeText.own : null,
    isOwnChosen: isClash && isSamePart(content, mine, step),
    choose: (side) => edit((now) => withPart(now, step, side === 'own' ? mine : contentOf(theirs))),
  }));
}
