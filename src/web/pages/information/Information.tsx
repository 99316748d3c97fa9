import type { ReactNode } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import {
  type InformationDocument,
  informationDocuments,
  informationText as text,
} from '../../../text/information.ts';
import { config } from '../../api/config.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import css from './information.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

// The own documents come first.
const tabs = {
  patient: ['patient'],
  clinician: ['clinician', 'patient'],
  admin: ['admin', 'clinician', 'patient'],
} as const satisfies Record<UserType, readonly UserType[]>;

/** The documents and links for a user type, and for the user types that it looks after (product 2). */
export default function Information({ userType }: { userType: UserType }) {
  const shown = tabs[userType].map((id) => ({ id, title: text.tab[id], content: <Documents of={id} /> }));
  return (
    <div className="stack gap-5">
      <h1>{text.title}</h1>
      <Tabs label={text.tabs} tabs={shown} />
    </div>
  );
}

function Documents({ of }: { of: UserType }) {
  return (
    <div className={css.cards}>
      {informationDocuments[of].map((document) => (
        <DocumentCard key={document.name} document={document} />
      ))}
      {links[of]()}
    </div>
  );
}

const links = {
  patient: faqLink,
  clinician: faqLink,
  admin: documentationAndFaq,
} as const satisfies Record<UserType, () => ReactNode>;

function faqLink() {
  return (
    <LinkCard title={text.faqTitle} lead={text.faqLead} href={config().faq_url}>
      {text.faq}
    </LinkCard>
  );
}

function documentationAndFaq() {
  return (
    <>
      {documentationLink()}
      {faqLink()}
    </>
  );
}

function documentationLink() {
  return (
    <LinkCard title={text.documentationTitle} lead={text.documentationLead} href={config().documentation_url}>
      {text.documentation}
    </LinkCard>
  );
}

/** A document in two forms. The name of each link contains document and form. */
function DocumentCard({ document: { name, title, lead } }: { document: InformationDocument }) {
  return (
    <Card>
      <div className={`stack gap-2 ${css.words}`}>
        <h2>{title}</h2>
        <p className="muted">{lead}</p>
      </div>
      <div className="row gap-2">
        <a className={buttonClass('secondary')} href={`/documents/${name}.pdf`} download>
          <Icon name={moreIcons.download} />
          <LinkName text={text.asPdf} title={title} />
        </a>
        <a className={buttonClass('quiet')} href={`/documents/${name}.html`}>
          <Icon name={moreIcons.document} />
          <LinkName text={text.asHtml} title={title} />
        </a>
      </div>
    </Card>
  );
}

function LinkName({ text: form, title }: { text: string; title: string }) {
  return (
    <span>
      <span>{form}</span>
      <span className="visually-hidden">{` ${title}`}</span>
    </span>
  );
}

type LinkCardProps = { title: string; lead: string; href: string; children: string };

/** A link of the configuration. Without a configured link there is no card. */
function LinkCard({ title, lead, href, children }: LinkCardProps) {
  if (href === '') return null;
  return (
    <Card>
      <div className={`stack gap-2 ${css.words}`}>
        <h2>{title}</h2>
        <p className="muted">{lead}</p>
      </div>
      <div className="row gap-2">
        <ExternalLink href={href} className={buttonClass('secondary')}>
          <Icon name="external" />
          <span>{children}</span>
        </ExternalLink>
      </div>
    </Card>
  );
}
