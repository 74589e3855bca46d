import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { runtimeContract, runtimeLibrary } from "../../../src/runtime/contract.js";
import * as internal from "../../../src/runtime/v1/internal.js";

const root = join(import.meta.dirname, "../../../src/runtime/v1");

const contract = Object.entries(runtimeContract).flatMap(([module, names]) =>
  Object.keys(names).map((name) => ({ module, name })),
);
const library: readonly { module: string; name: string }[] = Object.entries(runtimeLibrary).flatMap(
  ([module, names]) => names.map((name) => ({ module, name })),
);

/** Third-party back ends rely on them. */
const expected = [
  "acceptedObject",
  "admitResource",
  "ageCell",
  "applyTo",
  "assertValidResource",
  "badValueText",
  "booleanCell",
  "checkBounds",
  "checkJunctors",
  "checkRules",
  "class CelError",
  "class Float64",
  "class ResourceClient",
  "class ScaleClient",
  "class StatusClient",
  "codePoints",
  "coerceEmbeddedResources",
  "coerceStoredResources",
  "embeddedErrors",
  "fieldPath",
  "firstAt",
  "hasKey",
  "hasReplicas",
  "hasText",
  "hasValidLists",
  "hasValidResources",
  "haveUniqueKeys",
  "integerCell",
  "isArray",
  "isBoolean",
  "isEmbeddedResource",
  "isFiniteNumber",
  "isFloat32",
  "isGoodAsSent",
  "isGoodByRules",
  "isInt32",
  "isInteger",
  "isListOf",
  "isMapOf",
  "isMembers",
  "isNearInteger",
  "isObjectMeta",
  "isOneOf",
  "isPlainMetadata",
  "isPlainObject",
  "isSafeInteger",
  "isSet",
  "isString",
  "isValid",
  "isValidResource",
  "itemKey",
  "limitedBy",
  "listRules",
  "nameCell",
  "numberCell",
  "once",
  "parseJsonPath",
  "presentFields",
  "re2Matcher",
  "resourceAdmission",
  "resourcePruner",
  "resourceSchema",
  "ruleMessage",
  "ruleSteps",
  "runResourceRules",
  "scaleErrors",
  "setKey",
  "textCell",
  "type Admission",
  "type AdmitObjectOptions",
  "type AdmitOptions",
  "type Applied",
  "type ApplyToOptions",
  "type ArbitraryOptions",
  "type CelRule",
  "type CheckOptions",
  "type CheckRules",
  "type ClientOptions",
  "type CommentsOf",
  "type EmbeddedObjectMeta",
  "type EmbeddedResource",
  "type EmbeddedResourceInput",
  "type FieldError",
  "type IntOrString",
  "type Json",
  "type JsonObject",
  "type KubernetesList",
  "type KubernetesObject",
  "type KubernetesObjectApply",
  "type KubernetesObjectInput",
  "type Members",
  "type MergeAtom",
  "type MergeSchema",
  "type NamespacedClientOptions",
  "type ObjectMetaInput",
  "type PruneSchema",
  "type ResourceAdmission",
  "type ResourceDefinition",
  "type ResourceSchema",
  "type ResourceValidation",
  "type RuleNode",
  "type ServedVersion",
  "type Stored",
  "type StoredScale",
  "type TableColumn",
  "type Transport",
  "type ValidateOptions",
  "type ValueSchema",
  "type WrongMembers",
  "validateResource",
  "valueAt",
  "writeScale",
];

it("has at most 150 names, each once and with a line about it", () => {
  expect(contract.length).toBeLessThanOrEqual(150);
  const names = [...contract, ...library].map(({ name }) => bare(name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const lines = Object.values(runtimeContract).flatMap((group) => Object.values(group));
  expect(lines.filter((line: string) => !/^[A-Z/].{10,}[^.]$/.test(line))).toEqual([]);
});

it("is what the entry for generated code exports", () => {
  const values = [...contract, ...library]
    .filter(({ name }) => !name.startsWith("type "))
    .map(({ name }) => bare(name));
  expect(Object.keys(internal).sort()).toEqual(values.sort());
});

it("says of each name whether it is a value, a type or a class, and where it stands", () => {
  const wrong = [...contract, ...library].filter(
    ({ module, name }) => !declarations(module).includes(name),
  );
  // Only the type of this class is for generated code.
  expect(wrong).toEqual([{ module: "validation/wrong-members", name: "type WrongMembers" }]);
});

it("has these names", () => {
  expect(contract.map(({ name }) => name).sort()).toEqual(expected);
});

function bare(name: string): string {
  return name.replace(/^(?:class|type) /, "");
}

/** What a module exports, as the contract spells it. */
function declarations(module: string): readonly string[] {
  const text = readFileSync(join(root, `${module}.ts`), "utf8");
  return ts
    .createSourceFile(`${module}.ts`, text, ts.ScriptTarget.ES2022)
    .statements.flatMap((statement) => {
      if (ts.isVariableStatement(statement)) {
        return statement.declarationList.declarations.map(({ name }) =>
          ts.isIdentifier(name) ? name.text : "",
        );
      }
      if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ""];
      if (ts.isClassDeclaration(statement)) return [`class ${statement.name?.text ?? ""}`];
      return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
        ? [`type ${statement.name.text}`]
        : [];
    });
}
