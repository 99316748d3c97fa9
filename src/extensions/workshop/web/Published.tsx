import { useAnswer } from '../../../web/api/queries.ts';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import { Link } from '../../../web/ui/navigation.tsx';
import { DoneMessage } from '../../../web/ui/Notice.tsx';
import { publishText as text } from '../text/late-steps.ts';
import { pageText } from '../text/workshop.ts';
import { listInstruments } from './calls.ts';
import { placeOf } from './places.ts';

/** A version was published. It is asked once windows name it. */
export function Published({ id, version }: { id: string; version: string }) {
  const { data, error } = useAnswer(listInstruments);
  const published = data?.instruments.find((one) => one.id === id && one.version === version);
  return (
    <div className="stack gap-5">
      <h1>{pageText.title}</h1>
      <Card>
        {(data ?? error) && <DoneMessage>{text.done(published?.title ?? id, version)}</DoneMessage>}
        <p>{text.now}</p>
        <div className="row">
          <Link className={buttonClass('primary')} to={placeOf.windows}>
            {pageText.toWindows}
          </Link>
          <Link className={buttonClass('secondary')} to={placeOf.list}>
            {pageText.back}
          </Link>
        </div>
      </Card>
    </div>
  );
}
