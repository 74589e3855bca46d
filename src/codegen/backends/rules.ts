import type { StoredRules } from "../../crd/rules/ruled-nodes.js";
import { symbolOfServer } from "../../runtime/versions/dialects.js";
import type { Expr } from "../emit/code.js";
import { expr, imported, stmt, tsType } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { RuleFile } from "./rules/rule-file.js";
import { RuleTree } from "./rules/rule-tree.js";

/**
 * Writes `rules.ts`: every rule of `x-kubernetes-validations` as a function, and what runs them
 * over an object.
 */
export const rulesBackend: Backend = {
  name: "rules",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("rules");
    const root = rootOf(unit, file, context);
    file.add(
      checkDeclaration(unit, root, context),
      listDeclaration(unit, root, context),
      runnerDeclaration(unit, root, context),
    );
  },
};

/**
 * The rules of the schema as a tree of nodes, written to the file; `undefined` where it has none.
 */
function rootOf(unit: Unit, file: GeneratedFile, context: EmitContext): Expr | undefined {
  const { type, value } = unit.names;
  const rules = new RuleFile(file, context, {
    taken: [`check${type}Rules`, `run${type}Rules`, `${value}Rules`, "object", "oldObject"],
    kubernetes: unit.kubernetes,
    schemas: unit.names,
  });
  const { schema } = unit.version;
  return schema && new RuleTree(rules, unit.names, storedRules(unit)).root(schema);
}

function checkDeclaration(
  { names, resource }: Unit,
  root: Expr | undefined,
  context: EmitContext,
): Declaration {
  const unused = root === undefined ? "_" : "";
  return {
    kind: "function",
    name: `check${names.type}Rules`,
    exported: true,
    doc: jsDoc({
      text: `The errors of the rules (\`x-kubernetes-validations\`) in an object of the kind ${resource.names.kind}; with the old object, those of an update. Whether the object has the right shape is for \`validate${names.type}\` to say.`,
    }),
    parameters: [
      { name: `${unused}object`, type: tsType`unknown` },
      { name: `${unused}oldObject`, type: tsType`unknown`, optional: true },
    ],
    returns: tsType`${context.runtimeType("FieldError")}[]`,
    body:
      root === undefined
        ? stmt`return [];`
        : stmt`return ${context.runtime("checkRules")}(${root}, object, oldObject);`,
  };
}

function listDeclaration(
  { names }: Unit,
  root: Expr | undefined,
  context: EmitContext,
): Declaration {
  return {
    kind: "const",
    name: `${names.value}Rules`,
    exported: true,
    doc: jsDoc({ text: "The rules one by one, in the order of the schema." }),
    type: tsType`readonly ${context.runtimeType("CelRule")}[]`,
    value:
      root === undefined
        ? expr`[]`
        : expr`/* @__PURE__ */ ${context.runtime("listRules")}(${root})`,
  };
}

function runnerDeclaration(unit: Unit, root: Expr | undefined, context: EmitContext): Declaration {
  return {
    kind: "const",
    name: `run${unit.names.type}Rules`,
    exported: "to siblings",
    doc: jsDoc({ text: "The rules as validation and admission run them." }),
    type: tsType`${context.runtimeType("CheckRules")}`,
    value: runnerCode(root, unit, context),
  };
}

function runnerCode(root: Expr | undefined, unit: Unit, context: EmitContext): Expr {
  if (root === undefined) return expr`() => ({ errors: [], warnings: [] })`;
  const symbol = symbolOfServer(unit.kubernetes);
  const server = symbol === undefined ? [] : [imported(context.runtime(symbol))];
  return expr`(object, oldObject, options) =>
    ${context.runtime("runResourceRules")}(${root}, object, oldObject, options.correlation, ${server})`;
}

function storedRules({ rules }: Unit): StoredRules {
  if (rules === undefined) throw new Error("invariant: a run that writes rules can compile them");
  return rules;
}
