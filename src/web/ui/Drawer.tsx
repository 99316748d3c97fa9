import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from './Button.tsx';
import css from './Drawer.module.css';
import { useShownDialog } from './Modal.tsx';

type DrawerProps = { title: string; closeLabel: string; children: ReactNode; onClose: () => void };

/** A panel from the left edge, for menus on small screens. Open for as long as it is rendered. */
export function Drawer({ title, closeLabel, children, onClose }: DrawerProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useShownDialog(dialog);
  return (
    // The keyboard has Escape for what a press beside the panel does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={titleId}
      onMouseDown={(event) => event.target === event.currentTarget && isBeside(event) && onClose()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={`beside between ${css.header}`}>
        <h2 className={css.title} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onClick={onClose} />
      </div>
      <div className={css.body}>{children}</div>
    </dialog>
  );
}

function isBeside(event: { clientX: number; currentTarget: HTMLElement }): boolean {
  return event.clientX > event.currentTarget.getBoundingClientRect().right;
}
