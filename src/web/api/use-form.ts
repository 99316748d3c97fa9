import { useState } from 'react';
import { uiText } from '../../text/ui.ts';
import { repeatableCall } from './call.ts';
import { type FormOptions, type FormState, freshForm, problemOf, type Problems, submitForm } from './form.ts';
import { ask } from './messages.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/**
 * A form of the page. `field('code')` gives a field its value, its problem and its change. `form.bind` belongs to
 * `<Form>`, the whole form to `<FormModal>`. The entered values stay until `restart`.
 */
export function useForm<Values extends object, Answer>(options: FormOptions<Values, Answer>) {
  const [store] = useState(() => createStore(freshForm(options.begin ?? options.defaults)));
  const [call] = useState(repeatableCall);
  const [way, setWay] = useState<'usual' | 'other'>('usual');
  const state = useStore(store);
  const { values, problems, isPending } = state;
  const update = (changed: Partial<FormState<Values>>) => store.set({ ...store.get(), ...changed });
  const change = (changed: Partial<Values>) => update({ values: { ...store.get().values, ...changed } });
  /** Checks and sends the form. The argument may replace the usual `onDone`. */
  const submit = (onDone?: typeof options.onDone) => {
    if (!isPending) setWay(onDone ? 'other' : 'usual');
    void submitForm(store, { ...options, onDone: onDone ?? options.onDone }, call);
  };
  return {
    values,
    field: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      error: problemOf(state, name),
      // The name is one of the fields and the value is of its type.
      onChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
    }),
    change,
    /** The values at this moment, also while the form is being sent. */
    latest: () => store.get().values,
    submit,
    isPending,
    /** Of a form with two ways to send it, the one that is sending. */
    pendingWay: isPending ? way : null,
    /** The problem of the form as a whole. */
    failure: problems.form,
    /** Shows these problems for the present values. */
    refuse: (found: Problems<Values>) => update({ sent: store.get().values, problems: found }),
    /** Leaves the form, after a question if something was typed that would be lost. */
    leave: (close: () => void) => void leaveForm(store.get().values, options.defaults, close),
    /** Opens the form again after it was sent. */
    restart: (next = options.defaults) => store.set(freshForm(next)),
    bind: {
      problems,
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

async function leaveForm<Values extends object>(values: Values, defaults: Values, close: () => void) {
  // Lists are compared by their content: a field makes a new one with each change.
  const isUntouched = JSON.stringify(values) === JSON.stringify(defaults);
  if (isUntouched || (await ask(uiText.discard))) close();
}
