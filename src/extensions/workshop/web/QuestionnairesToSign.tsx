import { LoadFailed } from '../../../web/api/LoadFailed.tsx';
import { useAnswer } from '../../../web/api/queries.ts';
import { paths } from '../../../web/paths.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Link, navigate, usePlace } from '../../../web/ui/navigation.tsx';
import { focusPageIfLost } from '../../../web/ui/page-focus.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Spinner } from '../../../web/ui/Spinner.tsx';
import { useEffect } from 'react';
import { signerText as text } from '../text/late-steps.ts';
import { actionText, listText, pageText } from '../text/workshop.ts';
import { getDraft, listInstruments } from './calls.ts';
import { ReadDraft } from './ReadDraft.tsx';

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
      {data?.drafts.map(({ draft_id: id, title, version, signed }) => (
        <Card key={id}>
          <h2>{listText.draftOf(title || listText.untitled, version)}</h2>
          {signed.length > 0 && <p>{signed.map(({ by, role }) => listText.signed(by, role)).join(' · ')}</p>}
          <div>
            <Button
              look="secondary"
              aria-label={text.lookAt(title || listText.untitled)}
              onClick={() => navigate(`${paths.clinicianQuestionnaires}#draft/${id}`)}
            >
              {text.look}
            </Button>
          </div>
        </Card>
      ))}
    </div>
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
