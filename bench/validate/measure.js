// Timing on a machine that others use as well: short slices in turns, of which the quickest counts.
// What disturbs a slice only makes it longer. Slices are shorter than what a scheduler gives to
// others, and as long for each contender: in much shorter ones the quick contenders do little but
// fetch back into the caches what the slow ones have driven out.

/** Results must go somewhere, or an engine leaves the work out. */
let sink = 0;

/** Milliseconds. */
const slice = 4;
const warmUp = 150;
const rounds = 60;

/**
 * Microseconds per object of each contender. Every contender sees all of `mixed` before it is
 * measured: a validator that has met one shape only is compiled for that shape, which no program
 * that reads objects of several people will see.
 */
export function measure(contenders, objects, mixed = []) {
  const entries = Object.entries(contenders);
  for (let turn = 0; turn < 20; turn++) {
    for (const [, work] of entries) for (const object of [...mixed, ...objects]) run(work, object);
  }
  for (const [, work] of entries) {
    for (let spent = 0; spent < warmUp;) spent += timeOf(work, objects, 1);
  }
  const repeats = new Map(entries.map(([name, work]) => [name, repeatsFor(work, objects)]));
  const best = {};
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of entries) {
      const count = repeats.get(name);
      const time = (timeOf(work, objects, count) * 1000) / count / objects.length;
      best[name] = Math.min(best[name] ?? Infinity, time);
    }
  }
  return best;
}

/**
 * The same for work that changes its object: each run gets a fresh copy, made while the clock
 * stands.
 */
export function measureInPlace(contenders, objects) {
  const texts = objects.map((object) => JSON.stringify(object));
  const entries = Object.entries(contenders);
  const copies = () =>
    Array.from({ length: 10 }, () => texts.map((text) => JSON.parse(text))).flat();
  const best = {};
  for (let round = 0; round < rounds + 20; round++) {
    for (const [name, work] of entries) {
      const fresh = copies();
      const time = (timeOf(work, fresh, 1) * 1000) / fresh.length;
      if (round >= 20) best[name] = Math.min(best[name] ?? Infinity, time);
    }
  }
  return best;
}

function repeatsFor(work, objects) {
  let repeats = 1;
  while (timeOf(work, objects, repeats) < slice) repeats *= 2;
  return repeats;
}

function timeOf(work, objects, repeats) {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const object of objects) run(work, object);
  }
  return performance.now() - start;
}

function run(work, object) {
  sink += work(object) ? 1 : 0;
}

/** Ends the program if the engine could know the results beforehand. */
export function useResults() {
  if (sink < 0) throw new Error("unreachable");
}
