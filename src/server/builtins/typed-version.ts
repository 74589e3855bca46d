import type { Admission, AdmitOptions } from "../../runtime/v1/admission/admission.js";
import { Refusal, refuse } from "../../runtime/v1/admission/refusal.js";
import type { MergeMap, MergeType } from "../../runtime/v1/apply/merge-schema.js";
import { quote } from "../../runtime/v1/go/quote.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import { badRequestFailure, Failure } from "../../runtime/v1/testing/failure.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { messageOf, messages } from "../protobuf/messages.js";
import { builtinTable } from "./builtin-tables.js";
import { decodeTyped } from "./decode-typed.js";
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

/**
 * A version of a built-in kind with what the server knows of the types that Go has for it.
 *
 * @param schemeLine the line of Go's code that says which kinds are unknown
 */
export function typedVersion(version: ServedVersion, schemeLine: number): ServedVersion {
  const message = messageOf(apiVersionOf(version), version.kind);
  if (message === undefined) return version;
  const { fields = {} } = mapOf(message);
  const named = { ...fields, apiVersion: "string", kind: "string", metadata: "metadata" } as const;
  const isCrd = version.kind === "CustomResourceDefinition";
  const admitTyped = (input: unknown, options?: AdmitOptions): Admission<object> => {
    const body = decodeTyped({ ...version, schemeLine }, input, options?.yaml);
    if (body instanceof Refusal) return refuse(body);
    // A text is read once more where it may have keys that come twice.
    const isText = typeof input === "string" && body.duplicates.length > 0;
    return version.admit(isText ? input : body.object, options);
  };
  return {
    ...version,
    admit: isCrd ? version.admit : (input, options) => admitTyped(input, options),
    mergeSchema: {
      type: { map: { fields: named } },
      ...(version.subresources.status && { status: "with metadata" }),
    },
    typed: {
      goType: `${isCrd ? "apiextensions" : "core"}.${version.kind}`,
      columns: builtinTable(`${version.group}/${version.kind}`),
      hidesStatus: isCrd,
      fieldFault: (field) => fieldFault(version, field),
      unversionedFault,
      empty: emptyOf(message),
      strategicPatch: (object, patch) =>
        strategicPatched(object, patch, isCrd ? crdLists : mergedLists),
    },
  };
}

/** Conditions of CRDs are replaced. */
const crdLists: MergedLists = { ...mergedLists, "status.conditions": undefined };

/**
 * What has no version is read as the type that the server has inside, whose parts have no names in
 * JSON: all are unknown, so that there is no name either.
 */
function unversionedFault(patched: JsonObject, name: string): Failure {
  const message = `the name of the object (${name} based on URL) was undeterminable: name must be provided`;
  const unknown = Object.keys(patched).filter((key) => key !== "kind");
  const warnings = unknown.sort().map((key) => `unknown field ${quote(key)}`);
  return new Failure(badRequestFailure(message).status, warnings);
}

/** Kinds with fields of their own to select by have other words for those that they lack. */
function fieldFault({ selectableFields }: ServedVersion, field: string): string {
  if (selectableFields.length > 0) return `field label not supported: ${field}`;
  return `${quote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
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
