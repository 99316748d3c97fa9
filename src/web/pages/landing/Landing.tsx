import { useId, useState } from 'react';
import { helpText } from '../../../text/crisis.ts';
import { landingText } from '../../../text/landing.ts';
import { config } from '../../api/config.ts';
import { Institutions } from '../../frame/Institutions.tsx';
import { HelpDialog } from '../../features/help/HelpDialog.tsx';
import { type Path, paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Wave } from '../../ui/Wave.tsx';
import css from './Landing.module.css';

type Choice = { to: Path; icon: IconName; title: string; hint: string };

const staffChoices: readonly Choice[] = [
  { to: paths.loginClinician, icon: 'people', title: landingText.clinician, hint: landingText.clinicianHint },
  { to: paths.loginAdmin, icon: 'building', title: landingText.admin, hint: landingText.adminHint },
  {
    to: paths.register,
    icon: 'person-add',
    title: landingText.registration,
    hint: landingText.registrationHint,
  },
];

/** The start: four ways in, the patient's first (product 2.5). Its title is the configured one. */
export default function Landing() {
  return (
    <div className="stack gap-5 reading broad">
      <div className={`stack gap-2 ${css.intro}`}>
        <h1>{config().landing_title}</h1>
        <p className="lead">{landingText.lead}</p>
      </div>
      <nav className="stack gap-6" aria-label={landingText.choices}>
        <PatientChoice />
        <section className={`stack gap-2 ${css.staff}`} aria-labelledby="staff">
          <h2 id="staff">{landingText.staff}</h2>
          <div className="columns gap-3">
            {staffChoices.map((choice) => (
              <StaffChoice key={choice.to} choice={choice} />
            ))}
          </div>
        </section>
      </nav>
      <div className="row">
        <Institutions />
      </div>
    </div>
  );
}

function PatientChoice() {
  const [helps, setHelps] = useState(false);
  return (
    <section className={`stack gap-4 ${css.patient}`} aria-labelledby="survey">
      <Wave />
      <h2 id="survey">{landingText.survey}</h2>
      <p>{landingText.surveyHint}</p>
      <div className={`row ${css.ways}`}>
        <Link className={buttonClass('primary')} to={paths.loginPatient} aria-describedby="survey">
          <Icon name="person" />
          <span>{landingText.patient}</span>
        </Link>
        <Button look="quiet" icon="phone" aria-haspopup="dialog" onClick={() => setHelps(true)}>
          {helpText.title}
        </Button>
      </div>
      <p className={css.trust}>
        <Link to={paths.privacy}>{landingText.trust}</Link>
      </p>
      {helps && <HelpDialog onClose={() => setHelps(false)} />}
    </section>
  );
}

// Only the title is the link, stretched over its place. With their hints, all links would sound alike.
function StaffChoice({ choice: { to, icon, title, hint } }: { choice: Choice }) {
  const hintId = useId();
  return (
    <div className={`framed ${css.choice}`}>
      <Icon name={icon} size={22} />
      <span className="shrinks">
        <Link to={to} className={css.way} aria-describedby={hintId}>
          {title}
        </Link>
        <small id={hintId}>{hint}</small>
      </span>
    </div>
  );
}
