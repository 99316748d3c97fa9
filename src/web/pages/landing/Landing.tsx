import { useId } from 'react';
import { landingText } from '../../../text/landing.ts';
import { config } from '../../api/config.ts';
import { type Path, paths } from '../../paths.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import css from './Landing.module.css';
import { Link } from '../../ui/navigation.tsx';

type Choice = { to: Path; icon: IconName; title: string; hint: string };

const choices: readonly Choice[] = [
  { to: paths.loginPatient, icon: 'person', title: landingText.patient, hint: landingText.patientHint },
  { to: paths.loginClinician, icon: 'people', title: landingText.clinician, hint: landingText.clinicianHint },
  { to: paths.loginAdmin, icon: 'building', title: landingText.admin, hint: landingText.adminHint },
  {
    to: paths.register,
    icon: 'person-add',
    title: landingText.registration,
    hint: landingText.registrationHint,
  },
];

/** The start: four ways in (product 2.5). Its title is the configured one. */
export default function Landing() {
  return (
    <div className={css.page}>
      <div className={css.intro}>
        <h1>{config().landing_title}</h1>
        <p className={css.lead}>{landingText.lead}</p>
      </div>
      <nav className={css.choices} aria-label={landingText.choices}>
        {choices.map((choice) => (
          <ChoiceLink key={choice.to} choice={choice} />
        ))}
      </nav>
      <div className={css.logos}>
        {config().institutions.map(({ image, alt, href }) => (
          <ExternalLink key={href} href={href}>
            <img src={image} alt={alt} />
          </ExternalLink>
        ))}
      </div>
    </div>
  );
}

// Only the title is the link, stretched over the card. With their hints, all four links would sound alike.
function ChoiceLink({ choice: { to, icon, title, hint } }: { choice: Choice }) {
  const hintId = useId();
  return (
    <div className={css.choice}>
      <span className={css.symbol}>
        <Icon name={icon} size={26} />
      </span>
      <span>
        <Link to={to} className={css.way} aria-describedby={hintId}>
          {title}
        </Link>
        <small id={hintId}>{hint}</small>
      </span>
    </div>
  );
}
