import type { AttributeTest } from "../../runtime/v1/testing/selectors.js";
import { labelsOf } from "../../runtime/v1/testing/store.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt, textsAt } from "../../runtime/v1/values/json/raw-fields.js";

/** A label selector of an object; without terms it is empty, and selects everything. */
export interface ReadSelector {
  readonly isEmpty: boolean;
  readonly matches: (object: JsonObject) => boolean;
}

/** Reads a label selector (apimachinery `meta/v1/helpers.go`, LabelSelectorAsSelector). */
export function readSelector(selector: JsonObject = {}): ReadSelector {
  const labels = Object.entries(objectAt(selector, "matchLabels") ?? {});
  const tests: readonly AttributeTest[] = [
    ...labels.map(
      ([key, value]): AttributeTest =>
        (given) =>
          given.get(key) === value,
    ),
    ...objectsAt(selector, "matchExpressions").map(expressionTest),
  ];
  return {
    isEmpty: tests.length === 0,
    matches: (object) => {
      const given = labelsOf(object);
      return tests.every((test) => test(given));
    },
  };
}

function expressionTest(expression: JsonObject): AttributeTest {
  const [key, values] = [textAt(expression, "key"), textsAt(expression, "values")];
  switch (textAt(expression, "operator")) {
    case "In":
      return (labels) => labels.has(key) && values.includes(labels.get(key) ?? "");
    case "NotIn":
      return (labels) => !labels.has(key) || !values.includes(labels.get(key) ?? "");
    case "Exists":
      return (labels) => labels.has(key);
    case "DoesNotExist":
      return (labels) => !labels.has(key);
    default:
      return () => false;
  }
}
