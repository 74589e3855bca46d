import type { Expr } from "../../emit/code.js";
import { word } from "../../emit/code.js";

/** Parameter of a quick check: what counts as an absent member. */
export const absent: Expr = word("absent");

/** Parameter of a quick check: where the names of the members that are wrong are noted. */
export const wrong: Expr = word("wrong");
