import type { ConsentSection } from '../../../contract/consent.ts';
import css from './consent.module.css';

type ConsentBodyProps = {
  sections: readonly ConsentSection[];
  /** One level below the heading above. */
  heading: 'h2' | 'h4';
};

/** The text of the consent. It comes from the configuration and is shown as plain text. */
export function ConsentBody({ sections, heading: Heading }: ConsentBodyProps) {
  return (
    <div className={css.body}>
      {sections.map(({ title, paragraphs, list }) => (
        <section key={title} className={css.section}>
          <Heading>{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list.length > 0 && (
            <ul>
              {list.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
