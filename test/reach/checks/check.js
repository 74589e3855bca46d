// What a check is made of: nothing that a browser, Deno or Bun lacks.

/** Throws unless a condition holds. */
export function hold(condition, what) {
  if (!condition) throw new Error(what);
}

/** Throws unless two values are the same JSON. */
export function equal(value, expected) {
  const [one, other] = [value, expected].map((side) => JSON.stringify(side));
  if (one !== other) throw new Error(`${one} in place of ${other}`);
}

/** What a promise rejects with; throws if it does not. */
export async function errorOf(promise) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`it gave ${JSON.stringify(value)} in place of an error`);
}

/** Waits until a condition holds; throws after ten seconds. */
export async function until(condition, what) {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within 10 s: ${what}`);
    await pause(10);
  }
}

export function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Runs checks one after another; tells the result of each. */
export async function runChecks(checks, kit, tell) {
  for (const { name, run } of checks) {
    const start = performance.now();
    const fault = await outcomeOf(run, kit);
    tell({ name, ok: fault === undefined, fault, milliseconds: performance.now() - start });
  }
}

async function outcomeOf(run, kit) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it takes longer than 20 s")), 20_000);
  });
  try {
    await Promise.race([run(kit), late]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } finally {
    clearTimeout(timer);
  }
}
