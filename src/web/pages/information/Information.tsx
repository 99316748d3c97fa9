import type { ReactNode } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import { informationDocuments, informationText as text } from '../../../text/information.ts';
import { config } from '../../api/config.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { DocumentCard } from './DocumentCard.tsx';
import css from './information.module.css';
import { LinkCard } from './LinkCard.tsx';

/** What there is to read for these user types, the own one first (product 2). */
export function Information({ tabs }: { tabs: readonly UserType[] }) {
  const shown = tabs.map((id) => ({ id, title: text.tab[id], content: <Documents of={id} /> }));
  return (
    <div className={css.page}>
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
  clinician: () => null,
  admin: documentationLink,
} as const satisfies Record<UserType, () => ReactNode>;

function faqLink() {
  return (
    <LinkCard title={text.faqTitle} lead={text.faqLead} href={config().faq_url}>
      {text.faq}
    </LinkCard>
  );
}

function documentationLink() {
  return (
    <LinkCard title={text.documentationTitle} lead={text.documentationLead} href={config().documentation_url}>
      {text.documentation}
    </LinkCard>
  );
}
