import { compareUtf8 } from "../../values/go/utf8.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt, textsAt } from "../../values/json/raw-fields.js";
import { textOf } from "../../values/metadata/rules.js";
import { noCell } from "./cell.js";

/** Labels as tables show them (apimachinery `labels.FormatLabels`). */
export function labelsText(labels: Json): string {
  const pairs = isObject(labels) ? Object.entries(labels) : [];
  const texts = pairs.map(([key, value]) => `${key}=${String(value)}`);
  return texts.length === 0 ? noCell : texts.sort(compareUtf8).join(",");
}

/** A selector as tables show it (apimachinery `metav1.FormatLabelSelector`). */
export function selectorText(selector: Json): string {
  const text = selectorString(selector) ?? "<error>";
  return text === "" ? noCell : text;
}

/**
 * A selector as a query (apimachinery `LabelSelectorAsSelector`, `Selector.String`); undefined for
 * one that cannot be read.
 */
export function selectorString(selector: Json): string | undefined {
  if (!isObject(selector)) return "";
  const { matchLabels } = selector;
  const pairs = isObject(matchLabels) ? Object.entries(matchLabels) : [];
  const terms = pairs.map(([key, value]): Term => [key, `${key}=${String(value)}`]);
  for (const requirement of objectsAt(selector, "matchExpressions")) {
    const term = requirementTerm(requirement);
    if (term === undefined) return undefined;
    terms.push(term);
  }
  return terms
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([, term]) => term)
    .join(",");
}

type Term = readonly [key: string, text: string];

function requirementTerm(requirement: JsonObject): Term | undefined {
  const [key, values] = [textOf(requirement, "key"), textsAt(requirement, "values")];
  const list = [...values].sort(compareUtf8).join(",");
  switch (textOf(requirement, "operator")) {
    case "In":
      return values.length === 0 ? undefined : [key, `${key} in (${list})`];
    case "NotIn":
      return values.length === 0 ? undefined : [key, `${key} notin (${list})`];
    case "Exists":
      return values.length > 0 ? undefined : [key, key];
    case "DoesNotExist":
      return values.length > 0 ? undefined : [key, `!${key}`];
    default:
      return undefined;
  }
}

/** A selector as Go prints the struct (`LabelSelector.String`). */
export function selectorStruct(selector: JsonObject): string {
  const { matchLabels } = selector;
  const pairs = isObject(matchLabels) ? Object.entries(matchLabels) : [];
  const labels = pairs
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([key, value]) => `${key}: ${String(value)},`);
  const expressions = objectsAt(selector, "matchExpressions").map((one) => {
    const [key, operator] = [textOf(one, "key"), textOf(one, "operator")];
    const values = textsAt(one, "values").join(" ");
    return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values}],},`;
  });
  const list = `[]LabelSelectorRequirement{${expressions.join("")}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},MatchExpressions:${list},}`;
}
