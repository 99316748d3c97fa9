/**
 * Waiting items in nested lines. Each round takes one item of every line, so a long line does not delay a short one.
 * The path of an item names its line: first the widest group, last the narrowest.
 */
export class FairQueue<T> {
  size = 0;
  readonly #items: T[] = [];
  readonly #lines = new Map<string, FairQueue<T>>();

  add([name, ...rest]: readonly string[], item: T): void {
    this.size += 1;
    if (name === undefined) {
      this.#items.push(item);
      return;
    }
    const line = this.#lines.get(name) ?? new FairQueue<T>();
    this.#lines.set(name, line);
    line.add(rest, item);
  }

  /** Removes the next item. Its line goes to the end of the round. */
  takeNext(): T | undefined {
    const [first] = this.#lines;
    if (!first) return this.#count(this.#items.shift());
    const [name, line] = first;
    const item = line.takeNext();
    this.#lines.delete(name);
    if (line.size > 0) this.#lines.set(name, line);
    return this.#count(item);
  }

  /** Removes the youngest item of the longest line; of the youngest line among equals. */
  dropFromLongest(): T | undefined {
    const [longest] = [...this.#lines].toReversed().toSorted(([, a], [, b]) => b.size - a.size);
    if (!longest) return this.#count(this.#items.pop());
    const [name, line] = longest;
    const item = line.dropFromLongest();
    if (line.size === 0) this.#lines.delete(name);
    return this.#count(item);
  }

  #count(removed: T | undefined): T | undefined {
    if (removed !== undefined) this.size -= 1;
    return removed;
  }
}
