import { informationText as text, type InformationDocument } from '../../../text/information.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './information.module.css';

/** A document with its two forms; the name of each link says which document and which form. */
export function DocumentCard({ document: { name, title, lead } }: { document: InformationDocument }) {
  return (
    <Card>
      <div className={css.words}>
        <h2>{title}</h2>
        <p>{lead}</p>
      </div>
      <div className={css.links}>
        <a className={buttonClass('secondary')} href={`/documents/${name}.pdf`} download>
          <Icon name="download" />
          <LinkName text={text.asPdf} title={title} />
        </a>
        <a className={buttonClass('quiet')} href={`/documents/${name}.html`}>
          <Icon name="document" />
          <LinkName text={text.asHtml} title={title} />
        </a>
      </div>
    </Card>
  );
}

function LinkName({ text: form, title }: { text: string; title: string }) {
  return (
    <span>
      {form}
      <span className="visually-hidden"> {title}</span>
    </span>
  );
}
