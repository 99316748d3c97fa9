import type { ConsentSection } from '../../../contract/consent.ts';

type ConsentBodyProps = {
  sections: readonly ConsentSection[];
  /** One level below the heading above. */
  heading: 'h2' | 'h4';
};

/** The text of the consent. It comes from the configuration and is shown as plain text. */
export function ConsentBody({ sections, heading: Heading }: ConsentBodyProps) {
  return (
    <div className="stack gap-5">
      {sections.map(({ title, paragraphs, list }) => (
        <section key={title} className="stack gap-2">
          <Heading>{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list.length > 0 && (
            <ul className="stack gap-2 marked">
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
