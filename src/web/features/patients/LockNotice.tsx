import { loginLockText as text } from '../../../text/security.ts';
import { momentText } from '../../api/clinic-time.ts';
import { showFailure } from '../../api/failed-action.ts';
import { useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { patientLists } from './patient-lists.ts';
import css from './patient-cells.module.css';
import { createContext, useContext } from 'react';
import type { LockedLogin } from '../../../contract/patients.ts';
import { moreIcons } from '../../ui/more-icons.ts';

/** The codes of the list that unknown devices have to wait with (R46), for rows and dialogs of the patients. */
export const LockedLogins = createContext<readonly LockedLogin[]>([]);

function useLock(patientId: string): LockedLogin | undefined {
  return useContext(LockedLogins).find(({ patient_id }) => patient_id === patientId);
}

type Patient = { id: string; code: string };

/** Below the code in a list: the login is locked. It opens the dialog with the button that lets a device in. */
export function LockTag({ patient: { id, code }, onOpen }: { patient: Patient; onOpen: () => void }) {
  if (!useLock(id)) return null;
  return (
    <button
      type="button"
      className={css.lock}
      aria-label={text.tagOf(code)}
      title={text.title}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Icon name={moreIcons.key} size={14} />
      <span>{text.tag}</span>
    </button>
  );
}

/** Why the patient cannot log in with a new device just now, and one click that lets one in (R46). */
export function LockNotice({ patient: { id } }: { patient: Patient }) {
  const lock = useLock(id);
  const allow = useChange('allowDevice', { refreshes: patientLists });
  if (!lock) return null;
  const { locked_until: until, allowed_until: allowed } = lock;
  return (
    <Notice tone="warning">
      <p>
        <strong>{text.title}</strong>
      </p>
      <p>{text.why(momentText(until))}</p>
      {allowed ? (
        <p>{text.allowed(momentText(allowed))}</p>
      ) : (
        <>
          <p>{text.ask}</p>
          <Button
            look="secondary"
            icon={moreIcons.devices}
            pending={allow.isPending}
            onClick={() =>
              allow.mutate({ params: { id } }, { onError: (error) => void showFailure('allowDevice', error) })
            }
          >
            {text.allow}
          </Button>
        </>
      )}
    </Notice>
  );
}
