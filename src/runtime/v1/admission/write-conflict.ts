import { inWords } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { invalidError } from "../values/field-errors.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { textOf } from "../values/metadata/rules.js";
import { conflict, invalidStatus, Refusal, serverError } from "./admission-status.js";
import type { ResourceAdmission } from "./admission.js";

/*
 * Why the store does not even look at what would replace an object: it was made from another one
 * than is stored (apiserver `registry/generic/registry/store.go`, Update). What it says is compared
 * with the metadata of the `stored` one.
 */

/**
 * The uid is a precondition of a write, where both have one: the words of a write that answers 409.
 */
export function uidFault(metadata: JsonObject, stored: JsonObject): string | undefined {
  const uid = textOf(metadata, "uid");
  const storedUid = textOf(stored, "uid");
  if (uid === "" || storedUid === "" || uid === storedUid) return undefined;
  return `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${storedUid}`;
}

/**
 * The HTTP status of an answer to a write of another version than the stored one, and the server's
 * words.
 */
export type VersionConflict =
  | { readonly code: 409 | 500; readonly fault: string }
  | { readonly code: 422; readonly error: FieldError };

/**
 * Versions are compared as numbers, if the stored object has one; the one that is none is shown as
 * 0.
 */
export function versionConflict(
  metadata: JsonObject,
  stored: JsonObject,
): VersionConflict | undefined {
  const storedVersion = textOf(stored, "resourceVersion");
  if (storedVersion === "") return undefined;
  const version = storeVersion(textOf(metadata, "resourceVersion"));
  if (typeof version === "string") return { code: 500, fault: version };
  if (version === storeVersion(storedVersion)) return undefined;
  if (version === noVersion) {
    const detail = "must be specified for an update";
    const error = invalidError("metadata.resourceVersion", 0, detail);
    return { code: 422, error };
  }
  return { code: 409, fault: modifiedFault };
}

/** The groups of Kubernetes' own kinds: without a dot, and these with `.k8s.io`. */
const ownGroups = [
  "admissionregistration",
  "certificates",
  "coordination",
  "discovery",
  "events",
  "flowcontrol.apiserver",
  "internal.apiserver",
  "networking",
  "node",
  "rbac.authorization",
  "resource",
  "scheduling",
  "storage",
  "storagemigration",
];

/** Old places, which have stayed (`kubeapiserver/default_storage_factory_builder.go`). */
const oldPlaces: Readonly<Record<string, string>> = {
  endpoints: "services/endpoints",
  ingresses: "ingress",
  nodes: "minions",
  replicationcontrollers: "controllers",
  services: "services/specs",
};

/** Where etcd has a resource: Kubernetes' own kinds are there by their plurals alone. */
export function storagePlace(group: string, plural: string): string {
  const isOwn = !group.includes(".") || ownGroups.includes(group.replace(/\.k8s\.io$/, ""));
  return isOwn ? (oldPlaces[plural] ?? plural) : `${group}/${plural}`;
}

/** Returns the store's error about the object at a key (apiserver `storage/errors.go`). */
export function storageFault(key: string, fault: string): string {
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${fault}`;
}

/** The fault of a write when another one came before it. */
export const modifiedFault =
  "the object has been modified; please apply your changes to the latest version and try again";

/** Says what is wrong with the name of an object that is written to the URL of `expected`. */
export function nameFault(name: string, expected: string): string {
  return name === ""
    ? `the name of the object (${expected} based on URL) was undeterminable: name must be provided`
    : `the name of the object (${name}) does not match the name on the URL (${expected})`;
}

/**
 * Tells whether an object that is to be created names a version. The store ignores a text that is
 * none.
 */
export function namesVersion(metadata: JsonObject): boolean {
  const version = storeVersion(textOf(metadata, "resourceVersion"));
  return typeof version === "bigint" && version !== noVersion;
}

const noVersion = /* @__PURE__ */ BigInt(0);
const greatestVersion = /* @__PURE__ */ BigInt("18446744073709551615");

/**
 * A resource version as the store compares them, none is 0; Go's text (`strconv.ParseUint`) where
 * it is no number.
 */
export function storeVersion(text: string): bigint | string {
  let version = noVersion;
  for (const digit of text) {
    if (digit < "0" || digit > "9") return parseFault(text, "invalid syntax");
    version = version * BigInt(10) + BigInt(digit);
    if (version > greatestVersion) return parseFault(text, "value out of range");
  }
  return version;
}

function parseFault(text: string, reason: string): string {
  return `strconv.ParseUint: parsing ${quote(text)}: ${reason}`;
}

/** Why an object of one version cannot take the place of the stored one; undefined if it can. */
export function versionRefusal(
  { group, plural, dialect }: Pick<ResourceAdmission, "group" | "plural" | "dialect">,
  metadata: JsonObject,
  stored: JsonObject,
): Refusal | undefined {
  const found = versionConflict(metadata, stored);
  if (found === undefined) return undefined;
  const name = textOf(stored, "name");
  switch (found.code) {
    case 409:
      return new Refusal(conflict(group, plural, name, found.fault));
    case 422: {
      const errors = inWords([found.error], dialect?.words?.ofMetadata);
      return new Refusal(invalidStatus({ group, kind: plural, name }, errors), errors);
    }
    case 500:
      return new Refusal(serverError(found.fault));
  }
}
