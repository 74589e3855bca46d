import { hasEmbeddedResource } from "../../crd/ir/child-schemas.js";
import type { Version } from "../../crd/ir/resource.js";
import type { RuntimeType } from "../../runtime/contract.js";
import type { Expr } from "../emit/code.js";
import { expr, isNothing, stmt, tsType, word } from "../emit/code.js";
import type { Declaration, Parameter } from "../emit/declaration.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Member } from "../emit/object-code.js";
import { listCode, objectCode } from "../emit/object-code.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { DefaultsWriter } from "./defaults.js";
import { declarePruneData } from "./prune-data.js";
import { validationName } from "./validate/backend.js";

/** Writes `admit.ts`: the API server's write path on one object. */
export const admitBackend: Backend = {
  name: "admit",
  needs: ["types", "prune", "defaults", "validate"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("admit");
    const stored = declareStoredForm(unit, context, file);
    file.add(definition(unit, stored, context), entry(unit, context));
  },
};

function definition(unit: Unit, stored: Expr | undefined, context: EmitContext): Declaration {
  const { resource, version, names } = unit;
  const others = resource.versions.filter(({ name }) => name !== version.name);
  const members: Member[] = [
    { key: "plural", value: expr`${resource.names.plural}` },
    { key: "otherVersions", value: listCode(others.map(({ name }) => expr`${name}`)) },
    { key: "prune", value: expr`${context.sibling("prune", `prune${names.type}`)}` },
    { key: "fill", value: expr`${context.sibling("defaults", `default${names.type}`)}` },
  ];
  if (version.deprecationWarning !== undefined) {
    members.push({ key: "deprecationWarning", value: expr`${version.deprecationWarning}` });
  }
  if (version.schema !== undefined && hasEmbeddedResource(version.schema)) {
    const coerce = expr`${context.runtime("coerceStoredResources")}`;
    members.push({ key: "coerceStored", value: coerce });
  }
  if (version.scale !== undefined) {
    members.push({ key: "writeScale", value: expr`${context.runtime("writeScale")}` });
  }
  if (stored !== undefined) members.push({ key: "stored", value: stored });
  const validation = expr`${context.sibling("validate", validationName(unit))}`;
  const name = `${names.value}Admission`;
  return {
    kind: "const",
    name,
    exported: false,
    doc: [],
    type: tsType`${context.runtimeType("ResourceAdmission")}`,
    value: expr`/* @__PURE__ */ ${context.runtime("resourceAdmission")}(
  ${validation},
  ${objectCode(members)},
)`,
  };
}

function entry({ names, version }: Unit, context: EmitContext): Declaration {
  const type = context.siblingType("types", names.type);
  const stored = tsType`${context.runtimeType("Stored")}<${type}>`;
  const admission = context.runtimeType("Admission");
  const parameters = (options: RuntimeType): readonly Parameter[] => [
    { name: "object", type: tsType`unknown` },
    { name: "options", type: tsType`${context.runtimeType(options)}`, optional: true },
  ];
  const resource = word(`${names.value}Admission`);
  const common = {
    kind: "function",
    name: `admit${names.type}`,
    exported: true,
    doc: jsDoc({
      text: "What the API server would answer to a write of this object: decode, prune, default, validate, ratchet, warn. With `oldObject` the write is an update. The given objects stay as they are.",
    }),
    parameters: parameters("AdmitOptions"),
    body: stmt`return ${context.runtime("admitResource")}(${resource}, object, options);`,
  } as const;
  const written = tsType`${admission}<${stored}>`;
  if (version.scale === undefined) return { ...common, returns: written };
  const answers = tsType`${stored} | ${context.runtimeType("StoredScale")}`;
  const returns = tsType`${admission}<${stored}, ${answers}>`;
  const overloads = [
    { parameters: parameters("AdmitObjectOptions"), returns: written },
    { parameters: common.parameters, returns },
  ];
  return { ...common, returns, overloads };
}

/**
 * Where another version with another schema is stored, fields that only this one has are lost; a
 * conversion webhook may put them elsewhere.
 */
function declareStoredForm(
  unit: Unit,
  context: EmitContext,
  file: GeneratedFile,
): Expr | undefined {
  const { resource, version } = unit;
  const stored = resource.versions.find(({ storage }) => storage);
  if (stored === undefined || stored.schema === version.schema) return undefined;
  if (resource.preserveUnknownFields || resource.conversion === "Webhook") return undefined;
  return declareForm(unit, stored, context, file);
}

function declareForm(unit: Unit, stored: Version, context: EmitContext, file: GeneratedFile): Expr {
  // What there is to say of the names was said for the stored version itself.
  const names = unit.names.forVersion(stored);
  const data = declarePruneData(stored.schema, { names, prefix: "stored", file, context });
  const body = new DefaultsWriter(names, "defaultStored", context, file).rootBody(stored.schema);
  const filler = `defaultStored${names.type}`;
  file.add({
    kind: "function",
    name: filler,
    exported: false,
    doc: [],
    parameters: [{ name: isNothing(body) ? "_value" : "value", type: tsType`unknown` }],
    returns: tsType`void`,
    body,
  });
  const pruner = context.runtime("resourcePruner");
  return objectCode([
    { key: "prune", value: expr`/* @__PURE__ */ ${pruner}(${data})` },
    { key: "fill", value: word(filler) },
  ]);
}
