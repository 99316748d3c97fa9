import type { SecurityNotice } from '../../../contract/accounts.ts';
import { securityNoticeText } from '../../../text/security.ts';
import { momentText } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './security.module.css';

/** The notices of attacks on the clinic's logins for the admin (R50). */
export function SecurityNotices() {
  const { data, error, refetch } = useAnswer('listNotices');
  if (error && !data) return <LoadFailed what="loadNotices" error={error} retry={refetch} />;
  return data?.notices.map((notice) => <OneNotice key={notice.kind} notice={notice} />);
}

function OneNotice({ notice }: { notice: SecurityNotice }) {
  const { kind, since, until } = notice;
  const { title, what, now, todo } = securityNoticeText[kind];
  const facts = {
    ...notice,
    since: momentText(since),
    until: momentText(until),
    support: config().support_email,
  };
  return (
    <Notice tone={notice.is_running ? 'warning' : 'info'}>
      <h2 className={css.title}>{title}</h2>
      <p>{what(facts)}</p>
      <p>{now(facts)}</p>
      <p>{todo(facts)}</p>
    </Notice>
  );
}
