import { addressPrefix } from '../http/address.ts';
import type { RequestFacts } from '../http/context.ts';
import type { Actor, AuditEntry } from './queries.ts';

/** A refusal for the audit trail. `whose` is the user, account or patient whose refusals are counted together. */
export type Refusal = {
  clinicId: string;
  actor: Actor;
  whose: string;
  /** The row of further refusals. It names no requested id, because it stands for many requests. */
  entry: AuditEntry;
  request: Pick<RequestFacts, 'id' | 'address'>;
};

/** Refusals without a row. `refusal` is the last of them. */
export type CountedRefusals = { refusal: Refusal; count: number };

const MINUTE = 60_000;
const MOST = 10_000;

/**
 * The refusals of the last minute in this process. The caller writes the first one at once. Further ones are counted
 * here and become one row when the minute is over, so that a flood does not fill the trail (R64).
 */
export class RecentRefusals {
  readonly #recent = new Map<string, CountedRefusals & { until: number }>();

  /** Counts a refusal. True if it is the first one of its minute, or if there is no place to count it. */
  isFirst(refusal: Refusal, now: number): boolean {
    const isKnown = this.#recent.has(keyOf(refusal));
    if (isKnown) this.count(refusal, 1, now + MINUTE);
    else this.count(refusal, 0, now + MINUTE);
    return !isKnown;
  }

  /** Counts refusals without a row of their own; they get one after `until`. */
  count(refusal: Refusal, count: number, until: number): void {
    const key = keyOf(refusal);
    const known = this.#recent.get(key);
    if (!known && this.#recent.size >= MOST) return;
    // The cookies of the request are not kept.
    const { id, address } = refusal.request;
    const kept = { ...refusal, request: { id, address } };
    this.#recent.set(key, {
      refusal: kept,
      count: (known?.count ?? 0) + count,
      until: known?.until ?? until,
    });
  }

  /** Removes the refusals whose minute is over, and returns those that need a row. */
  takeDue(now: number): CountedRefusals[] {
    const due = [...this.#recent].filter(([, { until }]) => until <= now);
    for (const [key] of due) this.#recent.delete(key);
    return due.map(([, counted]) => counted).filter(({ count }) => count > 0);
  }
}

function keyOf({ clinicId, actor, whose, entry, request }: Refusal): string {
  return JSON.stringify([clinicId, actor.role, whose, entry.action, addressPrefix(request.address)]);
}
