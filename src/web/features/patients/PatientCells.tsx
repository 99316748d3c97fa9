import type { ReportReadSummary } from '../../../domain/statuses.ts';
import { patientText as text } from '../../../text/patients.ts';
import { reportReadText } from '../../../text/statuses.ts';
import { tableText } from '../../../text/table.ts';
import css from './patients.module.css';

/** The code, with a remark if the patient may be registered twice. */
export function CodeCell({ code, isDuplicate }: { code: string; isDuplicate: boolean }) {
  return (
    <span className={css.stack} title={isDuplicate ? `${code}: ${text.duplicateHint}` : code}>
      <span className={css.line}>{code}</span>
      {isDuplicate && <span className={css.remark}>{text.duplicate}</span>}
    </span>
  );
}

/** A button that opens a modal, with a remark below it. */
export function ShowLink({ name, remark, onOpen }: { name: string; remark?: string; onOpen: () => void }) {
  return (
    <span className={css.stack}>
      <button type="button" className={css.link} aria-label={name} aria-haspopup="dialog" onClick={onOpen}>
        {text.show}
      </button>
      {remark && (
        <span className={css.remark} title={remark}>
          {remark}
        </span>
      )}
    </span>
  );
}

const SHOWN_TAGS = 2;

/** The first System-IDs as tags, followed by the number of the others. */
export function SystemIdTags({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  // A row has room for two lines, and the remark takes one of them.
  const shown = ids.slice(0, ids.length > SHOWN_TAGS ? SHOWN_TAGS - 1 : SHOWN_TAGS);
  const left = ids.length - shown.length;
  return (
    <span className={css.tags} title={ids.join(', ')}>
      {shown.map((id) => (
        <span key={id} className={css.tag}>
          {id}
        </span>
      ))}
      {left > 0 && <span className={css.remark}>{tableText.more(left)}</span>}
    </span>
  );
}

const tones = {
  not_available: css.plain,
  all_read: css.plain,
  unread: css.unread,
} as const satisfies Record<ReportReadSummary, string | undefined>;

export function ReportsViewedTag({ summary }: { summary: ReportReadSummary }) {
  return <span className={tones[summary]}>{reportReadText[summary]}</span>;
}
