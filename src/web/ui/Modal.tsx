import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '../../text/ui.ts';
import { IconButton } from './Button.tsx';
import css from './Modal.module.css';
import type { Elements } from './elements.ts';
import { useShownDialog } from './use-dialog.ts';

export type ModalProps = {
  title: string;
  children: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: Elements;
  size?: 'small' | 'medium' | 'large' | 'wide';
  /**
   * How it can be left besides its own buttons: `free` by Escape, the close icon and a press beside it; `explicit`
   * (default) not by a press beside it, so that nothing typed is lost; `static` only by its own buttons.
   */
  dismissal?: 'free' | 'explicit' | 'static';
  role?: 'dialog' | 'alertdialog';
  /** Catches presses at once and becomes visible after a moment: a flash would make a short wait feel longer. */
  late?: boolean;
  onClose: () => void;
};

/**
 * A modal dialog, open for as long as it is rendered: `{isOpen && <Modal …>}`. Its content starts afresh every time.
 * The browser keeps the focus inside; afterwards it goes back to where it was.
 */
export function Modal(props: ModalProps) {
  const { title, children, footer, size = 'medium', dismissal = 'explicit', role, late, onClose } = props;
  const titleId = useId();
  const bodyId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useShownDialog(dialog);
  // A dialog that must be answered has buttons for that. A close icon beside them would be a second button of the same name.
  const hasCloseIcon = dismissal !== 'static' && role !== 'alertdialog';
  const pressBackdrop = (event: MouseEvent) => {
    if (dismissal === 'free' && event.target === event.currentTarget) onClose();
  };
  // Outside of the form that opens it: inside, Enter would send that form.
  return createPortal(
    // The keyboard has Escape for what a press on the backdrop does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={late ? `${css.dialog} ${css.late}` : css.dialog}
      role={role}
      aria-labelledby={titleId}
      // A screen reader reads a warning at once; the content of other dialogs is read step by step.
      aria-describedby={role === 'alertdialog' ? bodyId : undefined}
      onMouseDown={pressBackdrop}
      onKeyDown={(event) => {
        // Browsers let a second Escape close what `cancel` refused; refusing the key itself holds. A list or a dialog
        // inside may have used the key already.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        if (dismissal !== 'static') onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissal !== 'static') onClose();
      }}
    >
      <div className={[css.panel, css[size]].join(' ')}>
        <div className={css.header}>
          <h2 className={css.title} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {hasCloseIcon && <IconButton icon="close" label={uiText.close} onClick={onClose} />}
        </div>
        <div className={css.body} id={bodyId}>
          {children}
        </div>
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
    </dialog>,
    document.body,
  );
}
