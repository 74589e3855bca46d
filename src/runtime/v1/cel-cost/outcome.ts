import type { CelError } from "../cel/values/error.js";
import type { Value } from "../cel/values/value.js";

/** What an evaluation gives. */
export type Outcome = Value | CelError;
