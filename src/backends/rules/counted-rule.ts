import type { Expr } from "../../cel/ast.js";
import { childrenOf } from "../../cel/walk.js";
import type { CheckedExpression } from "../../cel/checked.js";
import { functionName } from "../../cel/checked.js";
import type { CelType } from "../../cel/type.js";
import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
import { countedPlan } from "./counted-code.js";
import { notNull } from "./data-access.js";
import { Expressions } from "./expression.js";
import { FunctionCode } from "./function-code.js";
import { narrowReaderCode, readerCode } from "./readers.js";
import type { NodeExpression } from "./rule-code.js";
import type { RuleFile } from "./rule-file.js";

/** Declares what counts the cost of an expression; gives its name. `name` is that of the function beside it. */
export function declareCounted(
  file: RuleFile,
  { checked, schema, isResource, old }: NodeExpression,
  name: Code,
): Code {
  const writer = new Expressions(checked, file, new FunctionCode([]), new Map(), name.text);
  const plan = countedPlan(writer, file.kubernetes);
  const read = usesWholeObjects(checked)
    ? readerCode(file, notNull(schema), isResource)
    : narrowReaderCode(file, notNull(schema), isResource, namesIn(checked.ast));
  const count = file.runtime("countCost");
  return file.constant(
    `counted ${name.text}`,
    `${name.text}Counted`,
    () => code`/* @__PURE__ */ ${count}(
  ${read},
  ${old === "optional"},
  () => ${plan},
)`,
  );
}

/** Names of fields that an expression mentions. */
function namesIn(ast: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  visit(ast, (expr) => {
    if (expr.kind === "select") names.add(expr.field);
    if (expr.kind === "literal" && expr.value.type === "string") names.add(expr.value.value);
  });
  return names;
}

/** Whether an object is used in other ways than by its fields, so that all of them matter: compared, or as dyn. */
function usesWholeObjects(checked: CheckedExpression): boolean {
  let found = false;
  visit(checked.ast, (expr) => {
    const passes = passesOn(checked, expr);
    for (const child of childrenOf(expr)) {
      if (!passes && holdsObjects(checked.types.get(child.id))) found = true;
    }
  });
  return found;
}

/** Whether an expression only looks into its operands, or gives them on: then its own parent tells. */
function passesOn(checked: CheckedExpression, expr: Expr): boolean {
  if (expr.kind !== "call") return expr.kind !== "map" && expr.kind !== "struct";
  const [first] = expr.args;
  // Macros add to what they make; lists of data are added up by the keys of their elements.
  if (expr.function === "_+_") return first?.kind === "ident" && first.name.startsWith("@");
  return passing.has(functionName(checked, expr));
}

const passing: ReadonlySet<string> = new Set([
  "_[_]", "_[?_]", "_?._", "_?_:_", "size", "optional.of", "or", "orValue", "value", "hasValue", "first", "last",
]); // prettier-ignore

function holdsObjects(type: CelType | undefined): boolean {
  switch (type?.kind) {
    case undefined:
      return false;
    case "object":
      return true;
    case "list":
      return holdsObjects(type.element);
    case "map":
      return holdsObjects(type.value);
    case "opaque":
      return type.parameters.some(holdsObjects);
    default:
      return false;
  }
}

function visit(ast: Expr, look: (expr: Expr) => void): void {
  const pending = [ast];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    look(expr);
    pending.push(...childrenOf(expr));
  }
}
