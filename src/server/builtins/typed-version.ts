import type { MergeMap, MergeType } from "../../runtime/v1/apply/merge-schema.js";
import { JsonFault, parseJson } from "../../runtime/v1/go/parse-json.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { messageOf, messages } from "../protobuf/messages.js";
import type { MergedLists } from "./strategic-patch.js";
import { strategicPatched } from "./strategic-patch.js";

/** Lists of built-in kinds that have an owner for each item, and those that patches merge. */
const keyedLists: MergedLists = {
  "CustomResourceDefinitionStatus.conditions": "type",
  "NamespaceStatus.conditions": "type",
  "ServiceAccount.secrets": "name",
};

const mergedLists: MergedLists = {
  "metadata.finalizers": "",
  "metadata.ownerReferences": "uid",
  "status.conditions": "type",
  secrets: "name",
  imagePullSecrets: "name",
};

/** One owner as a whole. */
const atomicMessages = ["ObjectReference", "LocalObjectReference"];

/** A version of a built-in kind with what the server knows of the types that Go has for it. */
export function typedVersion(version: ServedVersion): ServedVersion {
  const message = messageOf(apiVersionOf(version), version.kind);
  if (message === undefined) return version;
  const { fields = {} } = mapOf(message);
  const named = { ...fields, apiVersion: "string", kind: "string", metadata: "metadata" } as const;
  const isCrd = version.kind === "CustomResourceDefinition";
  return {
    ...version,
    admit: (object, options) => version.admit(withType(object, version), options),
    mergeSchema: {
      type: { map: { fields: named } },
      ...(version.subresources.status && { status: true }),
    },
    typed: {
      empty: emptyOf(message),
      strategicPatch: (object, patch) =>
        strategicPatched(object, patch, isCrd ? crdLists : mergedLists),
    },
  };
}

/** Conditions of CRDs are replaced. */
const crdLists: MergedLists = { ...mergedLists, "status.conditions": undefined };

/**
 * The object that was sent, with its type: who sends an object of such a kind need not say what it
 * is. What is no object stays as it is, and so does the text of one that says it: more than its
 * value may count.
 */
export function withType(
  input: unknown,
  { kind, ...version }: Pick<ServedVersion, "group" | "version" | "kind">,
): unknown {
  const parsed = typeof input === "string" ? parseJson(input) : { value: input };
  if (parsed instanceof JsonFault || !isObject(parsed.value)) return input;
  const { value } = parsed;
  if (value["kind"] !== undefined && value["apiVersion"] !== undefined) return input;
  return { ...value, kind: value["kind"] ?? kind, apiVersion: apiVersionOf(version) };
}

function mapOf(message: string): MergeMap {
  const fields: Record<string, MergeType> = {};
  for (const [, name, text] of messages[message] ?? []) {
    const [, prefix = "", type = ""] = /^(\*|\[\]|map\[string\])?(\w+)/.exec(text) ?? [];
    if (prefix === "[]") {
      const key = keyedLists[`${message}.${name}`];
      const items = key === undefined ? "untyped" : typeOf(type);
      fields[name] = { list: { items, ...(key !== undefined && { keys: [key] }) } };
    } else
      fields[name] = prefix.startsWith("map") ? { map: { values: typeOf(type) } } : typeOf(type);
  }
  return { fields, ...(atomicMessages.includes(message) && { atomic: true }) };
}

const scalars: { readonly [type: string]: MergeType | undefined } = {
  string: "string",
  int: "numeric",
  bool: "boolean",
  double: "numeric",
  bytes: "scalar",
  Time: "scalar",
  MicroTime: "scalar",
  ObjectMeta: "metadata",
};

function typeOf(type: string): MergeType {
  return scalars[type] ?? { map: mapOf(type) };
}

/** What Go writes of an object that was just made: parts that are no pointers. */
function emptyOf(message: string): JsonObject {
  const object: JsonObject = {};
  for (const [, name, text] of messages[message] ?? []) {
    const inner = messages[text];
    if (inner === undefined || text in scalars) continue;
    object[name] = emptyOf(text) satisfies Json;
  }
  return object;
}
