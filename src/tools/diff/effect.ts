/**
 * What a change does to those who have objects, write them or read them:
 *
 * - `stored`: a stored object loses data, or an update of it that changes nothing is refused
 * - `writers`: a write that was accepted is refused, or loses data
 * - `readers`: what is read has a type that it could not have before, or is not there any more
 * - `unknown`: nobody could tell whether one of these happens
 * - `behaviour`: the server does something else, and nothing breaks
 * - `safe`: nobody notices
 */
export type Effect = "stored" | "writers" | "readers" | "unknown" | "behaviour" | "safe";

/** An effect that a change can make the command fail for. */
export type FailingEffect = Exclude<Effect, "safe">;

/** The gravest first. */
export const failingEffects: readonly FailingEffect[] = [
  "stored",
  "writers",
  "readers",
  "unknown",
  "behaviour",
];

/** The gravest first. */
export const effects: readonly Effect[] = [...failingEffects, "safe"];

/** Each once, the gravest first; `safe` only where it is the only one. */
export function inOrder(given: readonly Effect[]): readonly Effect[] {
  const found = effects.filter((effect) => given.includes(effect));
  return found.length > 1 ? found.filter((effect) => effect !== "safe") : found;
}

/** Whether an effect breaks somebody. What nobody could tell counts: it may. */
export function isBreaking(effect: Effect): boolean {
  return (
    effect === "stored" || effect === "writers" || effect === "readers" || effect === "unknown"
  );
}
