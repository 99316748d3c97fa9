import { useEffect, useState } from 'react';
import type { Conflict } from '../../contract/edits.ts';
import type { RouteName } from '../../contract/routes.ts';
import type { RepeatableCall } from './call.ts';
import { changedMeanwhile } from './meanwhile.ts';
import type { FormOptions } from './form.ts';
import { type Change, type Part, takeOver } from './meanwhile.ts';
import { meanwhileText as text } from '../../text/meanwhile.ts';
import type { ShownChange } from '../ui/ChangedMeanwhile.tsx';
import { shortMomentText } from './clinic-time.ts';
import { refreshAnswers } from './queries.ts';
import { createStore } from './store.ts';
import { useForm } from './use-form.ts';
import { useStore } from './use-store.ts';

type Row = { readonly revision: string };

type EditOptions<Edited extends Row, Values extends object, Answer> = Omit<
  FormOptions<Values, Answer>,
  'defaults' | 'send'
> & {
  /** The row as the page has it now. */
  row: Edited;
  formOf: (row: Edited) => Values;
  parts: readonly Part<Values>[];
  /** The calls that the row comes from. They are loaded again when the form opens. */
  sources: readonly RouteName[];
  /** The row with what others have changed. */
  withTheirs?: (base: Edited, conflicts: readonly Conflict[]) => Edited;
  /** How the values are compared; by their content, unless the form holds more than what is stored. */
  contentOf?: (values: Values) => unknown;
  /** What the form begins with instead of the row: a draft, and the row that it was made from. */
  draft?: { values: Values; base: Edited } | null;
  /** Sends the values. `base` is the row that they were made from. */
  send: (values: Values, call: RepeatableCall, base: Edited) => Promise<Answer>;
};

/** `base` is the row that the values were made from, `stored` what this form has saved since. */
type State<Edited, Values> = {
  base: Edited;
  changes: readonly Change<Values>[] | null;
  stored: Values | null;
};

const fresh = { changes: null, stored: null };

/**
 * A form over a row that other people edit, too (record 270). It begins with the newest row. Where the server says that
 * others changed the row meanwhile, the form keeps what was typed, takes over the rest, and is sent again from there.
 */
export function useEditForm<Edited extends Row, Values extends object, Answer>(
  options: EditOptions<Edited, Values, Answer>,
) {
  const {
    row,
    formOf,
    parts,
    sources,
    withTheirs = putOver,
    contentOf = (values: Values) => values,
  } = options;
  const [draft] = useState(options.draft);
  const [state] = useState(() => createStore<State<Edited, Values>>({ ...fresh, base: draft?.base ?? row }));
  const { base, changes, stored } = useStore(state);
  const update = (changed: Partial<State<Edited, Values>>) => state.set({ ...state.get(), ...changed });
  const form = useForm<Values, Answer>({
    ...options,
    defaults: stored ?? formOf(base),
    begin: draft?.values,
    send: (values, call) => options.send(values, call, base),
    onRefused: (error) => {
      const refused = changedMeanwhile(error);
      if (!refused) return options.onRefused(error);
      const newer = { ...withTheirs(base, refused.conflicts), revision: refused.revision };
      const forms = { before: formOf(base), theirs: formOf(newer), typed: form.latest() };
      const taken = takeOver(parts, forms, refused.conflicts);
      form.change(taken.values);
      update({ base: newer, changes: taken.changes });
      void refreshAnswers(sources);
      return undefined;
    },
    onDone: (answer, values) => {
      update({ stored: values, changes: null });
      options.onDone(answer, values);
    },
  });
  /** Begins again with this row. */
  const reopen = (next: Edited) => {
    state.set({ ...fresh, base: next });
    form.restart(formOf(next));
  };
  useEffect(() => void refreshAnswers(sources), [sources]);
  useEffect(() => {
    if (Number(row.revision) <= Number(base.revision) || form.isPending) return;
    const isSame = (values: Values) =>
      JSON.stringify(contentOf(form.latest())) === JSON.stringify(contentOf(values));
    if (isSame(stored ?? formOf(base))) reopen(row);
  });
  const shown = changes && changes.map((one) => shownChange(one, form));
  return { ...form, base, changes: shown, reopen };
}

type Changing<Values> = { values: Values; change: (changed: Partial<Values>) => void };

function shownChange<Values>(
  { part, theirs, own, by, at }: Change<Values>,
  form: Changing<Values>,
): ShownChange {
  const words = (values: Values) => part.text(values) || text.empty;
  return {
    label: part.label,
    made: text.made(by, shortMomentText(at)),
    theirs: words(theirs),
    own: own && words(own),
    isOwnChosen: part.text(form.values) !== part.text(theirs),
    choose: (side) => form.change(part.valuesOf(side === 'own' ? (own ?? theirs) : theirs)),
  };
}

function putOver<Edited extends Row>(base: Edited, conflicts: readonly Conflict[]): Edited {
  return { ...base, ...Object.fromEntries(conflicts.map(({ field, theirs }) => [field, theirs])) };
}
