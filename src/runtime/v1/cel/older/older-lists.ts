import { rangeList } from "../libraries/list-extensions.js";
import type { CelError } from "../values/error.js";
import type { Int, List } from "../values/value.js";

/** `lists.range(count)` up to 1.36: of a negative count it is empty. */
export function rangeListBefore37(count: Int): List | CelError {
  return count < 0 ? [] : rangeList(count);
}
