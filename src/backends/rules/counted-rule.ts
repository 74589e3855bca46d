import { planExpression } from "../../cel/plan/plan-expression.js";
import type { Expr } from "../../cel/syntax/ast.js";
import { nodesOf } from "../../cel/syntax/walk.js";
import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
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
export function declareCounted(file: RuleFile, expression: NodeExpression, name: Code): Code {
  return file.constant(`counted ${name.text}`, `${name.text}Counted`, () =>
    countedCode(file, expression, name.text),
  );
}

function countedCode(
  file: RuleFile,
  { checked, schema, isResource, old }: NodeExpression,
  name: string,
): Code {
  const writer = new Expressions(checked, file, new FunctionCode([]), new Map(), name);
  const plan = countedPlan(writer, planExpression(checked, file.kubernetes));
  const read = usesWholeObjects(checked)
    ? presentReaderCode(file, schema, isResource)
    : narrowReaderCode(file, schema, isResource, namesIn(checked.ast), false);
  return code`/* @__PURE__ */ ${file.runtime("countCost")}(
  ${read},
  ${old === "optional" ? optionalReader(file, schema) : false},
  () => ${plan},
)`;
}

/** How an optional `oldSelf` is read, if not as `self` is. */
function optionalReader(file: RuleFile, schema: Schema): Code | true {
  return readsAsData(file, schema) ? file.runtime("readAsData") : true;
}

/** Names of fields that an expression mentions. */
function namesIn(ast: Expr): ReadonlySet<string> {
  const names = new Set<string>();
  for (const expr of nodesOf(ast)) {
    if (expr.kind === "select") names.add(expr.field);
    if (expr.kind === "literal" && expr.value.type === "string") names.add(expr.value.value);
  }
  return names;
}
