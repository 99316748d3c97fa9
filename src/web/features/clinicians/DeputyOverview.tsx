import { useState } from 'react';
import { deputyText as text } from '../../../text/clinicians.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './clinicians.module.css';
import { deputyshipOf, hasDisabledDeputy, type Employee } from './deputy.ts';
import { DeputyModal } from './DeputyModal.tsx';
import { DeputyState } from './DeputyState.tsx';

/** The enabled clinicians with their deputies (product 2.16). */
export function DeputyOverview() {
  const { data, error, refetch } = useAnswer('listCliniciansWithCounts');
  const [opened, setOpened] = useState<string | null>(null);
  const employees = data?.clinicians ?? [];
  const employee = employees.find(({ id }) => id === opened);
  // A disabled clinician has no patients and needs no deputy.
  const enabled = employees.filter((one) => one.enabled);
  return (
    <section className="stack gap-4" aria-label={text.overview}>
      <h3>{text.overview}</h3>
      <p className="readable">{text.overviewLead}</p>
      {error && <LoadFailed what="listClinicians" error={error} retry={refetch} />}
      {!data && !error && <Spinner />}
      {data && enabled.length === 0 && <p>{text.noClinicians}</p>}
      {enabled.length > 0 && (
        <ul className={`framed plain ${css.deputyList}`}>
          {enabled.map((one) => (
            <DeputyLine key={one.id} employee={one} employees={employees} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {employee && <DeputyModal employee={employee} employees={employees} onClose={() => setOpened(null)} />}
    </section>
  );
}

type DeputyLineProps = {
  employee: Employee;
  employees: readonly Employee[];
  onOpen: (id: string) => void;
};

function DeputyLine({ employee, employees, onOpen }: DeputyLineProps) {
  const { id, username } = employee;
  const action = deputyshipOf(employee, today()) ? text.change : text.set;
  return (
    <li className={css.deputyLine}>
      <strong className={css.deputyName}>{username}</strong>
      <span className={`row ${css.deputyState}`}>
        <DeputyState
          employee={employee}
          isDeputyDisabled={hasDisabledDeputy(employee, employees, today())}
          none={text.none}
        />
      </span>
      <Button look="secondary" aria-label={text.actionFor(action, username)} onClick={() => onOpen(id)}>
        {action}
      </Button>
    </li>
  );
}
