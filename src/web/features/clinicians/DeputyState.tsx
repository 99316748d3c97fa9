import { deputyText as text } from '../../../text/clinicians.ts';
import { today } from '../../api/clinic-time.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './clinicians.module.css';
import { daysText, deputyshipOf, type Employee } from './deputy.ts';

type DeputyStateProps = {
  employee: Employee;
  /** The deputy cannot log in. */
  isDeputyDisabled?: boolean;
  /** Shown where there is no deputyship today or later. */
  none?: string;
};

/** The running or coming deputyship of a clinician. */
export function DeputyState({ employee, isDeputyDisabled = false, none = '' }: DeputyStateProps) {
  const deputyship = deputyshipOf(employee, today());
  if (!deputyship) return <span className="muted">{none}</span>;
  const { username, isRunning } = deputyship;
  return (
    <>
      <span>{username}</span>
      <span className={isRunning ? 'strong' : 'muted'}>
        {isRunning && <span className="visually-hidden">{`${text.running} `}</span>}
        <span>{daysText(deputyship)}</span>
      </span>
      {isDeputyDisabled && (
        <span className={css.warning}>
          <Icon name="warning" size={18} />
          <span>{` ${text.deputyDisabled}`}</span>
        </span>
      )}
    </>
  );
}
