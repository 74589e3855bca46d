import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Path } from "./mutate-crd.js";
import { schemaNodes } from "./mutate-crd.js";
import type { Random } from "./random.js";

/** Changes a CRD as its authors do: most of what comes out is still one that a server takes. */
export function tweakCrd(crd: JsonObject, random: Random): readonly string[] {
  const told: string[] = [];
  for (let count = 1 + random.below(2); count > 0; count--) {
    const nodes = schemaNodes(crd).filter(
      (path) => !path.some((step) => junctors.has(String(step))),
    );
    if (nodes.length === 0) break;
    const path = random.pick(nodes);
    const node = nodeAt(crd, path);
    told.push(`${path.slice(5).join(".")}: ${tweakNode(node, path, random)}`);
  }
  return told;
}

const junctors: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "not", "metadata"]);

function nodeAt(root: JsonObject, path: Path): JsonObject {
  let at: Json = root;
  for (const step of path) {
    at = (at as JsonObject)[step] ?? null; // lists are read alike
  }
  return isObject(at) ? at : {};
}

function tweakNode(node: JsonObject, path: Path, random: Random): string {
  const tweaks = [...(tweaksByType[String(node["type"])] ?? []), ...anyTweaks];
  const tweak = random.pick(path.length > 5 ? tweaks : tweaks.filter((one) => one !== retype));
  const before = new Map(Object.entries(node));
  tweak(node, random);
  const changed = [...new Set([...before.keys(), ...Object.keys(node)])].filter(
    (key) => before.get(key) !== node[key],
  );
  return `${tweak.name} ${changed.map((key) => `${key}=${stringifyJson(node[key] ?? null).slice(0, 80)}`).join()}`;
}

type Tweak = (node: JsonObject, random: Random) => void;

/** Sets a keyword; null takes it away. */
function setTo(keyword: string, values: readonly Json[]): Tweak {
  const tweak: Tweak = (node, random) => {
    const value = random.pick(values);
    if (value === null) Reflect.deleteProperty(node, keyword);
    else node[keyword] = structuredClone(value);
  };
  Object.defineProperty(tweak, "name", { value: keyword });
  return tweak;
}

const retype: Tweak = (node, random) => {
  for (const key of Object.keys(node)) if (key !== "description") Reflect.deleteProperty(node, key);
  Object.assign(node, structuredClone(random.pick(types)));
};

const types: readonly JsonObject[] = [
  { type: "string" },
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { type: "object", additionalProperties: { type: "string" } },
  { type: "object", properties: { a: { type: "string" } } },
  { type: "array", items: { type: "string" } },
  { "x-kubernetes-int-or-string": true },
  { "x-kubernetes-preserve-unknown-fields": true },
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
];

const removeField: Tweak = (node, random) => {
  const { properties } = node;
  if (!isObject(properties)) return;
  const names = Object.keys(properties);
  if (names.length > 1) Reflect.deleteProperty(properties, random.pick(names));
  node["properties"] = { ...properties };
};

const addField: Tweak = (node, random) => {
  const { properties } = node;
  if (!isObject(properties)) return;
  node["properties"] = { ...properties, added: structuredClone(random.pick(types)) };
};

const require: Tweak = (node, random) => {
  const { properties } = node;
  if (!isObject(properties)) return;
  node["required"] = Object.keys(properties).filter(() => random.chance(0.5));
};

const replaceFields: Tweak = (node, random) => {
  Reflect.deleteProperty(node, "properties");
  Reflect.deleteProperty(node, "required");
  Reflect.deleteProperty(node, "additionalProperties");
  Object.assign(node, structuredClone(random.pick(bodies)));
};

const bodies: readonly JsonObject[] = [
  { additionalProperties: { type: "string" } },
  { additionalProperties: true },
  { additionalProperties: { type: "integer" } },
  { "x-kubernetes-preserve-unknown-fields": true },
  { properties: { a: { type: "string" } } },
];

const anyTweaks: readonly Tweak[] = [
  setTo("nullable", [true, null]),
  setTo("description", ["text"]),
  retype,
];

const tweaksByType: Readonly<Record<string, readonly Tweak[]>> = {
  string: [
    setTo("minLength", [null, 0, 1, 3]),
    setTo("maxLength", [null, 0, 1, 5, 64, 253]),
    setTo("pattern", [null, "^[a-z]+$", "^[a-z0-9-]*$", "^.{1,5}$", "a", "^(a|b)?$", "^\\d+(\\.\\d+)?$"]),
    setTo("enum", [null, ["a"], ["a", "b", ""], ["", "0", "abc"]]),
    setTo("format", [null, "date-time", "uuid", "ipv4", "duration", "byte", "k8s-short-name", "uri"]),
    setTo("default", [null, "a"]),
  ],
  integer: [
    setTo("minimum", [null, 0, 1, 2, -5]),
    setTo("maximum", [null, 0, 1, 100, 65535]),
    setTo("multipleOf", [null, 1, 2, 10]),
    setTo("format", [null, "int32", "int64"]),
    setTo("exclusiveMinimum", [true, null]),
    setTo("enum", [null, [0, 1], [1, 2, 3, 5]]),
    setTo("default", [null, 1]),
  ],
  number: [setTo("minimum", [null, 0, 0.5]), setTo("maximum", [null, 10, 1.5]), setTo("multipleOf", [null, 0.5])],
  boolean: [setTo("enum", [null, [true], [true, false]]), setTo("default", [null, true, false])],
  array: [
    setTo("minItems", [null, 0, 1, 2]),
    setTo("maxItems", [null, 0, 1, 5]),
    setTo("x-kubernetes-list-type", [null, "set", "atomic"]),
  ],
  object: [
    removeField,
    removeField,
    addField,
    require,
    require,
    replaceFields,
    setTo("minProperties", [null, 1, 2]),
    setTo("maxProperties", [null, 0, 2, 20]),
    setTo("x-kubernetes-preserve-unknown-fields", [true, null]),
    setTo("x-kubernetes-embedded-resource", [true, null]),
    setTo("anyOf", [null, [{ required: ["a"] }, { required: ["b"] }], [{ properties: { a: { minLength: 1 } } }, { not: { required: ["a"] } }]]),
    setTo("x-kubernetes-validations", [null, [{ rule: "size(self) > 0" }], [{ rule: "true" }]]),
    setTo("default", [null, {}]),
  ],
}; // prettier-ignore
