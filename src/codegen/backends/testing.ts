import type { Version } from "../../crd/ir/resource.js";
import { isPlainPath } from "../../runtime/v1/client/tables/json-path.js";
import type { Expr, Imported } from "../emit/code.js";
import { expr, property, tsType } from "../emit/code.js";
import { constantLiteral } from "../emit/data-literal.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { definitionOf } from "./client.js";

/** Writes `testing.ts`: the resource as `memoryApiServer` of the runtime serves it. */
export const testingBackend: Backend = {
  name: "testing",
  needs: ["types", "prune", "defaults", "admit", "apply", "client"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    context.file("testing").add({
      kind: "const",
      name: unit.names.value,
      exported: "to siblings",
      doc: jsDoc({ text: "The resource as `memoryApiServer` serves it." }),
      type: tsType`${context.runtimeType("ServedVersion")}`,
      value: servedCode(unit, context),
    });
  },
};

function servedCode(unit: Unit, context: EmitContext): Expr {
  const { version, names } = unit;
  const { served, storage, deprecationWarning } = version;
  const warned = deprecationWarning !== undefined;
  const warning = warned ? property`deprecationWarning: ${deprecationWarning}` : [];
  const reader = context.runtime("parseJsonPath");
  return expr`{
  ...${definitionCode(unit, context)},
  storage: ${storage},
  ${served ? [] : property`served: false`},
  ${warning},
  admit: ${context.sibling("admit", `admit${names.type}`)},
  prune: ${context.sibling("prune", `prune${names.type}`)},
  fill: ${context.sibling("defaults", `default${names.type}`)},
  ${readsPlainPaths(version) ? [] : property`readPath: ${reader}`},
  mergeSchema: ${context.sibling("apply", `${names.value}MergeSchema`)},
}`;
}

/** Tells whether the paths of columns and selectable fields can be read without parsing them. */
function readsPlainPaths({ printerColumns, selectableFields }: Version): boolean {
  const columns = printerColumns.map(({ jsonPath }) => jsonPath);
  return [...columns, ...selectableFields].every(isPlainPath);
}

/** A version that is not served has no client. */
function definitionCode(unit: Unit, context: EmitContext): Expr {
  if (!unit.version.served) return constantLiteral(definitionOf(unit));
  const imported: Imported = context.sibling("client", unit.names.value);
  return expr`${{ ...imported, local: `${imported.local}Definition` }}`;
}
