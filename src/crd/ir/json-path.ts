/**
 * One step of the JSONPath of a printer column (client-go `util/jsonpath/parser.go`); `start` and
 * `end` are where the name stands in the text.
 */
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
  /** A step that may lead anywhere: `..`, and lists of names. */
  | { readonly kind: "anywhere" };

const token =
  /\.\.|\.?\[\?\((?<filter>(?:[^'"[\]]|'[^']*'|"[^"]*"|\[[^\]]*\])*)\)\]|\.?\['(?<quoted>[^']*)'\]|\.?\[(?<index>[^'"[\]]*)\]|\.(?<name>(?:\\.|[^\s.,[\]$@{}\\])*)/y;

/** The steps of a path; undefined where it is none that is understood here. */
export function jsonPathSteps(path: string): readonly JsonPathStep[] | undefined {
  const steps: JsonPathStep[] = [];
  for (let at = /^[$@]/.test(path) ? 1 : 0; at < path.length;) {
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
  if (filter !== undefined) return conditionStep(filter, at + found[0].indexOf(filter));
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
  const steps = jsonPathSteps(`.${quoted}`);
  return steps && shifted(steps, start - 1);
}

function indexSteps(index: string): readonly JsonPathStep[] | undefined {
  if (index === "*") return [{ kind: "all" }];
  if (index.includes(",")) return [{ kind: "anywhere" }];
  return /^-?\d*(?::-?\d*){0,2}$/.test(index) && index !== ""
    ? [{ kind: "items", conditions: [] }]
    : undefined;
}

/** The paths that a condition reads; its constants are none. */
function conditionStep(filter: string, start: number): readonly JsonPathStep[] {
  const conditions = Array.from(filter.matchAll(operand), ({ 1: path = "", index, 0: whole }) => {
    const steps = jsonPathSteps(path) ?? [{ kind: "anywhere" } as const];
    return shifted(steps, start + index + whole.indexOf("@"));
  });
  return [{ kind: "items", conditions }];
}

/** What stands on one side of a comparison and begins at the item. */
const operand = /(?:^|[=<>])\s*(@.*?)\s*(?=[!=<>]=|[<>]|$)/gs;

function shifted(steps: readonly JsonPathStep[], by: number): readonly JsonPathStep[] {
  return steps.map((step) => {
    if (step.kind === "field") return { ...step, start: step.start + by, end: step.end + by };
    if (step.kind !== "items") return step;
    return { ...step, conditions: step.conditions.map((one) => shifted(one, by)) };
  });
}

/** A name as such a path spells it. */
export function jsonPathName(name: string): string {
  return name.replace(/[\s.,[\]$@{}\\]/g, "\\$&");
}

/** The steps of a path that is split at its dots, as those of the scale subresource are. */
export function plainSteps(path: string): readonly JsonPathStep[] {
  const names = path.split(".").slice(1);
  let start = 0;
  return names.map((name) => {
    const end = ++start + name.length;
    const step = { kind: "field", name, start, end } as const;
    start = end;
    return step;
  });
}
