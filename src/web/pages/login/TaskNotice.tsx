import type { UserType } from '../../../contract/accounts.ts';
import { loginTaskText as text } from '../../../text/login.ts';
import type { TaskWork } from '../../api/solve-task.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './login.module.css';

/** Says why the login takes so long while the device solves a task, how far it is, and how to stop it (R46, R50). */
export function TaskNotice({ work, userType }: { work: TaskWork; userType: UserType }) {
  return (
    <div className={css.task}>
      <Notice tone="info">
        <p>{text.why}</p>
        {userType === 'patient' && <p>{text.askClinic}</p>}
      </Notice>
      <progress max={100} value={work.percent} aria-label={text.progress} />
      <Button look="secondary" onClick={work.cancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
