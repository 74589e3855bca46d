import type { Code } from "../emit/code.js";
import { code, empty, word } from "../emit/code.js";
import type { Declaration, Parameter } from "../emit/declaration.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Member } from "../emit/object-code.js";
import { listCode, objectCode } from "../emit/object-code.js";
import { hasEmbeddedResource } from "../ir/child-schemas.js";
import type { Version } from "../ir/resource.js";
import type { RuntimeType } from "../runtime/contract.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { DefaultsWriter } from "./defaults.js";
import { PruneWriter } from "./prune.js";
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

function definition(unit: Unit, stored: Code | undefined, context: EmitContext): Declaration {
  const { resource, version, names } = unit;
  const others = resource.versions.filter(({ name }) => name !== version.name);
  const members: Member[] = [
    { key: "plural", value: code`${resource.names.plural}` },
    { key: "otherVersions", value: listCode(others.map(({ name }) => code`${name}`)) },
    { key: "prune", value: code`${context.sibling("prune", `prune${names.type}`)}` },
    { key: "fill", value: code`${context.sibling("defaults", `default${names.type}`)}` },
  ];
  if (version.deprecationWarning !== undefined) {
    members.push({ key: "deprecationWarning", value: code`${version.deprecationWarning}` });
  }
  if (version.schema !== undefined && hasEmbeddedResource(version.schema)) {
    const coerce = code`${context.runtime("coerceStoredResources")}`;
    members.push({ key: "coerceStored", value: coerce });
  }
  if (version.scale !== undefined) {
    members.push({ key: "writeScale", value: code`${context.runtime("writeScale")}` });
  }
  if (stored !== undefined) members.push({ key: "stored", value: stored });
  const validation = code`${context.sibling("validate", validationName(unit))}`;
  const name = `${names.value}Admission`;
  return {
    kind: "const",
    name,
    exported: false,
    doc: empty,
    type: code`${context.runtimeType("ResourceAdmission")}`,
    value: code`/* @__PURE__ */ ${context.runtime("resourceAdmission")}(
  ${validation},
  ${objectCode(members)},
)`,
  };
}

function entry({ names, version }: Unit, context: EmitContext): Declaration {
  const type = context.siblingType("types", names.type);
  const stored = code`${context.runtimeType("Stored")}<${type}>`;
  const admission = context.runtimeType("Admission");
  const parameters = (options: RuntimeType): readonly Parameter[] => [
    { name: "object", type: code`unknown` },
    { name: "options", type: code`${context.runtimeType(options)}`, optional: true },
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
    body: code`return ${context.runtime("admitResource")}(${resource}, object, options);`,
  } as const;
  const written = code`${admission}<${stored}>`;
  if (version.scale === undefined) return { ...common, returns: written };
  const answers = code`${stored} | ${context.runtimeType("StoredScale")}`;
  const returns = code`${admission}<${stored}, ${answers}>`;
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
): Code | undefined {
  const { resource, version } = unit;
  const stored = resource.versions.find(({ storage }) => storage);
  if (stored === undefined || stored.schema === version.schema) return undefined;
  if (resource.preserveUnknownFields || resource.conversion === "Webhook") return undefined;
  return declareForm(unit, stored, context, file);
}

function declareForm(unit: Unit, stored: Version, context: EmitContext, file: GeneratedFile): Code {
  // What there is to say of the names was said for the stored version itself.
  const names = unit.names.forVersion(stored);
  const pruner = new PruneWriter(names, "pruneStored", context, file).root(stored.schema);
  const body = new DefaultsWriter(names, "defaultStored", context, file).rootBody(stored.schema);
  const filler = `defaultStored${names.type}`;
  file.add({
    kind: "function",
    name: filler,
    exported: false,
    doc: empty,
    parameters: [{ name: body.text === "" ? "_value" : "value", type: code`unknown` }],
    returns: code`void`,
    body,
  });
  const unknown = context.runtime("unknownFields");
  return objectCode([
    { key: "prune", value: code`(object) => ${unknown}(${pruner}(object))` },
    { key: "fill", value: word(filler) },
  ]);
}
