import { reportReadText } from '../../../text/statuses.ts';
import { tableToolsText as text } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { useStore } from '../../api/use-store.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuButton, MenuGroup, MenuItem } from '../../ui/MenuButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { type Column, filteredBy, type TableView } from '../../ui/table-rows.ts';
import type { SavedView } from './kept-cookie.ts';
import css from './patient-table.module.css';
import {
  patientTableView,
  isSame,
  keptOf,
  keyOf,
  tableMemory,
  toggleColumn,
  toggleView,
} from './table-memory.ts';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import type { Reason } from './TodayStrip.tsx';
import { floatMenu } from '../../ui/float-menu.ts';
import menu from '../../ui/MenuButton.module.css';

type TableToolsProps<Row> = {
  /** All columns, also the hidden ones. */
  columns: readonly Column<Row>[];
  reasons: readonly Reason<Row>[];
  showsKeys: boolean;
  setShowsKeys: (shows: boolean) => void;
};

/** What can be done with a table of patients: saved views, the choice of columns, its keys. */
export function TableTools<Row>({ columns, reasons, showsKeys, setShowsKeys }: TableToolsProps<Row>) {
  const view = useStore(patientTableView);
  const { hidden, views } = useStore(tableMemory);
  const now = keptOf(view, columns);
  const isPlain = view.sort === null && view.preset === null && Object.keys(view.filters).length === 0;
  const optional = columns.filter(({ isControl, isRowHeader }) => !isControl && !isRowHeader);
  return (
    <>
      <MenuButton label={text.label} icon="menu" text={text.table} float={floatMenu}>
        {(views.length > 0 || !isPlain) && (
          <MenuGroup label={text.views}>
            {views.map((one) => (
              <MenuTick key={keyOf(one)} checked={isSame(one, now)} onChoose={() => apply(one)}>
                {nameOf(one, columns, reasons)}
              </MenuTick>
            ))}
            {!isPlain && <KeepItem view={view} now={now} views={views} />}
          </MenuGroup>
        )}
        <MenuItem icon="info" onChoose={() => setShowsKeys(true)}>
          {text.keys}
        </MenuItem>
        <MenuGroup label={text.columns}>
          {optional.map(({ id, title }) => (
            <MenuTick key={id} checked={!hidden.includes(id)} staysOpen onChoose={() => switchColumn(id)}>
              {title}
            </MenuTick>
          ))}
        </MenuGroup>
      </MenuButton>
      {showsKeys && <KeysModal columns={columns} onClose={() => setShowsKeys(false)} />}
    </>
  );
}

type KeepItemProps = { view: TableView; now: SavedView; views: readonly SavedView[] };

/** Keeps the view or forgets it. It says which filters are left out, also if nothing else could be kept. */
function KeepItem({ view, now, views }: KeepItemProps) {
  const isKept = views.some((one) => isSame(one, now));
  const count = Object.keys(now.filters).length;
  const isEmpty = now.sort === null && now.preset === null && count === 0;
  const leavesOut = !isKept && Object.keys(view.filters).length > count;
  return (
    <MenuItem icon={isKept ? 'close' : 'plus'} onChoose={isEmpty ? undefined : () => toggleView(now)}>
      <span>
        <span>{isKept ? text.forget : text.keep}</span>
        {leavesOut && <span className={`muted small ${css.leftOut}`}>{` ${text.leftOut}`}</span>}
      </span>
    </MenuItem>
  );
}

function apply({ sort, filters, preset }: SavedView): void {
  patientTableView.set({ ...filteredBy(patientTableView.get(), filters), sort, preset });
}

// A hidden column must not filter or sort.
function switchColumn(id: string): void {
  const view = patientTableView.get();
  const { [id]: _hidden, ...filters } = view.filters;
  patientTableView.set({ ...view, filters, sort: view.sort?.id === id ? null : view.sort });
  toggleColumn(id);
}

/** A view is named by its filters and its order, because a typed name could be that of a patient. */
function nameOf<Row>(
  { sort, filters, preset }: SavedView,
  columns: readonly Column<Row>[],
  reasons: readonly Reason<Row>[],
): string {
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? '';
  const waiting = reasons.find(({ id }) => id === preset);
  const parts = [
    ...(waiting ? [waiting.id === 'unread' ? reportReadText.unread : waiting.words(2)] : []),
    ...Object.values(filters).map((filter) => filter.text),
    ...(sort ? [text.sorted(titleOf(sort.id), sort.desc)] : []),
  ];
  return parts.join(', ');
}

function KeysModal<Row>({ columns, onClose }: { columns: readonly Column<Row>[]; onClose: () => void }) {
  const letters = columns.flatMap(({ shortcut, title }) => (shortcut ? [[shortcut, title] as const] : []));
  const rows = [...text.fixedKeys, ...letters];
  return (
    <Modal
      title={text.keys}
      size="small"
      dismissal="free"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{text.keysLead}</p>
      <dl className={`stack gap-2 ${css.keys}`}>
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

type MenuTickProps = {
  checked: boolean;
  /** The menu stays open, because several of these settings are changed in a row. */
  staysOpen?: boolean;
  children: ReactNode;
  onChoose: () => void;
};

/** A setting inside a menu that is on or off. */
function MenuTick({ checked, staysOpen = false, children, onChoose }: MenuTickProps) {
  const choose = (event: MouseEvent) => {
    if (staysOpen) event.stopPropagation();
    onChoose();
  };
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      className={`beside gap-3 ${menu.item}`}
      onClick={choose}
    >
      <span className={menu.tick}>{checked && <Icon name="check" />}</span>
      <span>{children}</span>
    </button>
  );
}
