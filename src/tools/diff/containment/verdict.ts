import type { Json } from "../../../runtime/v1/values/json/json.js";

/**
 * Whether all values of one set are in another. `fails` has a value that is not, which the server's
 * own checks have refused; `unknown` says why nobody could tell.
 */
export type Verdict =
  | { readonly is: "holds" }
  | { readonly is: "fails"; readonly example: Json }
  | { readonly is: "unknown"; readonly why: string };

/** All values are in the other set. */
export const holds: Verdict = { is: "holds" };

/** One value is not. */
export function failsWith(example: Json): Verdict {
  return { is: "fails", example };
}

/** Nobody could tell. */
export function unknownFor(why: string): Verdict {
  return { is: "unknown", why };
}

/** What several demands give together: the first that fails, else the first that is unknown. */
export function allOf(verdicts: Iterable<Verdict>): Verdict {
  let result: Verdict = holds;
  for (const verdict of verdicts) {
    if (verdict.is === "fails") return verdict;
    if (verdict.is === "unknown" && result.is === "holds") result = verdict;
  }
  return result;
}
