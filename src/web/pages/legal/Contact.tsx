import { contactDialogText, contactRole } from '../../../text/contact.ts';
import { legalText } from '../../../text/legal.ts';
import { config } from '../../api/config.ts';
import { session, type UserInfo } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { useHelp } from '../../features/help/clinic-help.ts';
import { HelpBlock } from '../../features/help/HelpBlock.tsx';
import { ContactText } from '../../frame/ContactDialog.tsx';
import { Card } from '../../ui/Card.tsx';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import css from './legal.module.css';

export default function Contact() {
  const user = useStore(session);
  return (
    <article className="stack gap-5 reading">
      <h1>{legalText.contact}</h1>
      <p className="lead">{legalText.contactLead}</p>
      <section className="stack">
        <h2>{legalText.emergency}</h2>
        <Card>
          <p>{legalText.emergencyText}</p>
          <HelpBlock help={useHelp()} />
        </Card>
      </section>
      <section className="stack">
        <h2>{legalText.whoToAsk}</h2>
        <Card>{user ? <ContactOf user={user} /> : <ContactOfAll />}</Card>
      </section>
      <Operator />
    </article>
  );
}

function ContactOf({ user }: { user: UserInfo }) {
  const clinicContact = user.userType === 'patient' ? user.clinicContact : undefined;
  return <ContactText role={contactRole[user.userType]} clinicContact={clinicContact} />;
}

function ContactOfAll() {
  const { support_email } = config();
  return (
    <>
      <h3>{legalText.forPatients}</h3>
      <p>{contactDialogText.patient}</p>
      <h3>{legalText.forClinicians}</h3>
      <p>{contactDialogText.clinician}</p>
      <h3>{legalText.forOthers}</h3>
      <p>
        <span>{`${contactDialogText.anonymous} `}</span>
        <a href={`mailto:${support_email}`}>{support_email}</a>
      </p>
    </>
  );
}

function Operator() {
  const { operator, faq_url, version } = config();
  return (
    <section className="stack">
      <h2>{legalText.operator}</h2>
      <div className={css.lines}>
        {[operator.name, ...operator.address].map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <span>{`${legalText.phone} `}</span>
          <LinkedText text={operator.phone} />
        </p>
        <p>
          <span>{`${legalText.email} `}</span>
          <a href={`mailto:${operator.email}`}>{operator.email}</a>
        </p>
      </div>
      {faq_url && (
        <p>
          <ExternalLink href={faq_url}>
            <span>{legalText.faq}</span>
          </ExternalLink>
        </p>
      )}
      {version && <p>{legalText.version(version)}</p>}
    </section>
  );
}
