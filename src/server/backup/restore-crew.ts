import { availableParallelism } from 'node:os';
import { openThread } from '../work/threads.ts';
import { addSums, noRows, type Sum } from './backup-rows.ts';
import type { Packed, Perform, Task } from './restore-thread.ts';

// More would read a disk of one machine no faster.
const MOST_THREADS = 4;
const script = new URL('restore-thread.ts', import.meta.url);
const threads = Array.from({ length: Math.min(MOST_THREADS, availableParallelism()) }, () =>
  openThread<Perform>(script),
);
/** How many things a restore does at once. */
export const AT_ONCE = threads.length;

// One task is worked on and one waits, so no thread rests and little is held in memory.
const MOST_WAITING = 2;
const BATCH_BYTES = 1024 * 1024;

type Hand = { perform: Perform; waiting: number; isWriting: boolean };
export type Table = { name: string; columns: readonly string[] };

/**
 * The threads of a restore. Each writes into a transaction of its own, so rows of a table arrive in any order. After an
 * error call `abandon`.
 */
export class Crew {
  readonly #hands: Hand[] = threads.map((perform) => ({ perform, waiting: 0, isWriting: false }));
  readonly #running = new Set<Promise<unknown>>();
  readonly #url: string;
  #packed: Packed[] = [];
  #bodies: Buffer[] = [];
  #bytes = 0;
  #failed: unknown;

  constructor(url: string) {
    this.#url = url;
  }

  /** Takes the rows of a frame. Waits while all threads have enough to do. */
  async write(table: Table, body: Buffer, { place, key }: Omit<Packed, 'length'>): Promise<void> {
    this.#packed.push({ length: body.length, place, key: key && new Uint8Array(key) });
    this.#bodies.push(body);
    this.#bytes += body.length;
    if (this.#bytes >= BATCH_BYTES) await this.#send(table);
  }

  /** Waits until every row of the table is stored, and gives their sum. */
  async finish(table: Table): Promise<Sum> {
    if (this.#bytes > 0) await this.#send(table);
    const writing = this.#hands.filter(({ isWriting }) => isWriting);
    const sums = await Promise.all(writing.map((hand) => this.#ask(hand, { kind: 'finish' })));
    for (const hand of writing) hand.isWriting = false;
    return sums.reduce(addSums, noRows);
  }

  /** The sum of the rows of several SELECTs. */
  async read(selects: readonly string[]): Promise<Sum> {
    const left = [...selects];
    let sum = noRows;
    const readOn = async (hand: Hand) => {
      for (let select = left.shift(); select !== undefined; select = left.shift()) {
        const ofPart = await this.#ask(hand, { kind: 'read', url: this.#url, select });
        sum = addSums(sum, ofPart);
      }
    };
    await Promise.all(this.#hands.map(readOn));
    return sum;
  }

  /** Undoes what was not finished. */
  async abandon(): Promise<void> {
    const writing = this.#hands.filter(({ isWriting }) => isWriting);
    await Promise.allSettled(writing.map((hand) => this.#ask(hand, { kind: 'abandon' })));
  }

  async #send({ name, columns }: Table): Promise<void> {
    const hand = await this.#freeHand();
    const bodies = new Uint8Array(this.#bytes);
    let at = 0;
    for (const body of this.#bodies) {
      bodies.set(body, at);
      at += body.length;
    }
    const packed = this.#packed;
    [this.#packed, this.#bodies, this.#bytes] = [[], [], 0];
    const later = (task: Task) => void this.#ask(hand, task).catch(() => {});
    if (!hand.isWriting) later({ kind: 'start', url: this.#url, table: name, columns });
    hand.isWriting = true;
    later({ kind: 'write', packed, bodies });
  }

  async #freeHand(): Promise<Hand> {
    for (;;) {
      if (this.#failed) throw this.#failed;
      const free = this.#hands.find(({ waiting }) => waiting < MOST_WAITING);
      if (free) return free;
      await Promise.race(this.#running);
    }
  }

  #ask(hand: Hand, task: Task): Promise<Sum> {
    hand.waiting += 1;
    const answer = hand
      .perform(task)
      .catch((error: unknown) => {
        // The first error is the reason of all others.
        this.#failed ??= error;
        throw this.#failed;
      })
      .finally(() => {
        hand.waiting -= 1;
        this.#running.delete(answer);
      });
    this.#running.add(answer);
    return answer;
  }
}
