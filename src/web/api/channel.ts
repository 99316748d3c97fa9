import type { UserInfo } from './user-info.ts';

/** The messages between the tabs of one browser. */
export type TabMessage =
  /** A tab without a user asks the others for theirs. */
  | { kind: 'asked' }
  /** The user of a tab. Tabs without a user join. */
  | { kind: 'here'; user: UserInfo; expiry: { at: number; isTold: boolean } }
  | { kind: 'refreshed'; at: number; expiresAt: number }
  | { kind: 'signed-in'; user: string }
  | { kind: 'signed-out' };

const channel = new BroadcastChannel('resonanz-session');

export function tellOtherTabs(message: TabMessage): void {
  // A channel within one origin has no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
}

export function onTabMessage(listener: (message: TabMessage) => void): void {
  // Only this module posts to the channel, and only such messages.
  channel.addEventListener('message', (event) => listener(event.data as TabMessage));
}
