const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/** What an attempt to send says about the server. */
type Outcome = { kind: 'accepted' | 'refused' | 'failed'; server?: 'down' | 'busy' | 'up' };

export type Pace = {
  isFree(): boolean;
  note<Delivery extends Outcome>(delivery: Delivery): Delivery;
};

/**
 * How fast a process sends to its mail server. After an answer that asks for fewer mails it waits 1, 2, 4 … minutes, at most
 * 30, until a mail is accepted. `elapsed` is a monotonic clock in milliseconds.
 */
export function createPace(perMinute: number, elapsed: () => number = () => performance.now()): Pace {
  let sent: number[] = [];
  let pause = 0;
  let freeFrom = -Infinity;
  return {
    isFree: () => {
      sent = sent.filter((moment) => elapsed() - moment < MINUTE_MS);
      return sent.length < perMinute && elapsed() >= freeFrom;
    },
    note: (delivery) => {
      sent.push(elapsed());
      if (delivery.server === 'busy') {
        pause = Math.min(LONGEST_PAUSE_MS, Math.max(MINUTE_MS, pause * 2));
        freeFrom = elapsed() + pause;
      } else if (delivery.kind === 'accepted') pause = 0;
      return delivery;
    },
  };
}
