import { useAnswer } from '../../../web/api/queries.ts';
import { session } from '../../../web/api/session.ts';
import { useStore } from '../../../web/api/use-store.ts';
import { paths } from '../../../web/paths.ts';
import { GuardedLink } from '../../../web/ui/GuardedLink.tsx';
import { SIGNATURE_ROLES } from '../contract/routes.ts';
import { signerText as text } from '../text/late-steps.ts';
import { listInstruments } from './calls.ts';

/** Tells a clinician of the drafts that wait for their signature, in a line: alerts about patients matter more. */
export default function DraftsToSign() {
  const user = useStore(session);
  const { data } = useAnswer(listInstruments);
  const waiting = (data?.drafts ?? []).filter(
    ({ signed }) => signed.length < SIGNATURE_ROLES.length && signed.every(({ by }) => by !== user?.userName),
  );
  if (waiting.length === 0) return null;
  return (
    <p className="line small">
      <span className="muted">{text.asked(waiting.length)}</span>
      <GuardedLink to={paths.clinicianQuestionnaires}>{text.open}</GuardedLink>
    </p>
  );
}
