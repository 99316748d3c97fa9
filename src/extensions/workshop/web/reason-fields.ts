import { createStore } from '../../../web/api/store.ts';
import type { Draft, Task } from '../contract/routes.ts';
import { formOf } from '../domain/form.ts';
import { openFields } from '../domain/open-fields.ts';
import { namedReason, openText } from '../text/open-fields.ts';

/** A reason, and the field of the page that it is about, as far as the page knows it. */
export type FoundReason = Task & { readonly field: string | null };

const general: readonly string[] = Object.values(openText);

/** The reasons of a saved draft with their fields. A mistake of a whole band is shown at its first open field. */
export function foundReasons({ reasons, instrument }: Draft): readonly FoundReason[] {
  const fields = openFields(formOf(instrument));
  return reasons.map((reason): FoundReason => {
    const { path } = reason;
    const field =
      fields.find((one) => one.path === path) ??
      (path === undefined ? undefined : fields.find((one) => one.path.startsWith(`${path}.`)));
    if (!field) return { ...reason, field: null };
    const what = general.includes(reason.what) ? namedReason(field.path, reason.what) : reason.what;
    return { ...reason, what, field: field.path };
  });
}

/** The field that is sought when its step opens. */
const sought = createStore<string | null>(null);

export const seek = sought.set;

/** The control of the sought field; it is sought once. */
export function soughtControl(): HTMLElement | null {
  const field = sought.get();
  sought.set(null);
  return field === null ? null : document.querySelector(`[data-field="${CSS.escape(field)}"]`);
}
