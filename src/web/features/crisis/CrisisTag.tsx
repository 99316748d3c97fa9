import type { CrisisLevel, CrisisMark, CrisisStanding } from '../../../domain/crisis.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { crisisLevelText, crisisText as text, sinceText, sinceWords } from '../../../text/crisis-events.ts';
import { momentText } from '../../api/clinic-time.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './crisis.module.css';
import { useEffect, useState } from 'react';
import { serverNow } from '../../api/server-time.ts';

/** The level as icon and word, perhaps with the age. The colour only repeats it. */
export function LevelTag({ level, since }: { level: CrisisLevel; since?: string }) {
  return (
    <span className={`${css.level} ${css[level]}`}>
      <span className={`beside ${css.word}`}>
        <Icon name="warning" size={14} />
        <span>{crisisLevelText[level]}</span>
      </span>
      {since && <span className={css.since}>{` ${since}`}</span>}
    </span>
  );
}

type CrisisTagProps = { code: string; mark: CrisisMark; onOpen: () => void };

/** The open event of a patient in a row of the list: level and age, without content. It opens the dialog with the answer. */
export function CrisisTag({ code, mark: { level, raised_at }, onOpen }: CrisisTagProps) {
  const age = useAge(raised_at);
  return (
    <button
      type="button"
      className={css.tag}
      aria-label={text.openOf(code, level, sinceText(age))}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <LevelTag level={level} since={sinceText(age)} />
    </button>
  );
}

/** The same outside of the list, with the code. */
export function NamedTag({ code, mark: { level, raised_at }, onOpen }: CrisisTagProps) {
  const age = useAge(raised_at);
  return (
    <button
      type="button"
      className={`beside box hovers ${css.named}`}
      aria-label={text.openOf(code, level, sinceText(age))}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {/* The spaces keep the words apart for screen readers. */}
      <strong>{`${code} `}</strong>
      <LevelTag level={level} />
      <span className={css.since}>{` ${sinceText(age)}`}</span>
    </button>
  );
}

/** The same beside a measurement point, for the event of its survey. */
export function PointTag({ mark: { level, raised_at } }: { mark: Pick<CrisisMark, 'level' | 'raised_at'> }) {
  const age = useAge(raised_at);
  return (
    <span className={css.point}>
      <span className="visually-hidden">{text.open(level, sinceWords(age))}</span>
      <span aria-hidden="true">
        <LevelTag level={level} />
      </span>
    </span>
  );
}

/** What was agreed about the open event of a patient: who is responsible now, or when it comes back. */
export function StandingNote({ standing }: { standing: CrisisStanding | null }) {
  const sentence = standingSentence(standing);
  return sentence && <span className={`small ${css.agreed}`}>{sentence}</span>;
}

/** The same in a row of the table: in brief, in full for screen readers and as a hint. */
export function BriefStanding({ standing }: { standing: CrisisStanding | null }) {
  const sentence = standingSentence(standing);
  const { handed_over: handed = null, again_on: day = null } = standing ?? {};
  if (!sentence) return null;
  return (
    <span className={`cut ${css.brief}`} title={sentence}>
      <span className="visually-hidden">{sentence}</span>
      <span aria-hidden="true">
        {day ? text.again(formatIsoDate(day)) : handed && text.handedTo(handed.to)}
      </span>
    </span>
  );
}

function standingSentence(standing: CrisisStanding | null): string {
  const { handed_over: handed = null, again_on: day = null } = standing ?? {};
  return [
    ...(handed ? [text.handedOver(handed.to, momentText(handed.at))] : []),
    ...(day ? [text.again(formatIsoDate(day))] : []),
  ].join('; ');
}

const MINUTE_MS = 60_000;

/** The age of an event in milliseconds, counted anew every minute, because a list may stay open for hours. */
export function useAge(raisedAt: string): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const clock = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return Math.max(0, now - Date.parse(raisedAt));
}
