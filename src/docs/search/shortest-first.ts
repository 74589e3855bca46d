/** A queue that gives the smallest first; of equal ones the one that came first. */
export class ShortestFirst<Item> {
  readonly #heap: { readonly item: Item; readonly length: number; readonly turn: number }[] = [];
  #turns = 0;

  push(item: Item, length: number): void {
    const heap = this.#heap;
    const entry = { item, length, turn: this.#turns++ };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above];
      if (other === undefined || !isBefore(entry, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = entry;
  }

  pop(): Item | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.item;
    let at = 0;
    for (;;) {
      const child = this.#smallerChild(at);
      const other = heap[child];
      if (other === undefined || !isBefore(other, last)) break;
      heap[at] = other;
      at = child;
    }
    heap[at] = last;
    return first.item;
  }

  #smallerChild(at: number): number {
    const left = this.#heap[2 * at + 1];
    const right = this.#heap[2 * at + 2];
    const isRight = left !== undefined && right !== undefined && isBefore(right, left);
    return 2 * at + (isRight ? 2 : 1);
  }
}

interface Turn {
  readonly length: number;
  readonly turn: number;
}

function isBefore(left: Turn, right: Turn): boolean {
  return left.length < right.length || (left.length === right.length && left.turn < right.turn);
}
