import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SurveyPage } from '../../../contract/surveys.ts';
import { Item } from '../../../web/features/surveys/Item.tsx';
import { Matrix } from '../../../web/features/surveys/Matrix.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { allItems, type Form } from '../domain/form.ts';
import { previewText } from '../text/late-steps.ts';
import { askedIfText as text } from '../text/steps.ts';
import { askedIf, itemNames } from './asked-if.ts';
import css from './workshop.module.css';

/** The pages of the survey in the width of a phone. Answers can be tried, and stay here. */
export function PhonePreview({ pages, form }: { pages: readonly SurveyPage[]; form: Form }) {
  const [at, setAt] = useState(0);
  const place = Math.min(at, pages.length - 1);
  const page = pages[place];
  if (!page) return null;
  return (
    <div className="stack">
      <div className="line">
        <Button look="secondary" icon="back" disabled={place === 0} onClick={() => setAt(place - 1)}>
          {previewText.back}
        </Button>
        <output>{previewText.page(place + 1, pages.length)}</output>
        <Button look="secondary" disabled={place === pages.length - 1} onClick={() => setAt(place + 1)}>
          {previewText.next}
        </Button>
      </div>
      <Conditions form={form} items={page.items.map(({ id }) => id)} />
      <PhoneFrame>
        <PhonePage key={place} page={page} />
      </PhoneFrame>
      <NotAsked form={form} pages={pages} />
    </div>
  );
}

/** When these items are asked, where that depends on earlier answers. A patient does not read it. */
function Conditions({ form, items }: { form: Form; items: readonly string[] }) {
  const names = itemNames(form);
  const shown = items.filter((id) => askedIf(form, id).length > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="stack gap-1 plain small">
      {shown.map((id) => (
        <li key={id}>{text.of(names.get(id) ?? id, askedIf(form, id).join(' '))}</li>
      ))}
    </ul>
  );
}

/** The items with a condition that these answers do not meet. */
function NotAsked({ form, pages }: { form: Form; pages: readonly SurveyPage[] }) {
  const asked = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const others = allItems(form)
    .map(({ id }) => id)
    .filter((id) => !asked.has(id) && askedIf(form, id).length > 0);
  if (others.length === 0) return null;
  return (
    <section className="stack gap-1" aria-label={text.hidden}>
      <p className="strong">{text.hidden}</p>
      <Conditions form={form} items={others} />
    </section>
  );
}

function PhonePage({ page }: { page: SurveyPage }) {
  const [entries, setEntries] = useState<Readonly<Record<string, readonly string[]>>>({});
  const { title, paragraph, connector, footer } = page.dimension;
  const questions = page.items.map((item) => (
    <Item
      key={item.id}
      item={item}
      isOnly={page.items.length === 1}
      entry={entries[item.id] ?? []}
      error={undefined}
      onChange={(entry) => setEntries((now) => ({ ...now, [item.id]: entry }))}
    />
  ));
  return (
    <main className={`stack ${css.phonePage}`}>
      <h1>{title}</h1>
      {paragraph && <p className="muted">{paragraph}</p>}
      {connector && <p className="strong">{connector}</p>}
      {page.layout === 'matrix' ? (
        <Matrix stem={connector} rows={page.items}>
          {questions}
        </Matrix>
      ) : (
        questions
      )}
      {footer && <p className="muted">{footer}</p>}
    </main>
  );
}

/**
 * A window of its own, because the layout of a survey follows the width of the window. The browser makes an empty document for a
 * frame without an address; it gets the styles of this one.
 */
function PhoneFrame({ children }: { children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const fill = (frame: HTMLIFrameElement | null) => {
    const inner = frame?.contentDocument;
    if (!inner || inner.body === body) return;
    const outer = document.documentElement;
    inner.documentElement.lang = outer.lang;
    Object.assign(inner.documentElement.dataset, outer.dataset);
    inner.title = previewText.phone;
    inner.head.append(
      ...[...document.querySelectorAll('link[rel=stylesheet], style')].map((one) => one.cloneNode(true)),
    );
    setBody(inner.body);
  };
  return (
    <iframe
      ref={fill}
      // Nothing runs inside: the page outside draws it, and hears its events.
      sandbox="allow-same-origin"
      title={previewText.phone}
      className={css.phone}
      onLoad={({ currentTarget }) => fill(currentTarget)}
    >
      {body && createPortal(children, body)}
    </iframe>
  );
}
