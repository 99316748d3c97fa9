import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon, type IconName } from './Icon.tsx';
import css from './MenuButton.module.css';
import type { Elements } from './elements.ts';

type Float = (menu: HTMLElement, close: () => void) => () => void;

type MenuButtonProps = {
  label: string;
  icon: IconName;
  /** Shown beside the icon; part of the button's name. */
  text?: string;
  /** Shown above the items. */
  head?: Elements;
  /** `floatMenu`, where the menu must leave a box that scrolls or cuts off what is in it. */
  float?: Float;
  children: Elements;
};

/** A button with a menu of `MenuItem` and `MenuChoice`: arrow keys move, Escape and a press beside it close. */
export function MenuButton({ label, icon, text, head, float, children }: MenuButtonProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const anchor = useRef<HTMLDivElement>(null);
  return (
    <div className="anchor" ref={anchor}>
      <button
        type="button"
        className={`beside hovers ${css.button}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={text ? `${label}: ${text}` : label}
        title={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} />
        {text && <span className="cut">{text}</span>}
        {text && <Icon name="chevron-down" size={16} />}
      </button>
      {isOpen && (
        <OpenMenu id={id} label={label} head={head} float={float} anchor={anchor} close={close}>
          {children}
        </OpenMenu>
      )}
    </div>
  );
}

type OpenMenuProps = Pick<MenuButtonProps, 'label' | 'head' | 'children'> & {
  id: string;
  float: Float | undefined;
  anchor: RefObject<HTMLDivElement | null>;
  close: () => void;
};

/** Apart from its button, because a table has a closed menu in every row. */
function OpenMenu({ id, label, head, float, anchor, close, children }: OpenMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    itemsOf(anchor.current)[0]?.focus({ preventScroll: float !== undefined });
    const closeOutside = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [anchor, float, close]);
  useLayoutEffect(() => (menu.current ? float?.(menu.current, close) : undefined), [float, close]);
  const returnAndClose = () => {
    anchor.current?.querySelector('button')?.focus();
    close();
  };
  return (
    <div className={`framed ${css.menu}`} ref={menu}>
      {head && <div className={css.head}>{head}</div>}
      {/* A press on an item bubbles up and closes the menu; the keys below do the same for the keyboard. */}
      <div
        role="menu"
        id={id}
        aria-label={label}
        tabIndex={-1}
        className={css.items}
        onKeyDown={(event) => moveInMenu(event, returnAndClose)}
        onClick={returnAndClose}
      >
        {children}
      </div>
    </div>
  );
}

type MenuItemProps = {
  icon: IconName;
  children: ReactNode;
  /** Without it the item cannot be chosen. It stays to be read, and should say why. */
  onChoose: (() => void) | undefined;
};

export function MenuItem({ icon, children, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={onChoose ? undefined : true}
      tabIndex={-1}
      className={`beside gap-3 ${css.item}`}
      onClick={onChoose}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </button>
  );
}

type MenuGroupProps = { label: string; children: Elements };

/** Items of a menu under a title. */
export function MenuGroup({ label, children }: MenuGroupProps) {
  return (
    <fieldset className={css.group}>
      <legend className={`muted small ${css.groupLabel}`}>{label}</legend>
      {children}
    </fieldset>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
};

/** One of several settings inside a menu. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  // Object.keys of a record of these very keys.
  const values = Object.keys(options) as Value[];
  return (
    <MenuGroup label={label}>
      {values.map((option) => (
        <button
          key={option}
          type="button"
          role="menuitemradio"
          aria-checked={option === value}
          tabIndex={-1}
          className={`beside gap-3 ${css.item}`}
          onClick={() => onChange(option)}
        >
          <span className={css.tick}>{option === value && <Icon name="check" />}</span>
          {options[option]}
        </button>
      ))}
    </MenuGroup>
  );
}

function itemsOf(container: Element | null): HTMLElement[] {
  return [...(container?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
}

const targets: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault();
    close();
    return;
  }
  const items = itemsOf(event.currentTarget);
  const index = items.findIndex((item) => item === document.activeElement);
  const target = items[targets[event.key]?.(index, items.length) ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
