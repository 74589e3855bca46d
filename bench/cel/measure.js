// Processor time instead of the clock, and the best of alternating rounds: figures that survive a
// machine with other work.

/** Nanoseconds of processor time that the work took. */
export function cpuTime(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

/**
 * Nanoseconds of one call with the object for each contender, the best of alternating rounds of
 * about four milliseconds.
 */
export function bestOfRounds(contenders, object, rounds) {
  const counted = Object.entries(contenders).map(([name, call]) => ({
    name,
    call,
    calls: calibrate(call, object),
    best: Infinity,
  }));
  for (let round = 0; round < rounds; round++) {
    for (const contender of counted) {
      const { call, calls } = contender;
      contender.best = Math.min(contender.best, cpuTime(() => repeat(call, object, calls)) / calls);
    }
  }
  return Object.fromEntries(counted.map(({ name, best }) => [name, best]));
}

/** Milliseconds of processor time for each contender, the best of alternating runs. */
export function bestOfRuns(contenders, runs) {
  const best = Object.fromEntries(Object.keys(contenders).map((name) => [name, Infinity]));
  for (let run = 0; run < runs; run++) {
    for (const [name, work] of Object.entries(contenders)) {
      globalThis.gc?.();
      best[name] = Math.min(best[name], cpuTime(work) / 1e6);
    }
  }
  return best;
}

/** So many calls that they take about four milliseconds. */
function calibrate(call, object) {
  let calls = 1;
  while (cpuTime(() => repeat(call, object, calls)) < 4e6) calls *= 2;
  return calls;
}

function repeat(call, object, calls) {
  let held = 0;
  for (let count = 0; count < calls; count++) if (call(object) === true) held++;
  if (held !== calls) throw new Error("the rule refused a valid object");
}
