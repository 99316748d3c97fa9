import type { Answer } from '../../../contract/routes.ts';
import { overdueText as text } from '../../../text/clinic.ts';
import css from './clinic.module.css';

type Counted = Answer<'countCrisisEvents'>;

/** How many events wait too long, by clinician, the most urgent first. It names no patient (product 19.6). */
export function OverdueCounts({ events, counts }: Counted) {
  const total = counts.reduce((sum, { urgent, notice }) => sum + urgent + notice, 0);
  if (total === 0) return <p>{text.none[events]}</p>;
  const sorted = counts.toSorted((a, b) => b.urgent - a.urgent || b.notice - a.notice);
  return (
    <>
      <p>{text.some(total)}</p>
      <ul className={css.counts}>
        {sorted.map(({ clinician_id: id, username, ...count }) => (
          <li key={id}>
            <strong>{username}</strong>
            <span>{`: ${text.counts(count)}`}</span>
          </li>
        ))}
      </ul>
      <p>{text.todo}</p>
    </>
  );
}
