import type { KeyboardEvent } from 'react';
import type { Column } from './table-rows.ts';

type Keyed = readonly Pick<Column<never>, 'id' | 'title' | 'shortcut'>[];

/**
 * The keys of a table, while the focus is in it and not in a text: up and down go to the same control of the next row, a
 * letter presses the button of its column, `/` goes to the first filter, `?` asks for help.
 */
export function pressInTable(event: KeyboardEvent<HTMLElement>, columns: Keyed, onHelp?: () => void): void {
  const { target, currentTarget: box, key } = event;
  const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
  // Keys of a dialog that a row opened arrive here too, although it lies elsewhere.
  if (isOther || !(target instanceof HTMLElement) || !box.contains(target)) return;
  if (target.closest('[role=menu], select')) return;
  const isText = target instanceof HTMLInputElement;
  if (isText && key !== 'ArrowDown') return;
  if (key === '?') return onHelp?.();
  const control = controlFor(box, target, key, columns);
  if (!control) return;
  event.preventDefault();
  control.focus();
  if (columns.some(({ shortcut }) => shortcut === key)) control.click();
}

function controlFor(box: HTMLElement, target: HTMLElement, key: string, columns: Keyed): HTMLElement | null {
  if (key === '/') return box.querySelector<HTMLElement>('thead input');
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const row = target.closest('tr');
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return cell && controlBeside(row, cell.cellIndex, key === 'ArrowDown' ? 1 : -1);
  const place = columns.findIndex(({ shortcut }) => shortcut === key);
  return place < 0 || !isBodyRow(row) ? null : controlIn(row, place);
}

// From the head down to the first row in sight; otherwise to the row before or behind, which is on the page (TableBody).
function controlBeside(row: HTMLTableRowElement | null, place: number, step: 1 | -1): HTMLElement | null {
  const body = row?.closest('table')?.tBodies[0];
  if (!row || !body) return null;
  if (!isBodyRow(row)) return step === 1 ? firstControl(body.querySelector('[data-index="0"]'), place) : null;
  const index = Number(row.dataset['index']) + step;
  return firstControl(body.querySelector(`[data-index="${index}"]`), place);
}

const isBodyRow = (row: HTMLTableRowElement | null): row is HTMLTableRowElement =>
  row?.dataset['index'] !== undefined;

function firstControl(row: HTMLTableRowElement | null, place: number): HTMLElement | null {
  return row && (controlIn(row, place) ?? row.querySelector<HTMLElement>('button, a'));
}

function controlIn(row: HTMLTableRowElement, place: number): HTMLElement | null {
  return row.cells[place]?.querySelector<HTMLElement>('button, a') ?? null;
}
