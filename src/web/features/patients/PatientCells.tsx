import type { Ref } from 'react';
import type { AdminPatient, ClinicianPatient } from '../../../contract/patients.ts';
import type { CrisisLevel } from '../../../domain/crisis.ts';
import { patientText as text } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import { showNotice } from '../../api/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Elements } from '../../ui/elements.ts';
import { LockTag } from './LockNotice.tsx';
import css from './patient-cells.module.css';

type CodeCellProps = {
  patient: Pick<AdminPatient, 'id' | 'code' | 'duplicate'>;
  /** The user wants to know why the login is locked. */
  onShowLock: () => void;
};

/** The code, with a remark if the patient may be registered twice or cannot log in. */
export function CodeCell({ patient, onShowLock }: CodeCellProps) {
  const { code, duplicate } = patient;
  return (
    <span className={css.stack} title={code}>
      <span className={css.line}>{code}</span>
      {duplicate && <DuplicateTag code={code} />}
      <LockTag patient={patient} onOpen={onShowLock} />
    </span>
  );
}

/** Says on a press why the patient may be registered twice. */
function DuplicateTag({ code }: { code: string }) {
  return (
    <button
      type="button"
      className={css.duplicate}
      aria-label={text.duplicateOf(code)}
      title={text.duplicateHint}
      aria-haspopup="dialog"
      onClick={() => void showNotice(`${code}: ${text.duplicateHint}`)}
    >
      {text.duplicate}
    </button>
  );
}

type OwnCodeCellProps = CodeCellProps & {
  patient: Pick<ClinicianPatient, 'as_deputy' | 'clinician_username'>;
  /** The level of the open event, if there is one. The tag in the column Ergebnis says it in words. */
  level: CrisisLevel | undefined;
};

/** The code in a clinician's list: a colleague's patient has the name of the colleague, an open event its sign. */
export function OwnCodeCell({ patient, level, onShowLock }: OwnCodeCellProps) {
  const { code, duplicate, as_deputy, clinician_username } = patient;
  if (!level && !as_deputy) return <CodeCell patient={patient} onShowLock={onShowLock} />;
  const deputy = as_deputy ? text.deputyFor(clinician_username) : '';
  return (
    <span className={css.stack} title={deputy ? `${code}: ${deputy}` : code}>
      <span className={`beside gap-1 ${css.flagged}`} data-level={level}>
        <span className={css.line}>{code}</span>
        {level && <Icon name="warning" size={16} />}
      </span>
      {deputy && <span className={css.deputised}>{deputy}</span>}
      {duplicate && !deputy && <DuplicateTag code={code} />}
      <LockTag patient={patient} onOpen={onShowLock} />
    </span>
  );
}

type ShowLinkProps = {
  name: string;
  /** On the line of the button. */
  beside?: Elements;
  /** Below the button. */
  remark?: Elements | string;
  onOpen: () => void;
  ref?: Ref<HTMLButtonElement>;
};

/** A button that opens a modal, with signs beside it and a remark or a tag below it. */
export function ShowLink({ name, beside, remark, onOpen, ref }: ShowLinkProps) {
  return (
    <span className={css.stack}>
      <span className={`row shrinks ${css.linkLine}`}>
        <button
          type="button"
          className={css.link}
          aria-label={name}
          aria-haspopup="dialog"
          onClick={onOpen}
          ref={ref}
        >
          {text.show}
        </button>
        {beside}
      </span>
      {typeof remark === 'string' ? (
        <span className={`${css.remark} ${css.below}`} title={remark}>
          {remark}
        </span>
      ) : (
        remark
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
    <span className="line gap-1" title={ids.join(', ')}>
      {shown.map((id) => (
        <span key={id} className={css.tag}>
          {id}
        </span>
      ))}
      {left > 0 && <span className={css.remark}>{tableText.more(left)}</span>}
    </span>
  );
}
