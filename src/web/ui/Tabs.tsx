import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import css from './Tabs.module.css';

export type Tab = { id: string; title: string; content: ReactNode };

type TabsProps = { label: string; tabs: readonly Tab[]; initial?: string };

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Tabs as screen readers know them: one tab stop, arrow keys change the tab. */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(initial);
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === chosen),
  );
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = tabs[steps[event.key]?.(index, tabs.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    setChosen(target.id);
    document.getElementById(`${id}-${target.id}`)?.focus();
  };
  const current = tabs[index];
  // One tab leaves no choice.
  if (tabs.length === 1) return <div className={`stack gap-4 ${css.panel}`}>{current?.content}</div>;
  return (
    <div>
      <div className={css.list} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            className={css.tab}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => setChosen(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        className={`stack gap-4 ${css.panel}`}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${current?.id}`}
        key={current?.id}
      >
        {current?.content}
      </div>
    </div>
  );
}
