import {
  accessibilitySections,
  accessibilityText,
  imprintSections,
  type LegalSection,
  legalText,
} from '../../../text/legal.ts';
import { privacySections, privacyText } from '../../../text/legal-privacy.ts';
import { config } from '../../api/config.ts';
import { LinkedText } from '../../ui/LinkedText.tsx';
import css from './legal.module.css';

const pages = {
  imprint: () => ({ title: legalText.imprint, lead: '', sections: imprintSections(config()) }),
  privacy: () => ({ ...privacyText, sections: privacySections(config()) }),
  accessibility: () => ({
    title: accessibilityText.title,
    lead: accessibilityText.lead(config().product_name),
    sections: accessibilitySections(config()),
  }),
} as const;

/** The pages that the law asks for (product 2). */
export default function Legal({ page }: { page: keyof typeof pages }) {
  const { title, lead, sections } = pages[page]();
  return (
    <article className="stack gap-5 reading">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </article>
  );
}

function Section({ section }: { section: LegalSection }) {
  const { title, paragraphs = [], lines = [], list = [] } = section;
  return (
    <section className="stack">
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <LinkedText text={paragraph} />
        </p>
      ))}
      {lines.length > 0 && (
        <div className={css.lines}>
          {lines.map((line) => (
            <p key={line}>
              <LinkedText text={line} />
            </p>
          ))}
        </div>
      )}
      {list.length > 0 && (
        <ul className="stack gap-2 marked">
          {list.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
