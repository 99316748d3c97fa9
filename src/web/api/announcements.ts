import { failedAttemptsText } from '../../text/login.ts';
import { newVersionText } from '../../text/frame.ts';
import type { UserType } from '../../contract/accounts.ts';
import { createStore } from './store.ts';

/** The announcements of the application (product 2.4): failed logins and a new version. The user dismisses them. */
export type Topic = 'sign-in' | 'new-version';

export type Announcement = {
  topic: Topic;
  title: string;
  text: string;
  closeLabel: string;
  /** The button with the next step. */
  action?: { label: string; act: () => void };
};

/** The announcements, at most one per topic, the oldest first. One is due when a page was opened after it. */
export const announcements = createStore<readonly (Announcement & { isDue: boolean })[]>([]);

function publish(announcement: Announcement): void {
  withdraw(announcement.topic);
  announcements.set([...announcements.get(), { ...announcement, isDue: false }]);
}

/** Shows the announcements published since the last opened page. */
export function deliverAnnouncements(): void {
  const all = announcements.get();
  if (all.some(({ isDue }) => !isDue)) announcements.set(all.map((one) => ({ ...one, isDue: true })));
}

export function withdraw(topic: Topic): void {
  announcements.set(announcements.get().filter((one) => one.topic !== topic));
}

/** Announces the failed logins before this login (R75). */
export function announceFailedAttempts(count: number, userType: UserType): void {
  if (count === 0) return;
  publish({
    topic: 'sign-in',
    title: failedAttemptsText.title(count),
    text: failedAttemptsText.todo[userType],
    closeLabel: failedAttemptsText.close,
  });
}

// The script of this page and all announced scripts. During an update, two versions may answer in turn.
const known = new Set<string>();

/** Announces a new version once, when the server serves another script than the script of this page. */
export function noteServedScript(served: string | null): void {
  if (served === null || known.has(served)) return;
  const loaded = document.querySelector('script[src^="/assets/app-"]')?.getAttribute('src') ?? served;
  known.add(loaded).add(served);
  if (served === loaded) return;
  publish({
    topic: 'new-version',
    title: newVersionText.title,
    text: newVersionText.text,
    closeLabel: newVersionText.later,
    action: { label: newVersionText.reload, act: () => location.reload() },
  });
}
