import { type ReactNode, useEffect, useRef } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import css from './Notice.module.css';

type Tone = 'info' | 'success' | 'warning' | 'error';

const icons = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
} as const satisfies Record<Tone, IconName>;

/** A message inside the page. Errors are announced at once, everything else when there is a pause. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`${css.notice} ${css[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className={`stack gap-2 start ${css.body}`}>{children}</div>
    </div>
  );
}

/** The message in place of a pressed button. It takes the focus and is read, because the button may be gone. */
export function DoneMessage({ children }: { children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <p ref={message} className={`${css.notice} ${css.success}`} tabIndex={-1}>
      <Icon name="check" />
      <span>{children}</span>
    </p>
  );
}
