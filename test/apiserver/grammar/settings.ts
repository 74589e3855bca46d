/** How much is compared, as the environment says it. */
export interface GrammarSettings {
  readonly seed: number;
  readonly count: number;
}

/** Whether a run must leave the repository as it is. */
export const isCi: boolean = process.env["CI"] === "true";

/**
 * `SEED` and `COUNT`; so many requests unless given. CI repeats the seed 1, as a change must not
 * fail for what another seed finds; people get fresh ones, which are printed.
 */
export function grammarSettings(usual: number): GrammarSettings {
  const { env } = process;
  const fresh = isCi ? 1 : Date.now() % 1_000_000;
  const seed = Number(env["SEED"] ?? fresh);
  const count = Number(env["COUNT"] ?? usual);
  console.log(`SEED=${seed} COUNT=${count}`);
  return { seed, count };
}
