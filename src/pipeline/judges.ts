import type { Judges } from "../frontend/judges.js";

/** What the front end asks of later phases. */
export const judges: Judges = { defaults: undefined, compileRules: undefined };
