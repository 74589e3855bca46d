import type { CelError } from "../cel/error.js";
import type { Value } from "../cel/value.js";

/** What an evaluation gives. */
export type Outcome = Value | CelError;
