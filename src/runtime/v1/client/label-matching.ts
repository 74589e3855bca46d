import type { LabelRequirement, LabelSelector } from "./selector.js";
import { labelSelectorText } from "./selector.js";

/** The labels of an object; null counts as absent. */
export type Labels = { readonly [label: string]: string | null | undefined };

/** A selector as objects have it, such as a Deployment in `spec.selector` (`meta/v1/types.go`). */
export interface ObjectLabelSelector {
  readonly matchLabels?: { readonly [label: string]: string } | null | undefined;
  readonly matchExpressions?: readonly LabelExpression[] | null | undefined;
}

/** One of the conditions of an `ObjectLabelSelector`. */
export interface LabelExpression {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});
  readonly values?: readonly string[] | null | undefined;
}

/**
 * Tells whether labels satisfy a selector, as the server decides for lists and watches
 * (apimachinery `labels/selector.go`): a selector without terms matches everything; objects that
 * lack a label satisfy `!=` and `notin`.
 *
 * @param selector as `labelSelector` of `list` takes it: an object, or the text of `kubectl -l`
 * @throws TypeError for what is no selector
 */
export function matchesLabels(
  selector: string | LabelSelector,
  labels: Labels | null | undefined,
): boolean {
  const present = new Map(
    Object.entries(labels ?? {}).filter(([, value]) => typeof value === "string"),
  );
  return parseSelector(labelSelectorText(selector)).every((matches) => matches(present));
}

/**
 * The text of a selector that stands in an object, for `labelSelector` and `matchesLabels`.
 *
 * @throws TypeError for an unknown operator, and for labels and values that no object can have
 */
export function objectSelectorText({ matchLabels, matchExpressions }: ObjectLabelSelector): string {
  const terms = (matchExpressions ?? []).map((term) =>
    labelSelectorText({ [term.key]: requirementOf(term) }),
  );
  return [labelSelectorText(matchLabels ?? {}), ...terms].filter((text) => text !== "").join(",");
}

function requirementOf({ key, operator, values }: LabelExpression): LabelRequirement {
  const list = values ?? [];
  switch (operator) {
    case "In":
      return list;
    case "NotIn":
      return { notIn: list };
    case "Exists":
      return { exists: true };
    case "DoesNotExist":
      return { exists: false };
    default:
      throw new TypeError(`the selector of ${JSON.stringify(key)} has no operator "${operator}"`);
  }
}

type LabelTest = (labels: ReadonlyMap<string, unknown>) => boolean;

/** Terms such as `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`, `a>1`, `a<1`. */
function parseSelector(text: string): readonly LabelTest[] {
  const tests: LabelTest[] = [];
  if (text.trim() === "") return tests;
  const pattern = new RegExp(oneTerm, "y");
  for (;;) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups === undefined) {
      throw new TypeError(`${JSON.stringify(text)} is not a label selector`);
    }
    tests.push(testOf(groups));
    if (pattern.lastIndex === text.length) return tests;
  }
}

const oneTerm =
  /\s*(?:!\s*(?<absent>[\w./-]+)|(?<key>[\w./-]+)(?:\s*(?<operator>==?|!=|>|<)\s*(?<value>[\w.-]*)|\s+(?<set>in|notin)\s*\((?<list>[\w.,\s-]*)\))?)\s*(?:,(?!\s*$)|$)/;

function testOf({
  absent,
  key = "",
  operator,
  value = "",
  set,
  list = "",
}: Partial<Record<string, string>>): LabelTest {
  if (absent !== undefined) return (labels) => !labels.has(absent);
  if (set !== undefined) {
    const values = new Set<unknown>(list.split(",").map((member) => member.trim()));
    return set === "in"
      ? (labels) => values.has(labels.get(key))
      : (labels) => !values.has(labels.get(key));
  }
  switch (operator) {
    case undefined:
      return (labels) => labels.has(key);
    case "!=":
      return (labels) => labels.get(key) !== value;
    case ">":
      return (labels) => integerOf(labels.get(key)) > integerOf(value);
    case "<":
      return (labels) => integerOf(labels.get(key)) < integerOf(value);
    default:
      return (labels) => labels.get(key) === value;
  }
}

/** NaN, which is neither less nor more than anything, for what is no integer. */
function integerOf(value: unknown): number {
  return typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : NaN;
}
