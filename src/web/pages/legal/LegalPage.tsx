import type { ReactNode } from 'react';
import type { LegalSection } from '../../../text/legal.ts';
import css from './legal.module.css';

type LegalPageProps = {
  title: string;
  lead?: string;
  sections: readonly LegalSection[];
  children?: ReactNode;
};

export function LegalPage({ title, lead, sections, children }: LegalPageProps) {
  return (
    <article className={css.page}>
      <h1>{title}</h1>
      {lead && <p className={css.lead}>{lead}</p>}
      {children}
      {sections.map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </article>
  );
}

function Section({ section }: { section: LegalSection }) {
  const { title, paragraphs = [], lines = [], list = [] } = section;
  return (
    <section className={css.section}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {lines.length > 0 && (
        <div className={css.lines}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {list.length > 0 && (
        <ul>
          {list.map((entry) => (
            <li key={entry}>{entry}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
