import type { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";

/** The result of an evaluation. */
export type Outcome = Value | CelError;
