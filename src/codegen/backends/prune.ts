import type { Expr } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { declarePruneData } from "./prune-data.js";
import { schemaDataName } from "./schema-data-name.js";

/** Writes `prune.ts`: removal of unknown fields, with their paths. */
export const pruneBackend: Backend = {
  name: "prune",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("prune");
    const keepsAll = unit.resource.preserveUnknownFields;
    const pruner = keepsAll ? undefined : declarePruner(unit, file, context);
    file.add({
      kind: "function",
      name: `prune${unit.names.type}`,
      exported: true,
      doc: jsDoc({
        text: `Removes, in place, every field that the schema does not specify. Gives their paths as the API server names them in its warnings, sorted. Metadata is left as it is.`,
      }),
      parameters: [{ name: keepsAll ? "_object" : "object", type: tsType`unknown` }],
      returns: tsType`string[]`,
      body: pruner === undefined ? stmt`return [];` : stmt`return ${pruner}(object);`,
    });
  },
};

/** Declares the function of the runtime, bound to the schema. */
function declarePruner(unit: Unit, file: GeneratedFile, context: EmitContext): Expr {
  const data = schemaData(unit, file, context);
  const name = `${unit.names.value}Pruner`;
  file.add({
    kind: "const",
    name,
    exported: false,
    doc: [],
    type: undefined,
    value: expr`/* @__PURE__ */ ${context.runtime("resourcePruner")}(${data})`,
  });
  return word(name);
}

/**
 * Returns the name of the function that gives the schema as data: the one of the validators, where
 * there are some.
 */
function schemaData(unit: Unit, file: GeneratedFile, context: EmitContext): Expr {
  if (unit.parts.has("validate")) {
    return expr`${context.sibling("validate", schemaDataName(unit.names))}`;
  }
  return declarePruneData(unit.version.schema, { names: unit.names, prefix: "", file, context });
}
