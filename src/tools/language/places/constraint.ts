import type { Cause } from "../../../crd/diagnostics/diagnostics.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path } from "../../../crd/source/source-file.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import { allSchemasAt, fieldSteps } from "./crd-steps.js";

/** What of a CRD refuses a value. */
export interface FoundConstraint {
  /** From the CRD to the rule, or to the keyword. */
  readonly steps: Path;
  /** Undefined for a rule. */
  readonly keyword: string | undefined;
}

/**
 * What of a CRD makes the server say something of an object; undefined where that is nothing of the
 * CRD, as in metadata.
 *
 * @param schema the way from the CRD to the schema of the object
 * @param path the way from the object to what is told of
 */
export function constraintOf(
  crd: JsonObject,
  schema: Path,
  path: Path,
  cause: Cause,
): FoundConstraint | undefined {
  const rules = rulesAround(crd, schema, path);
  const rule = rules.find((one) => isOf(one.value, cause.message));
  if (rule !== undefined) return { steps: [...rule.steps, "rule"], keyword: undefined };
  const found = keywordFor(crd, schema, path, cause);
  if (found !== undefined) return found;
  // What a message expression says cannot be told from the rule.
  const [first, ...others] = rules.filter(({ value }) => textAt(value, "messageExpression") !== "");
  if (first === undefined || others.length > 0) return undefined;
  return { steps: [...first.steps, "rule"], keyword: undefined };
}

interface PlacedRule {
  readonly steps: Path;
  readonly value: JsonObject;
}

/** The rules of a value and of all around it, the innermost first. */
function rulesAround(crd: JsonObject, schema: Path, path: Path): readonly PlacedRule[] {
  const rules: PlacedRule[] = [];
  for (let depth = path.length; depth >= 0; depth--) {
    const at = fieldSteps(crd, schema, path.slice(0, depth));
    const node = at && followSteps(crd, at);
    if (at === undefined || !isObject(node)) continue;
    const list = objectsAt(node, rulesKey);
    rules.push(...list.map((value, index) => ({ steps: [...at, rulesKey, index], value })));
  }
  return rules;
}

const rulesKey = "x-kubernetes-validations";

/** The server ends what it says of a rule with the rule's message, or with the rule. */
function isOf(rule: JsonObject, told: string): boolean {
  const text = textAt(rule, "rule").trim();
  const message = textAt(rule, "message").trim();
  const isNamed = text !== "" && / (?:failed|evaluating|for)? ?rule: /.test(told);
  return (
    (message !== "" && (told.endsWith(`: ${message}`) || told.endsWith(` rule: ${message}`))) ||
    (isNamed && told.endsWith(`rule: ${text}`))
  );
}

/** Which keywords a cause may be about, and at which place. */
interface Suspicion {
  readonly keywords: readonly string[];
  readonly path: Path;
}

/** The keyword whose value the message shows, else the first of those that it may be about. */
function keywordFor(
  crd: JsonObject,
  schema: Path,
  path: Path,
  cause: Cause,
): FoundConstraint | undefined {
  if (cause.reason === "FieldValueRequired") return requiredFor(crd, schema, path, cause);
  const { keywords, path: at } = suspicionOf(path, cause);
  const found: FoundConstraint[] = [];
  for (const keyword of keywords) {
    for (const own of allSchemasAt(crd, schema, at)) {
      const steps = [...own, keyword];
      if (followSteps(crd, steps) !== undefined) found.push({ steps, keyword });
    }
  }
  const isShown = ({ steps }: FoundConstraint): boolean =>
    shows(cause.message, followSteps(crd, steps) ?? null);
  return found.find(isShown) ?? found[0];
}

function suspicionOf(path: Path, { reason, message }: Cause): Suspicion {
  if (reason === "FieldValueDuplicate") {
    return { keywords: ["x-kubernetes-list-type"], path: path.slice(0, -1) };
  }
  const byReason = ofReasons.get(reason);
  if (byReason !== undefined) return { keywords: byReason, path };
  const [, keywords = []] = ofMessages.find(([form]) => form.test(message)) ?? [];
  return { keywords, path };
}

const ofReasons: ReadonlyMap<string, readonly string[]> = new Map([
  ["FieldValueNotSupported", ["enum"]],
  ["FieldValueTooLong", ["maxLength"]],
  ["FieldValueTooMany", ["maxItems", "maxProperties"]],
]);

/** The server's texts of kube-openapi's `errors/schema.go`, by what is the same in each. */
const ofMessages: readonly (readonly [form: RegExp, keywords: readonly string[]])[] = [
  [/ in body should be at least \d+ chars long$/, ["minLength"]],
  [/ in body should match '/, ["pattern"]],
  [/ in body should have at least \d+ items$/, ["minItems"]],
  [/ in body should have at least \d+ properties$/, ["minProperties"]],
  [/ in body shouldn't contain duplicates$/, ["uniqueItems"]],
  [/ in body should be greater than /, ["minimum"]],
  [/ in body should be less than /, ["maximum"]],
  [/ in body should be a multiple of |^.*\bfactor MultipleOf /, ["multipleOf"]],
  [/ in body is a forbidden property$/, ["additionalProperties"]],
  [/ must be of type |: Checked value must /, ["format", "type", "x-kubernetes-int-or-string"]],
  [/ \(anyOf\)/, ["anyOf"]],
  [/ \(oneOf\)/, ["oneOf"]],
  [/ \(allOf\)/, ["allOf"]],
  [/ \(not\)/, ["not"]],
];

/**
 * The entry of `required` for a field that is missing in what `path` leads to; a null, to which it
 * leads itself, is missing too.
 */
function requiredFor(
  crd: JsonObject,
  schema: Path,
  path: Path,
  { field }: Cause,
): FoundConstraint | undefined {
  const holders = [path, path.slice(0, -1)];
  for (const own of holders.flatMap((holder) => allSchemasAt(crd, schema, holder))) {
    const required = followSteps(crd, [...own, "required"]);
    if (!Array.isArray(required)) continue;
    const index = required.findIndex((name) => field === name || field.endsWith(`.${String(name)}`)); // prettier-ignore
    if (index !== -1) return { steps: [...own, "required", index], keyword: "required" };
  }
  return undefined;
}

/** Whether a message names the value of a keyword; formats stand there without their dashes. */
function shows(message: string, value: Json): boolean {
  if (typeof value === "object") return false;
  const text = typeof value === "string" ? value : stringifyJson(value);
  return [text, text.replaceAll("-", "")].some((one) => wordIn(message, one));
}

function wordIn(message: string, word: string): boolean {
  const at = message.lastIndexOf(word);
  const isPart = (char: string): boolean => /\w/.test(char);
  return at !== -1 && !isPart(message.charAt(at - 1)) && !isPart(message.charAt(at + word.length));
}
