import { type MouseEvent, type ReactNode, useId, useRef, type RefObject, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { uiText } from '../../text/ui.ts';
import { IconButton } from './Button.tsx';
import css from './Modal.module.css';
import type { Elements } from './elements.ts';
import { focusPage } from './page-focus.ts';

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
        <div className={`beside between gap-3 ${css.header}`}>
          <h2 className={css.title} id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {hasCloseIcon && <IconButton icon="close" label={uiText.close} onClick={onClose} />}
        </div>
        <div className={`stack gap-4 ${css.body}`} id={bodyId}>
          {children}
        </div>
        {footer && <div className={`row ${css.footer}`}>{footer}</div>}
      </div>
    </dialog>,
    document.body,
  );
}

/** Shows a dialog for as long as its component is rendered; the focus goes in, stays in and comes back. */
export function useShownDialog(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const goBack = focusReturnOf(document.activeElement);
    element.showModal();
    focusFirst(element);
    return () => {
      element.close();
      goBack();
    };
  }, [dialog]);
}

// The filters of a table are no form: to start there would scroll past what stands above the table.
const FIELDS = ':is(input:not([type=hidden]), select, textarea):not(:disabled, [data-table] *)';

// A form starts in its first field. A dialog without a field starts with its title.
function focusFirst(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>(`[data-autofocus], ${FIELDS}`);
  (field ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
}

/** For the first field of a dialog whose form is loaded: the title had the focus only because there was no field yet. */
export function takeFocusFromTitle(field: HTMLElement | null): void {
  const title = field?.closest('dialog')?.querySelector('h2');
  if (title === document.activeElement) field?.focus();
}

/**
 * Gives a function that puts the focus back to where it is now. A dialog opened from a menu goes back to the button of
 * that menu, because the menu itself is gone by then.
 */
function focusReturnOf(active: Element | null): () => void {
  const menu = active?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  const cell = opener?.closest('td');
  const region = opener?.closest<HTMLElement>('section[tabindex]');
  return () => {
    const isThere = opener instanceof HTMLElement && !opener.matches('body, main') && opener.isConnected;
    // What was left may have taken its opener with it: a tag of a cell, or a row that is no longer in its table.
    const neighbour = cell?.isConnected ? cell.querySelector<HTMLElement>('button, a') : null;
    const target = isThere ? opener : (neighbour ?? (region?.isConnected ? region : null));
    if (target) target.focus();
    else focusPage();
  };
}
