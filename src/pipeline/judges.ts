import type { Judges } from "../frontend/judges.js";
import { defaultsJudge } from "./defaults-judge.js";

/** What the front end asks of later phases. */
export const judges: Judges = { defaults: defaultsJudge, compileRules: undefined };
