import { planExpression } from "../../cel/plan/plan-expression.js";
import type { Expr as CelExpr } from "../../cel/syntax/ast.js";
import { nodesOf } from "../../cel/syntax/walk.js";
import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import type { Schema } from "../../ir/schema.js";
import { usesWholeObjects } from "../../rules/whole-objects.js";
import { countedPlan } from "./counted-code.js";
import { Expressions } from "./expressions/expression.js";
import { narrowReaderCode, presentReaderCode, readsAsData } from "./facts/readers.js";
import type { NodeExpression } from "./rule-code.js";
import { FunctionCode } from "./writing/function-code.js";
import type { RuleFile } from "./writing/rule-file.js";

/**
 * Declares what counts the cost of an expression; gives its name. `name` is that of the function
 * beside it.
 */
export function declareCounted(file: RuleFile, expression: NodeExpression, name: string): Expr {
  return file.constant(`counted ${name}`, `${name}Counted`, () =>
    countedCode(file, expression, name),
  );
}

function countedCode(
  file: RuleFile,
  { checked, schema, isResource, old }: NodeExpression,
  name: string,
): Expr {
  const writer = new Expressions(checked, file, new FunctionCode([]), new Map(), name);
  const plan = countedPlan(writer, planExpression(checked, file.kubernetes));
  const read = usesWholeObjects(checked)
    ? presentReaderCode(file, schema, isResource)
    : narrowReaderCode(file, schema, isResource, namesIn(checked.ast), false);
  return expr`/* @__PURE__ */ ${file.runtime("countCost")}(
  ${read},
  ${old === "optional" ? optionalReader(file, schema) : false},
  () => ${plan},
)`;
}

/** How an optional `oldSelf` is read, if not as `self` is. */
function optionalReader(file: RuleFile, schema: Schema): Expr | true {
  return readsAsData(file, schema) ? file.runtime("readAsData") : true;
}

/** Names of fields that an expression mentions. */
function namesIn(ast: CelExpr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(ast)) {
    if (node.kind === "select") names.add(node.field);
    if (node.kind === "literal" && node.value.type === "string") names.add(node.value.value);
  }
  return names;
}
