import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import type { RawSchema } from "./usage-crd.js";
import { programObjects } from "./usage-crd.js";

/** A change of the CRD in place. */
export interface UsageChange {
  readonly name: string;
  readonly apply: (crd: RawSchema) => void;
}

/** Follows keys; what is there is an object. */
function at(root: JsonObject, ...keys: readonly (string | number)[]): JsonObject {
  let value: Json = root;
  for (const key of keys) value = (value as Record<string | number, Json>)[key] ?? null; // lists too
  return value as JsonObject; // as the callers know
}

function schemaOf(crd: RawSchema, path: string, version = 0): JsonObject {
  const steps = path
    .split(".")
    .flatMap((name) => (name === "*" ? ["items"] : ["properties", name]));
  return at(crd, "spec", "versions", version, "schema", "openAPIV3Schema", ...steps);
}

/** The path of a field that the program goes through. */
function pathsOfFields(): readonly (readonly [holder: string, name: string])[] {
  return programObjects.flatMap(({ access, isList, fields }) => {
    const holder = `${access.replace("?", "")}${isList ? ".*" : ""}`;
    return Object.keys(fields).map((name) => [holder, name] as const);
  });
}

const retypes: readonly JsonObject[] = [
  { type: "boolean" },
  { type: "string" },
  { type: "array", items: { type: "integer" } },
  { type: "object", properties: { inner: { type: "string" } } },
  { "x-kubernetes-int-or-string": true },
];

/** Each field is changed in one way, by its place in the order. */
function changesOfFields(): readonly UsageChange[] {
  return pathsOfFields().map(([holder, name], index) => {
    const field = `${holder}.${name}`;
    const kinds: readonly UsageChange[] = [
      {
        name: `${field} is gone`,
        apply: (crd) => Reflect.deleteProperty(at(schemaOf(crd, holder), "properties"), name),
      },
      {
        name: `${field} has another type`,
        apply: (crd) => {
          at(schemaOf(crd, holder), "properties")[name] = structuredClone(
            retypes[index % retypes.length] ?? {},
          );
        },
      },
      {
        name: `${field} takes null`,
        apply: (crd) => {
          schemaOf(crd, field)["nullable"] = true;
        },
      },
      {
        name: `${field} has another name`,
        apply: (crd) => {
          const fields = at(schemaOf(crd, holder), "properties");
          fields[`${name}Name`] = fields[name] ?? null;
          Reflect.deleteProperty(fields, name);
        },
      },
      {
        name: `${field} is required`,
        apply: (crd) => {
          schemaOf(crd, holder)["required"] = [name];
        },
      },
    ];
    return kinds[index % kinds.length] ?? fallback;
  });
}

const fallback: UsageChange = { name: "nothing", apply: () => undefined };

function set(path: string, keyword: string, value: Json): UsageChange["apply"] {
  return (crd) => {
    schemaOf(crd, path)[keyword] = value;
  };
}

function drop(path: string, keyword: string): UsageChange["apply"] {
  return (crd) => Reflect.deleteProperty(schemaOf(crd, path), keyword);
}

function versionOf(crd: RawSchema, index = 0): JsonObject {
  return at(crd, "spec", "versions", index);
}

const others: readonly UsageChange[] = [
  { name: "status subresource gone", apply: (crd) => Reflect.deleteProperty(at(versionOf(crd), "subresources"), "status") },
  { name: "scale subresource gone", apply: (crd) => Reflect.deleteProperty(at(versionOf(crd), "subresources"), "scale") },
  { name: "owner cannot be selected", apply: (crd) => { versionOf(crd)["selectableFields"] = [{ jsonPath: ".spec.region" }]; } },
  { name: "nothing can be selected", apply: (crd) => Reflect.deleteProperty(versionOf(crd), "selectableFields") },
  { name: "v1beta1 is gone", apply: (crd) => { at(crd, "spec")["versions"] = [versionOf(crd)]; } },
  { name: "v1beta1 is not served", apply: (crd) => { versionOf(crd, 1)["served"] = false; } },
  { name: "v1 is not served", apply: (crd) => { versionOf(crd)["served"] = false; } },
  { name: "another kind", apply: (crd) => { Object.assign(at(crd, "spec", "names"), { kind: "Grove", listKind: "GroveList" }); } },
  { name: "another plural", apply: (crd) => {
    Object.assign(at(crd, "spec", "names"), { plural: "orchardz" });
    at(crd, "metadata")["name"] = "orchardz.farm.example.com";
  } },
  { name: "another scope", apply: (crd) => { at(crd, "spec")["scope"] = "Cluster"; } },
  { name: "a column is gone", apply: (crd) => { at(versionOf(crd))["additionalPrinterColumns"] = [{ name: "Region", type: "string", jsonPath: ".spec.region" }]; } },
  { name: "the default of acres is gone", apply: drop("spec.acres", "default") },
  { name: "a new default", apply: set("spec.replicas", "default", 1) },
  { name: "another variety", apply: set("spec.rows.*.variety", "enum", ["Apple", "Pear", "Plum", "Fig"]) },
  { name: "a variety less", apply: set("spec.rows.*.variety", "enum", ["Apple", "Plum"]) },
  { name: "any variety", apply: drop("spec.rows.*.variety", "enum") },
  { name: "region is optional", apply: drop("spec", "required") },
  { name: "the name of rows is optional", apply: drop("spec.rows.*", "required") },
  { name: "a new optional field", apply: (crd) => { at(schemaOf(crd, "spec.water"), "properties")["colour"] = { type: "string" }; } },
  { name: "a new required field", apply: (crd) => {
    at(schemaOf(crd, "spec.water"), "properties")["colour"] = { type: "string" };
    schemaOf(crd, "spec.water")["required"] = ["colour"];
  } },
  { name: "a lower maximum", apply: set("spec.water.litres", "maximum", 10) },
  { name: "another format", apply: set("spec.water.pump", "format", "uuid") },
  { name: "marks are numbers", apply: set("spec.rows.*.marks", "additionalProperties", { type: "integer" }) },
  { name: "rows are one object", apply: (crd) => { at(schemaOf(crd, "spec"), "properties")["rows"] = { type: "object", properties: { name: { type: "string" } } }; } },
  { name: "the whole of the water is gone", apply: (crd) => Reflect.deleteProperty(at(schemaOf(crd, "spec"), "properties"), "water") },
  { name: "the status is gone", apply: (crd) => Reflect.deleteProperty(schemaOf(crd, "status"), "properties") },
  { name: "unknown fields of the soil", apply: set("spec.soil", "x-kubernetes-preserve-unknown-fields", true) },
]; // prettier-ignore

/** All changes that are tried. */
export const usageChanges: readonly UsageChange[] = [...others, ...changesOfFields()];
