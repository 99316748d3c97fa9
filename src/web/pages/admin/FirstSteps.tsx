import { firstStepsText as text } from '../../../text/admin.ts';
import { useAnswer } from '../../api/queries.ts';
import type { AdminSection } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './admin.module.css';

/** What an admin does first in a clinic without patients. A patient needs a clinician, so that step comes before. */
export function FirstSteps({ show }: { show: (section: AdminSection) => void }) {
  const { data } = useAnswer('listCliniciansWithCounts');
  const hasClinician = data?.clinicians.some(({ enabled }) => enabled) ?? false;
  return (
    <section className={`framed stack ${css.steps}`} aria-labelledby="first-steps">
      <h3 id="first-steps">{text.title}</h3>
      <ol>
        <li>
          <span>{`${text.clinicians} `}</span>
          {hasClinician ? (
            <span className={css.done}>
              <Icon name="check" size={16} />
              <span>{` ${text.done}`}</span>
            </span>
          ) : (
            <Button look="secondary" onClick={() => show('employees')}>
              {text.toClinicians}
            </Button>
          )}
        </li>
        <li>
          <span>{`${text.help} `}</span>
          <Button look="secondary" onClick={() => show('clinic')}>
            {text.toHelp}
          </Button>
        </li>
        <li>{text.patients}</li>
      </ol>
    </section>
  );
}
