import {
  badRequest,
  failureStatus,
  invalidStatus,
  serverError,
} from "../admission/admission-status.js";
import { requiredError } from "../values/field-errors.js";
import { goJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { utf8Length } from "../values/go/utf8.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { Status, StatusCause } from "../values/kubernetes.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { validateManager } from "../values/metadata/validate.js";
import type { AppliedChange, OwnedField } from "./change-managers.js";
import { ManagersChange } from "./change-managers.js";
import { compareObjects } from "./compare-objects.js";
import type { FieldManagers, ManagedFieldsOptions } from "./field-managers.js";
import {
  decodeManagers,
  entryTime,
  keepTimes,
  managerId,
  managerText,
  newManager,
  withManagers,
} from "./field-managers.js";
import type { FieldSet } from "./field-set.js";
import { difference, elementsTo, ownsPath, placeText } from "./field-set.js";
import type { MergeType } from "./merge-schema.js";
import { fieldsOf } from "./merge-values.js";
import { FieldsFault } from "./path-element.js";
import type { TypedObject } from "./typed-object.js";
import { MergeFault, typeFault, Versions } from "./typed-object.js";
import { changeByUpdate, emptyObject } from "./update-managed-fields.js";

/** How a configuration is applied. */
export interface ApplyConfigurationOptions extends ManagedFieldsOptions {
  /** The kind that the configuration must be of; any kind unless given. */
  readonly kind?: string | undefined;
  /** The fields that an object has before it is created, beside its type; nobody owns them. */
  readonly empty?: JsonObject | undefined;
  /** Takes the fields that others own away from them, in place of a conflict. */
  readonly force?: boolean | undefined;
  /**
   * Whether a Scale can be applied: the server converts those of its own kinds, but not those of
   * custom resources. Default: false.
   */
  readonly convertsScale?: boolean | undefined;
}

/** A field that another manager owns. */
export interface FieldConflict {
  /** The name of the manager. */
  readonly manager: string;
  /** As in causes: `.spec.ports[port=80].name`. */
  readonly field: string;
}

/** The result of applying a configuration to an object. */
export type Applied<Merged = JsonObject> =
  | {
      readonly applied: true;
      /** The object with the configuration merged into it, and its managed fields. */
      readonly object: Merged;
    }
  | {
      readonly applied: false;
      readonly conflicts: readonly FieldConflict[];
      /** The answer of the server: 409. */
      readonly status: Status;
    };

/** The server refuses an apply without looking at owners. */
export class ApplyFault extends Error {
  readonly status: Status;

  constructor(status: Status) {
    super(status.message);
    this.status = status;
  }
}

/** See `applyConfiguration`. @throws ApplyFault where that throws an ApiError */
export function mergeConfiguration(
  live: JsonObject | undefined,
  configuration: JsonObject,
  options: ApplyConfigurationOptions,
): Applied {
  checkManager(options.manager);
  const patch = copyJson(configuration);
  if (!isObject(patch)) throw new TypeError("the configuration is not an object");
  checkType(patch, options);
  const stored = copyJson(live ?? emptyObject(patch));
  const old = isObject(stored) ? stored : {};
  const managers = liveManagers(old);
  if (managers.size === 0) ownBeforeApply(old, managers, options);
  checkConfiguration(patch, options);
  const { object, conflicts } = applyChange(old, patch, managers, options);
  const isUpgrade = options.manager === upgradingManager;
  if (conflicts.length > 0) {
    const left = isUpgrade ? conflictsLeft(conflicts, old, options) : conflicts;
    if (left.length > 0) return conflictsOf(left);
    return mergeConfiguration(live, configuration, { ...options, force: true });
  }
  const merged = isUpgrade ? withLastApplied(object ?? old, patch) : (object ?? old);
  return { applied: true, object: keepTimes(old, withManagers(merged, managers)) };
}

/** The conflicts about more than what the client applied by itself. */
function conflictsLeft(
  conflicts: readonly OwnedField[],
  live: JsonObject,
  options: ApplyConfigurationOptions,
): readonly OwnedField[] {
  const allowed = lastAppliedFields(live, options.schema.type);
  if (allowed === undefined) return conflicts;
  return conflicts.filter(({ place }) => !ownsPath(allowed, elementsTo(place)));
}

function checkManager(manager: string): void {
  const errors =
    manager === ""
      ? [requiredError("fieldManager", "is required for apply patch")]
      : validateManager(manager, "fieldManager");
  if (errors.length === 0) return;
  const identity = { group: "meta.k8s.io", kind: "PatchOptions", name: "" };
  throw new ApplyFault(invalidStatus(identity, errors));
}

function checkType(patch: JsonObject, { apiVersion, kind }: ApplyConfigurationOptions): void {
  const isKind = kind === undefined || textOf(patch, "kind") === kind;
  if (textOf(patch, "apiVersion") === apiVersion && isKind) return;
  throw new ApplyFault(badRequest(`invalid object type: ${typeText(patch)}`));
}

function checkConfiguration(patch: JsonObject, { schema }: ApplyConfigurationOptions): void {
  if (hasManagedFields(patch)) {
    throw new ApplyFault(badRequest("metadata.managedFields must be nil"));
  }
  const fault = typeFault(patch, schema.type, false);
  if (fault === undefined) return;
  throw new ApplyFault(
    serverError(`failed to create typed patch object (${identityText(patch)}): ${fault}`),
  );
}

/** Those that do not decode are as good as none (`unstructured.go`, GetManagedFields). */
function hasManagedFields(patch: JsonObject): boolean {
  const { managedFields } = metadataOf(patch);
  const areEntries = Array.isArray(managedFields) && managedFields.every(isObject);
  return areEntries && !(decodeObjectMeta({ managedFields }) instanceof MetaFault);
}

function liveManagers(live: JsonObject): FieldManagers {
  try {
    return decodeManagers(metadataOf(live)["managedFields"]);
  } catch (error) {
    if (!(error instanceof FieldsFault)) throw error;
    throw new ApplyFault(serverError(`failed to decode managed fields: ${error.message}`));
  }
}

/** Without any managers, all that there is belongs to one who was there before. */
function ownBeforeApply(
  live: JsonObject,
  managers: FieldManagers,
  options: ApplyConfigurationOptions,
): void {
  const { schema } = options;
  const empty = { object: { ...options.empty, ...emptyObject(live) }, schema };
  const fault = isUnknownScale(options)
    ? `live object (/; ${typeText(live)}) to proper version: ${invalidVersion(live)}`
    : ownAll(empty, live, managers, options);
  if (fault === undefined) return;
  throw new ApplyFault(
    serverError(`failed to create manager for existing fields: failed to convert ${fault}`),
  );
}

function ownAll(
  empty: TypedObject,
  live: JsonObject,
  managers: FieldManagers,
  options: ApplyConfigurationOptions,
): string | undefined {
  const { schema } = options;
  const object = { object: withEntries(live, undefined), schema };
  const owner = { ...options, manager: "before-first-apply" };
  const fault = changeByUpdate(empty, object, managers, owner);
  return fault && `new object (${identityText(live)}) to smd typed: ${fault}`;
}

function applyChange(
  live: JsonObject,
  patch: JsonObject,
  managers: FieldManagers,
  options: ApplyConfigurationOptions,
): AppliedChange {
  const { schema, apiVersion, manager, subresource = "", convert, force = false } = options;
  const fault = typeFault(live, schema.type, true);
  if (fault !== undefined) {
    const identity = identityText(live);
    throw new ApplyFault(serverError(`failed to create typed live object (${identity}): ${fault}`));
  }
  const entry = newManager(manager, "Apply", apiVersion, subresource);
  const id = managerId(entry);
  const versions = new Versions(apiVersion, subresource, convert);
  const change = new ManagersChange(versions, apiVersion, managers);
  try {
    const applied = change.apply({ object: live, schema }, patch, id, entry, force);
    const owned = managers.get(id);
    if (applied.object === undefined || applied.conflicts.length > 0) return applied;
    if (isUnknownScale(options)) refuseScale(patch);
    if (owned !== undefined) managers.set(id, { ...owned, time: entryTime(options.time) });
    return applied;
  } catch (error) {
    if (!(error instanceof MergeFault)) throw error;
    throw new ApplyFault(serverError(error.message));
  }
}

function isUnknownScale({
  subresource,
  convertsScale = false,
}: ApplyConfigurationOptions): boolean {
  return subresource === "scale" && !convertsScale;
}

/** The server cannot convert what an apply makes of a Scale. */
function refuseScale(patch: JsonObject): void {
  const what = `new object (${identityText(patch)}) to proper version`;
  throw new ApplyFault(serverError(`failed to convert ${what}: ${invalidVersion(patch)}`));
}

function invalidVersion(object: JsonObject): string {
  const apiVersion = textOf(object, "apiVersion");
  return `request to convert CR to an invalid group/version: ${apiVersion}`;
}

/** The kind of an object in the words of errors; none where its version cannot be read. */
export function typeText(object: JsonObject): string {
  const [version = "", group = "", ...others] = textOf(object, "apiVersion").split("/").reverse();
  if (others.length > 0) return "/, Kind=";
  return `${group}/${version}, Kind=${textOf(object, "kind")}`;
}

/** An object in the words of errors: its place, its name and its kind. */
export function identityText(object: JsonObject): string {
  const metadata = metadataOf(object);
  return `${textOf(metadata, "namespace")}/${textOf(metadata, "name")}; ${typeText(object)}`;
}

/** The answer to an apply that others' fields are in the way of (`conflict.go`). */
function conflictsOf(found: readonly OwnedField[]): Applied {
  const conflicts = found.map(({ owner, place }): FieldConflict => {
    return { manager: owner.manager, field: placeText(place) };
  });
  const causes = found.map(({ owner, place }): StatusCause => {
    const message = `conflict with ${managerText(owner)}`;
    return { reason: "FieldManagerConflict", message, field: placeText(place) };
  });
  const status = failureStatus(409, "Conflict", conflictText(found), { causes });
  return { applied: false, conflicts, status };
}

function conflictText(found: readonly OwnedField[]): string {
  const [first] = found;
  if (found.length === 1 && first !== undefined) {
    const conflict = `conflict with ${managerText(first.owner)}: ${placeText(first.place)}`;
    return `Apply failed with 1 conflict: ${conflict}`;
  }
  const lines = found.flatMap(({ owner, place }, index) => [
    ...(found[index - 1]?.owner === owner ? [] : [`conflicts with ${managerText(owner)}:`]),
    `- ${placeText(place)}`,
  ]);
  return `Apply failed with ${found.length} conflicts: ${lines.join("\n")}`;
}

/*
 * What `kubectl apply` applied last, from the times in which the client merged by itself: it keeps
 * its configuration in an annotation.
 */

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The manager whose applies go on from what the client applied by itself. */
const upgradingManager = "kubectl";

/**
 * The fields that the client applied by itself and that nobody has changed since: applies of
 * `kubectl` take them without a conflict. Undefined where the annotation says nothing of them
 * (apimachinery `managedfields/internal/lastappliedmanager.go`).
 */
function lastAppliedFields(live: JsonObject, type: MergeType): FieldSet | undefined {
  const parsed = parseJson(annotationOf(live));
  const applied = parsed instanceof JsonFault ? null : parsed.value;
  if (!isObject(applied)) return undefined;
  const isOfType = ["apiVersion", "kind"].every(
    (key) => textOf(applied, key) === textOf(live, key),
  );
  if (!isOfType) return undefined;
  const isTyped = [live, applied].every((one) => typeFault(one, type, false) === undefined);
  if (!isTyped) return undefined;
  const { modified, added, removed } = compareObjects(applied, live, type);
  return [modified, added, removed].reduce(difference, fieldsOf(applied, type));
}

/** The largest total size of annotations that the server takes, in bytes. */
const largestAnnotations = 256 * 1024;

/**
 * An object with the configuration in its annotation, if it has that one at all: it is left out
 * where it does not fit (`lastappliedupdater.go`).
 */
function withLastApplied(object: JsonObject, configuration: JsonObject): JsonObject {
  if (annotationOf(object) === "") return object;
  const metadata = metadataOf(object);
  const annotations = { ...textsOf(metadata["annotations"]) };
  annotations[lastApplied] = `${goJson(withoutAnnotation(configuration))}\n`;
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + utf8Length(text), 0);
  if (size > largestAnnotations) delete annotations[lastApplied];
  return { ...object, metadata: { ...metadata, annotations } };
}

function withoutAnnotation(configuration: JsonObject): JsonObject {
  const { annotations, ...metadata } = metadataOf(configuration);
  if (annotations === undefined) return configuration;
  const others = textsOf(annotations);
  delete others?.[lastApplied];
  return { ...configuration, metadata: others ? { ...metadata, annotations: others } : metadata };
}

function annotationOf(object: JsonObject): string {
  return textsOf(metadataOf(object)["annotations"])?.[lastApplied] ?? "";
}

/** Annotations one of which is no text are none. */
function textsOf(value: Json | undefined): Record<string, string> | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") return undefined;
    texts[key] = text;
  }
  return texts;
}
