import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import css from './Accordion.module.css';
import { Icon, type IconName } from './Icon.tsx';

export type AccordionSection<Id extends string> = {
  id: Id;
  title: string;
  icon?: IconName;
  content: ReactNode;
  /** A table has a frame of its own. Where it comes first, its line of buttons stands on the line of the title. */
  holds?: 'table' | 'table-first' | undefined;
};

type AccordionProps<Id extends string> = {
  sections: readonly AccordionSection<Id>[];
  /** The open sections. The page decides how many may be open. */
  open: readonly Id[];
  onToggle: (id: Id) => void;
  /** `main` stands out, `quiet` steps back behind it. */
  look?: 'main' | 'quiet';
  /** A large window shows them all at once: the table of an open section has the height that is left. */
  fits?: boolean;
};

/** Sections with a heading that opens and closes them. A closed section is not rendered. */
export function Accordion<Id extends string>({ sections, open, onToggle, look, fits }: AccordionProps<Id>) {
  return (
    <div className={`stack ${css.list} ${look ? css[look] : ''}`} data-fits={fits ? '' : undefined}>
      {sections.map((section) => (
        <Section
          key={section.id}
          section={section}
          isOpen={open.includes(section.id)}
          toggle={() => onToggle(section.id)}
        />
      ))}
    </div>
  );
}

type SectionProps = { section: AccordionSection<string>; isOpen: boolean; toggle: () => void };

function Section({ section, isOpen, toggle }: SectionProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  // Where the section above closes at the same time, the pressed button would leave the window with it.
  useLayoutEffect(() => {
    if (isOpen && document.activeElement === button.current)
      button.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <section
      className={`card ${css.item}`}
      id={section.id}
      aria-labelledby={`${id}-button`}
      data-holds={section.holds}
    >
      <h2 className={css.heading}>
        <button
          ref={button}
          type="button"
          id={`${id}-button`}
          className={`beside gap-3 ${css.button}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={toggle}
        >
          {section.icon && <Icon name={section.icon} size={22} />}
          <span className={`shrinks ${css.title}`}>{section.title}</span>
          <span className={css.arrow}>
            <Icon name="chevron-down" />
          </span>
        </button>
      </h2>
      <div className={`stack gap-4 ${css.panel}`} id={`${id}-panel`} hidden={!isOpen}>
        {isOpen && section.content}
      </div>
    </section>
  );
}
