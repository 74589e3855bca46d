/** Lets others work; undefined where there are none, such as in tests of a client. */
export type Pause = (() => Promise<void>) | undefined;

/** How long others wait, in ms. */
const turn = 10;

/** Gives others their turns within long work. */
export class Turns {
  readonly #pause: Pause;
  #end = performance.now() + turn;

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /** To be called between two parts of the work. */
  async next(): Promise<void> {
    if (this.#pause === undefined || performance.now() < this.#end) return;
    await this.#pause();
    this.#end = performance.now() + turn;
  }
}

/** Returns the results of a function for each of many items. */
export async function mapInTurns<Item, Result>(
  pause: Pause,
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  if (pause === undefined || items.length < 100) return items.map(work);
  const turns = new Turns(pause);
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (index % 16 === 0) await turns.next();
  }
  return results;
}
