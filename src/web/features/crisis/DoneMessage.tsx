import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import notice from '../../ui/Notice.module.css';

/** The message in place of a pressed button. It takes the focus and is read, because the button may be gone. */
export function DoneMessage({ children }: { children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <p ref={message} className={`${notice.notice} ${notice.success}`} tabIndex={-1}>
      <Icon name="check" />
      <span>{children}</span>
    </p>
  );
}
