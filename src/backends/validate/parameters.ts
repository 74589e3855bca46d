import type { Code } from "../../emit/code.js";
import { variableName } from "../../emit/code.js";

/** Parameter of a quick check: what counts as an absent member. */
export const absent: Code = variableName("absent");

/** Parameter of a quick check: where the names of the members that are wrong are noted. */
export const wrong: Code = variableName("wrong");
