import { useState } from 'react';
import { repeatableCall } from './call.ts';
import { type FormOptions, freshForm, problemOf, type Problems, submitForm, withField } from './form.ts';
import { createStore, useStore } from './store.ts';

/**
 * A form of the page. `field('code')` gives a field its value, its problem and its change; `form.bind` belongs to
 * `<Form>`, the whole to `<FormModal>`. What was entered stays until `restart`.
 */
export function useForm<Values extends object, Answer>(options: FormOptions<Values, Answer>) {
  const [store] = useState(() => createStore(freshForm(options.defaults)));
  const [call] = useState(repeatableCall);
  const state = useStore(store);
  const { values, refused, isPending } = state;

  const change = (changed: Partial<Values>) => {
    const now = store.get();
    store.set({ ...now, values: { ...now.values, ...changed } });
  };
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    error: problemOf(state, name),
    onChange: (value: Values[Name]) => {
      const now = store.get();
      store.set({ ...now, values: withField(now.values, name, value) });
    },
  });
  /** Checks and sends the form; another `onDone` may take the place of the usual one. */
  const submit = (onDone = options.onDone) => void submitForm(store, { ...options, onDone }, call);
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    submit();
  };

  return {
    values,
    field,
    change,
    submit,
    isPending,
    /** What is wrong with the form as a whole. */
    failure: refused.problems.form,
    /** Marks fields as wrong, or with nothing as right again. */
    refuse: (problems: Problems<Values>) =>
      store.set({ ...store.get(), refused: { values: store.get().values, problems } }),
    /** Opens the form again after it was sent. */
    restart: (next: Values = options.defaults) => store.set(freshForm(next)),
    bind: { problems: refused.problems, onSubmit },
  };
}
