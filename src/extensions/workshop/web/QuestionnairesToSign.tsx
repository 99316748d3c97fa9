import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { useAnswer } from '../../../web/api/queries.ts';
import { session } from '../../../web/api/session.ts';
import { useStore } from '../../../web/api/use-store.ts';
import { paths } from '../../../web/paths.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Link, navigate, usePlace } from '../../../web/ui/navigation.tsx';
import { focusPageIfLost } from '../../../web/ui/page-focus.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { useEffect } from 'react';
import type { ListedDraft } from '../contract/routes.ts';
import { readText } from '../text/steps.ts';
import { signerText as text } from '../text/late-steps.ts';
import { actionText, listText, pageText } from '../text/workshop.ts';
import { getDraft, listInstruments } from './calls.ts';
import { ReadDraft } from './ReadDraft.tsx';
import css from './workshop.module.css';

/** The drafts that a clinician was asked to sign. */
export default function QuestionnairesToSign() {
  const [, id] = /^#draft\/([0-9a-f-]{36})$/.exec(usePlace().hash) ?? [];
  useEffect(focusPageIfLost, [id]);
  return id === undefined ? <List /> : <Shown id={id} />;
}

function List() {
  const { data, error, refetch } = useAnswer(listInstruments);
  return (
    <div className="stack gap-5">
      <h1>{text.title}</h1>
      <p className="muted">{text.lead}</p>
      {error && <LoadFailed what={actionText.load} error={error} retry={refetch} />}
      {!data && !error && <Spinner label={pageText.loading} />}
      {data?.drafts.length === 0 && <Notice tone="info">{text.none}</Notice>}
      {data?.drafts.map((draft) => (
        <DraftCard key={draft.draft_id} draft={draft} />
      ))}
    </div>
  );
}

function DraftCard({ draft: { draft_id: id, title, version, signed } }: { draft: ListedDraft }) {
  const user = useStore(session);
  const isSigned = signed.some(({ by }) => by === user?.userName);
  const name = title || listText.untitled;
  return (
    <Card>
      <h2>{listText.draftOf(name, version)}</h2>
      {signed.length > 0 && <p>{signed.map(({ by, role }) => listText.signed(by, role)).join(' · ')}</p>}
      <div className="line">
        {isSigned && (
          <span className={`beside gap-1 ${css.done}`}>
            <Icon name="check" size={16} />
            <span>{readText.signed}</span>
          </span>
        )}
        <Button
          look="secondary"
          aria-label={isSigned ? readText.signedLookAt(name) : text.lookAt(name)}
          onClick={() => navigate(`${paths.clinicianQuestionnaires}#draft/${id}`)}
        >
          {isSigned ? readText.signedLook : text.look}
        </Button>
      </div>
    </Card>
  );
}

function Shown({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer(getDraft, { params: { id } });
  return (
    <div className="stack gap-5">
      <p>
        <Link className={buttonClass('secondary')} to={paths.clinicianQuestionnaires}>
          {pageText.back}
        </Link>
      </p>
      {!data && <h1>{text.title}</h1>}
      {error && <LoadFailed what={actionText.load} error={error} retry={refetch} />}
      {!data && !error && <Spinner label={pageText.loading} />}
      {data && <ReadDraft draft={data} />}
    </div>
  );
}
