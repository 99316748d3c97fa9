// These functions run in a page, as text. Each stands alone.

export type Place = { x: number; y: number };

/** The place of the control with one of the names, or why it cannot be pressed. */
export function findControl(...names: string[]): Place | string {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const controls = open.querySelectorAll<HTMLElement>(
    'button, a[href], summary, [role=menuitem], [role=option], label',
  );
  const named = [...controls].find(
    (control) =>
      names.includes((control.getAttribute('aria-label') ?? control.textContent ?? '').trim()) &&
      control.checkVisibility({ visibilityProperty: true }),
  );
  if (!named) return `nothing is named ${names.join(' or ')}`;
  named.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = named.getBoundingClientRect();
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(place.x, place.y);
  return hit && named.contains(hit)
    ? place
    : `${names.join(' or ')} is covered by ${hit?.outerHTML.slice(0, 80)}`;
}

/** The place of the field with this label, or why nobody can type there. */
export function findField(label: string): Place | string {
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
  const fields = open.querySelectorAll<HTMLInputElement>('input, textarea');
  const field = [...fields].find(
    (one) =>
      one.getAttribute('aria-label') === label ||
      [...(one.labels ?? [])].some(({ textContent }) => textContent?.trim() === label),
  );
  if (!field) return `no field has the label ${label}`;
  field.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = field.getBoundingClientRect();
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  return document.elementFromPoint(place.x, place.y) === field ? place : `${label} is covered`;
}

/** Chooses in a list that drops down. What drops down belongs to the system, not to the page. */
export function chooseIn(label: string, words: string): string {
  const list = [...document.querySelectorAll('select')].find((one) =>
    [...one.labels].some(({ textContent }) => textContent?.trim() === label),
  );
  const option = [...(list?.options ?? [])].find(({ label: shown }) => shown === words);
  if (!list || !option) return `${label} does not offer ${words}`;
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, option.value);
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return '';
}

/** Answers each question of the page and returns how many there are. */
export function answerShown(): number {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the text of this function holds all that it needs
  const write = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
    const type = Object.getPrototypeOf(field);
    // React listens behind a setter of its own.
    Object.getOwnPropertyDescriptor(type, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  };
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  for (const item of items) {
    const choices = item.querySelectorAll<HTMLInputElement>('input[type=radio]');
    const box = item.querySelector<HTMLInputElement>('input[type=checkbox]');
    const select = item.querySelector('select');
    const field = item.querySelector<HTMLInputElement>('textarea, input:not([type=range], [type=email])');
    if (choices.length > 0) choices[1]?.click();
    else if (box) {
      if (!box.checked) box.click();
    } else if (select) write(select, select.options[1]?.value ?? '');
    else if (field) write(field, { numeric: '3', decimal: '1,5' }[field.inputMode] ?? 'Deutsch');
  }
  return items.length;
}
