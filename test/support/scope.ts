/**
 * Whether all is tested, as by `npm run test:all`: whole corpora, long comparisons at random, and a
 * process for each command. Other runs look at a sample.
 */
export const isWhole: boolean = process.env["TEST_ALL"] === "1";

/**
 * Decides which sample a run looks at: another one in each run, unless `SAMPLE_SEED` is set. The
 * configuration of the tests sets it for all files of a run, which prints it.
 */
export const sampleSeed = Number(process.env["SAMPLE_SEED"] ?? "0");

/** One of so many items, and all of them where all is tested. */
export function sample<Item>(items: readonly Item[], every: number): readonly Item[] {
  return isWhole ? items : oneOf(items, every);
}

/**
 * Whether a run looks at what takes many seconds and is tried elsewhere too: one of so many runs
 * does.
 */
export function isChosen(every: number): boolean {
  return isWhole || sampleSeed % every === 0;
}

/** One of so many items, also where all is tested: all would take too long, or too much memory. */
export function oneOf<Item>(items: readonly Item[], every: number): readonly Item[] {
  const offset = sampleSeed % every;
  return items.filter((_, index) => index % every === offset);
}
