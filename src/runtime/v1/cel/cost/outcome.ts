import type { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";

/** What an evaluation gives. */
export type Outcome = Value | CelError;
