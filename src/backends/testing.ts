import type { Code, Imported } from "../emit/code.js";
import { code, word } from "../emit/code.js";
import { constantLiteral } from "../emit/data-literal.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Version } from "../ir/resource.js";
import { isPlainPath } from "../runtime/v1/table/plain-path.js";
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
      type: code`${context.runtimeType("ServedVersion")}`,
      value: servedCode(unit, context),
    });
  },
};

function servedCode(unit: Unit, context: EmitContext): Code {
  const { version, names } = unit;
  const { served, storage, deprecationWarning } = version;
  const warning =
    deprecationWarning === undefined
      ? code``
      : code`\n  deprecationWarning: ${deprecationWarning},`;
  const reader = readsPlainPaths(version)
    ? code``
    : code`\n  readPath: ${context.runtime("parseJsonPath")},`;
  const unserved = served ? code`` : code`\n  served: false,`;
  return code`{
  ...${definitionCode(unit, context)},
  storage: ${word(String(storage))},${unserved}${warning}
  admit: ${context.sibling("admit", `admit${names.type}`)},
  prune: ${context.sibling("prune", `prune${names.type}`)},
  fill: ${context.sibling("defaults", `default${names.type}`)},${reader}
  mergeSchema: ${context.sibling("apply", `${names.value}MergeSchema`)},
}`;
}

/** Whether nothing has to parse the paths of columns and selectable fields when they are read. */
function readsPlainPaths({ printerColumns, selectableFields }: Version): boolean {
  const columns = printerColumns.map(({ jsonPath }) => jsonPath);
  return [...columns, ...selectableFields].every(isPlainPath);
}

/** A version that is not served has no client. */
function definitionCode(unit: Unit, context: EmitContext): Code {
  if (!unit.version.served) return constantLiteral(definitionOf(unit));
  const imported: Imported = context.sibling("client", unit.names.value);
  return code`${{ ...imported, local: `${imported.local}Definition` }}`;
}
