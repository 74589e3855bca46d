import type { CelError } from "./error.js";
import { rangeList } from "./list-extensions.js";
import type { Int, List } from "./value.js";

/** `lists.range(count)` up to 1.36: of a negative count it is empty. */
export function rangeListBefore37(count: Int): List | CelError {
  return count < 0 ? [] : rangeList(count);
}
