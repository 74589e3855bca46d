import { listIncludes } from "../values/equal.js";
import { CelError } from "../values/error.js";
import type { List } from "../values/value.js";
import { LazyList, listElements } from "../values/value.js";

/**
 * `sets.contains(list, part)`: every element of `part` is in `list`. One of the wrong type is not
 * in a list that an expression made, and an error of data (`Contains` of cel-go's `baseList` and of
 * `unstructuredList`).
 */
export function setContains(list: List, part: List): boolean | CelError {
  for (const element of listElements(part)) {
    const included =
      element instanceof CelError
        ? list instanceof LazyList && element
        : listIncludes(list, element);
    if (included !== true) return included;
  }
  return true;
}

/** `sets.equivalent(left, right)`: both have the same elements, however often. */
export function setsEquivalent(left: List, right: List): boolean | CelError {
  const contains = setContains(left, right);
  return contains === true ? setContains(right, left) : contains;
}

/** `sets.intersects(left, right)`: one element is in both. */
export function setsIntersect(left: List, right: List): boolean {
  return listElements(left).some(
    (element) => !(element instanceof CelError) && listIncludes(right, element) === true,
  );
}
