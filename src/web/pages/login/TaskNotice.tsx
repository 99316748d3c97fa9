import { useEffect, useRef } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import { loginTaskText as text } from '../../../text/login-steps.ts';
import type { TaskWork } from '../../api/solve-task.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Says why the login takes so long while the device solves a task, how far it is, and how to stop it (R46, R50). */
export default function TaskNotice({ work, userType }: { work: TaskWork; userType: UserType }) {
  const box = useRef<HTMLDivElement>(null);
  // On a phone it would appear below the screen.
  useEffect(() => {
    // An effect must return nothing, but newer browsers return a promise here.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="stack" ref={box}>
      <progress max={100} value={work.percent} aria-label={text.progress} />
      <Notice tone="info">
        <p>{text.why}</p>
        {userType === 'patient' && <p>{text.askClinic}</p>}
      </Notice>
      <Button look="secondary" onClick={work.cancel}>
        {text.cancel}
      </Button>
    </div>
  );
}
