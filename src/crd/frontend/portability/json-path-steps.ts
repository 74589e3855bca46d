/*
 * The JSONPath of printer columns as data (client-go `util/jsonpath/parser.go`).
 */

/** One step of a path; `start` and `end` are where the name stands in the text. */
export type JsonPathStep =
  | {
      readonly kind: "field";
      readonly name: string;
      readonly start: number;
      readonly end: number;
    }
  /** Some or all items of a list: `[0]`, `[1:3]`, or those that a condition picks. */
  | { readonly kind: "items"; readonly conditions: readonly (readonly JsonPathStep[])[] }
  /** All members of a list or an object. */
  | { readonly kind: "all" }
  /** What may lead anywhere: `..`, and lists of names. */
  | { readonly kind: "anywhere" };

const token =
  /\.\.|\.?\[\?\((?<filter>(?:[^'"[\]]|'[^']*'|"[^"]*"|\[[^\]]*\])*)\)\]|\.?\['(?<quoted>[^']*)'\]|\.?\[(?<index>[^'"[\]]*)\]|\.(?<name>(?:\\.|[^\s.,[\]$@{}\\])*)/y;

/** The steps of a path; undefined where it is none that is understood here. */
export function jsonPathSteps(path: string, from = 0): readonly JsonPathStep[] | undefined {
  const steps: JsonPathStep[] = [];
  for (
    let at = path.startsWith("$", from) || path.startsWith("@", from) ? from + 1 : from;
    at < path.length;
  ) {
    token.lastIndex = at;
    const found = token.exec(path);
    if (found === null) return undefined;
    const next = stepsOf(found, at);
    if (next === undefined) return undefined;
    steps.push(...next);
    at += found[0].length;
  }
  return steps;
}

function stepsOf(found: RegExpExecArray, at: number): readonly JsonPathStep[] | undefined {
  const { filter, quoted, index, name } = found.groups ?? {};
  if (filter !== undefined) return conditionStep(filter);
  // What stands in quotes is read as a path once more, so that its dots need backslashes.
  if (quoted !== undefined) return quotedSteps(quoted, at + found[0].indexOf("'") + 1);
  if (index !== undefined) return indexSteps(index);
  if (name === undefined) return [{ kind: "anywhere" }];
  return fieldSteps(name, at + 1);
}

function fieldSteps(name: string, start: number): readonly JsonPathStep[] {
  if (name === "") return [];
  if (name === "*") return [{ kind: "all" }];
  const end = start + name.length;
  return [{ kind: "field", name: name.replaceAll("\\", ""), start, end }];
}

function quotedSteps(quoted: string, start: number): readonly JsonPathStep[] | undefined {
  return jsonPathSteps(`.${quoted}`)?.map((step) =>
    step.kind === "field"
      ? { ...step, start: step.start + start - 1, end: step.end + start - 1 }
      : step,
  );
}

function indexSteps(index: string): readonly JsonPathStep[] | undefined {
  if (index === "*") return [{ kind: "all" }];
  if (index.includes(",")) return [{ kind: "anywhere" }];
  return /^-?\d*(?::-?\d*){0,2}$/.test(index) && index !== ""
    ? [{ kind: "items", conditions: [] }]
    : undefined;
}

/** The paths that a condition reads; its constants are none. */
function conditionStep(filter: string): readonly JsonPathStep[] {
  const operands = filter.split(/==|!=|<=|>=|<|>/).map((operand) => operand.trim());
  const read = operands.filter((operand) => operand.startsWith("@"));
  const conditions = read.map(
    (operand) => jsonPathSteps(operand) ?? [{ kind: "anywhere" } as const],
  );
  return [{ kind: "items", conditions }];
}
