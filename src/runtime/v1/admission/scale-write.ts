import { findScaleValue, scaleSteps } from "../validation/scale-paths.js";
import { newestScheme } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { forbiddenError } from "../values/field-errors.js";
import { goJson } from "../values/go/json.js";
import type { HearKey } from "../values/go/parse-json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isInt64, isObject, setKey } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { MetadataStruct, MetadataType } from "../values/metadata/types.js";
import { goFieldType, goItemType, isStruct, objectMetaType } from "../values/metadata/types.js";
import type { ScalePaths } from "../values/resource-definition.js";
import {
  badRequest,
  endedForPlugins,
  notFound,
  Refusal,
  refuse,
  serverError,
} from "./admission-status.js";
import type { Admission, AdmitOptions, ResourceAdmission } from "./admission.js";
import { checkIdentity, ObjectWrite, requestNamespace } from "./object-write.js";
import { duplicateField, strictText, unknownField } from "./strict-errors.js";

/*
 * The scale subresource: an `autoscaling/v1` Scale that is made from an object, and that writes its
 * number of replicas (apiextensions `registry/customresource/etcd.go`, ScaleREST).
 */

/** Stands for a number of replicas that neither the object nor the body has. */
export const noReplicas = -2_147_483_648;

/**
 * Writes a `Scale` to an object: its `spec.replicas` goes to `specReplicasPath`, everything else
 * but a resourceVersion is ignored, and the object is updated with the checks of any other update.
 * `input` is the Scale, or its text.
 *
 * @throws TypeError for a value that is not JSON
 */
export function writeScale(
  resource: ResourceAdmission,
  input: unknown,
  old: JsonObject | undefined,
  options: AdmitOptions,
  store: StoreScaled = storeScaled,
): Admission {
  const warnings = resource.deprecationWarning === undefined ? [] : [resource.deprecationWarning];
  const decoded = decodeScale(input, options);
  if ("faults" in decoded) return refuse(noScale(resource, decoded.faults), warnings);
  warnings.push(...decoded.warnings);
  const sent = { ...decoded.metadata };
  const { metadata } = decoded;
  // For a patch, the uid is no precondition.
  if (options.patched === true) delete metadata["uid"];
  if (old === undefined) {
    const { group, plural } = resource;
    const namespace = requestNamespace(resource, metadata, undefined, options);
    const isOther = namespace instanceof Refusal;
    const missing = isOther
      ? namespace
      : new Refusal(notFound(group, plural, textOf(metadata, "name")));
    return refuse(missing, warnings);
  }
  const misfit = checkObject(resource, metadata, old, options);
  if (misfit !== undefined) return refuse(misfit, warnings);
  const admitted = askPlugins({ ...decoded, metadata: sent }, options);
  if (admitted instanceof Refusal) return refuse(admitted, warnings);
  warnings.push(...admitted.warnings);
  const scaled = scale(resource, admitted, old);
  if (scaled instanceof Refusal) return refuse(scaled, warnings);
  const written = store(resource, scaled, old, { ...options, plugins: undefined });
  warnings.push(...written.warnings);
  if (written.refusal !== undefined) return refuse(written.refusal, warnings);
  if (resource.scale !== undefined) {
    options.plugins?.onValidated(scaleOf(written.object, resource.scale));
  }
  return answerScale(resource, written.stored(), warnings);
}

/** An object with another number of replicas, after all other checks of a write. */
export interface ScaledWrite {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
  readonly refusal: Refusal | undefined;
  readonly stored: () => JsonObject;
}

/** How the object of a Scale is written. */
export type StoreScaled = (
  resource: ResourceAdmission,
  scaled: JsonObject,
  old: JsonObject,
  options: AdmitOptions,
) => ScaledWrite;

function storeScaled(
  resource: ResourceAdmission,
  scaled: JsonObject,
  old: JsonObject,
  options: AdmitOptions,
): ScaledWrite {
  const write = new ObjectWrite(resource, scaled, old, options);
  const refusal = write.run();
  const { object, warnings } = write;
  return { object, warnings, refusal, stored: () => write.stored() };
}

/** The parts of a `Scale` that a write looks at. */
interface DecodedScale {
  readonly metadata: JsonObject;
  readonly replicas: number;
  /** As it was sent; it changes nothing. */
  readonly status: JsonObject;
  readonly warnings: readonly string[];
}

/** A body that is none, and what a strict decoder has against it. */
interface NoScale {
  readonly faults: readonly FieldError[];
}

const noFaults: NoScale = { faults: [] };

/**
 * The API server has one text for all bodies that are no `Scale`: it looks for the type in a
 * registry that lacks it.
 */
export function noScale(
  { dialect }: Pick<ResourceAdmission, "dialect">,
  errors: readonly FieldError[] = [],
): Refusal {
  const scheme = dialect?.words?.scheme ?? newestScheme;
  const message = `no kind is registered for the type v1.Scale in scheme "${scheme}"`;
  return new Refusal(badRequest(message), errors, [], { kind: "noScale", scheme });
}

const scaleType: MetadataStruct = {
  name: "Scale",
  fields: {
    apiVersion: "string",
    kind: "string",
    metadata: objectMetaType,
    spec: { name: "ScaleSpec", fields: { replicas: "int32" } },
    status: { name: "ScaleStatus", fields: { replicas: "int32", selector: "string" } },
  },
};

function decodeScale(
  input: unknown,
  { fieldValidation = "Warn", yaml }: AdmitOptions,
): DecodedScale | NoScale {
  const parsed =
    typeof input === "string" ? parseJson(input) : { value: copyJson(input), badNumber: undefined };
  if (parsed instanceof JsonFault || parsed.badNumber !== undefined) return noFaults;
  // Of a body that is null the decoder makes an empty Scale.
  const body = parsed.value ?? {};
  if (!isObject(body)) return noFaults;
  const { metadata = null, spec = null, status = null, ...others } = body;
  const meta = decodeObjectMeta(metadata);
  const replicas = decodeReplicas(spec);
  const isScale = hasScaleType(others) && isStatus(status);
  if (!isScale || meta instanceof MetaFault || replicas === undefined) return noFaults;
  const read = { metadata: meta.metadata, replicas, status: statusOf(status) };
  if (fieldValidation === "Ignore") return { ...read, warnings: [] };
  // Of YAML and of objects the server makes JSON, whose keys are sorted.
  const isJson = typeof input === "string" && yaml === undefined;
  const faults = strictScaleFaults(isJson ? input : goJson(body));
  const items = [...(yaml?.repeats ?? []), ...faults.map(strictText)];
  if (fieldValidation === "Strict" && items.length > 0) return { faults };
  return { ...read, warnings: items };
}

function statusOf(status: Json): JsonObject {
  const { replicas = null, selector = null } = isObject(status) ? status : {};
  return { replicas: replicas ?? 0, ...(selector !== null && selector !== "" && { selector }) };
}

/** What plugins make of a Scale, and what they say to it. */
function askPlugins(
  decoded: DecodedScale,
  { plugins, patched }: AdmitOptions,
): DecodedScale | Refusal {
  if (plugins === undefined) {
    if (patched === true) delete decoded.metadata["uid"];
    return { ...decoded, warnings: [] };
  }
  const { replicas, status } = decoded;
  const admitted = plugins.admit({
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: decoded.metadata,
    spec: replicas === 0 ? {} : { replicas },
    status,
  });
  if (admitted === undefined) return new Refusal(endedForPlugins());
  const { object, warnings } = admitted;
  const { spec = null } = object;
  const metadata = { ...metadataOf(object) };
  if (patched === true) delete metadata["uid"];
  return {
    ...decoded,
    metadata,
    replicas: decodeReplicas(spec) ?? 0,
    warnings,
  };
}

/** Returns the faults that a strict decoder finds in the text of a Scale. */
export function strictScaleFaults(body: string): readonly FieldError[] {
  const reader = new StrictReader(scaleType);
  parseJson(body, { onKey: reader.hear });
  return reader.faults;
}

/** Tells whether a body has the type of a Scale; what it leaves out of its type is filled in. */
function hasScaleType({ apiVersion = null, kind = null }: JsonObject): boolean {
  const isVersion = apiVersion === null || apiVersion === "" || apiVersion === "autoscaling/v1";
  return isVersion && (kind === null || kind === "" || kind === "Scale");
}

/** The number of replicas, 0 where there is none; undefined where the spec cannot be decoded. */
function decodeReplicas(spec: Json): number | undefined {
  if (spec === null) return 0;
  return isObject(spec) ? int32At(spec, "replicas") : undefined;
}

function isStatus(status: Json): boolean {
  if (status === null) return true;
  if (!isObject(status) || int32At(status, "replicas") === undefined) return false;
  const { selector = null } = status;
  return selector === null || typeof selector === "string";
}

function int32At(object: JsonObject, key: string): number | undefined {
  const { [key]: value = null } = object;
  if (value === null) return 0;
  const isInteger = (typeof value === "number" || typeof value === "bigint") && isInt64(value);
  const integer = isInteger ? Number(value) : undefined;
  return integer !== undefined && (integer | 0) === integer ? integer : undefined;
}

/** The Scale must name the object, and may say which one it is. */
function checkObject(
  resource: ResourceAdmission,
  metadata: JsonObject,
  old: JsonObject,
  options: AdmitOptions,
): Refusal | undefined {
  const oldMetadata = metadataOf(old);
  const namespace = requestNamespace(resource, metadata, oldMetadata, options);
  return namespace instanceof Refusal ? namespace : checkIdentity(resource, metadata, oldMetadata);
}

/** A copy of the object with the Scale's number of replicas. */
function scale(
  resource: ResourceAdmission,
  { metadata, replicas }: DecodedScale,
  old: JsonObject,
): JsonObject | Refusal {
  const { scale: paths } = resource;
  if (paths === undefined) return noScale(resource);
  const fault = scaleFault(old, paths);
  if (fault !== undefined) return new Refusal(serverError(fault));
  if (replicas === noReplicas) {
    const path = quote(paths.specReplicasPath);
    return new Refusal(badRequest(`the spec replicas field ${path} cannot be empty`));
  }
  const object = copyJson(old) as JsonObject; // as its source
  const unset = setReplicas(object, scaleSteps(paths.specReplicasPath), replicas);
  if (unset !== undefined) return new Refusal(serverError(unset));
  const parts: JsonObject = {};
  for (const key of ["uid", "resourceVersion"]) {
    const value = textOf(metadata, key);
    if (value !== "") parts[key] = value;
  }
  object["metadata"] = { ...metadataOf(object), ...parts };
  return object;
}

/**
 * Sets the number, and makes the objects on the way; Go's text where something else stands there.
 */
function setReplicas(
  root: JsonObject,
  steps: readonly string[],
  replicas: number,
): string | undefined {
  let object = root;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    if (!Object.hasOwn(object, step)) setKey(object, step, {});
    const next = object[step];
    if (!isObject(next)) {
      const path = `.${steps.slice(0, index + 1).join(".")}`;
      return `value cannot be set because ${path} is not a map[string]interface{}`;
    }
    object = next;
  }
  setKey(object, steps.at(-1) ?? "", replicas);
  return undefined;
}

/** Why no Scale can be made from an object. */
export function scaleFault(object: JsonObject, paths: ScalePaths): string | undefined {
  const found = [
    findScaleValue(object, paths.specReplicasPath, "integer"),
    findScaleValue(object, paths.statusReplicasPath, "integer"),
    findSelector(object, paths),
  ];
  return found.find(({ fault }) => fault !== undefined)?.fault;
}

function findSelector(
  object: JsonObject,
  { labelSelectorPath }: ScalePaths,
): ReturnType<typeof findScaleValue> {
  return labelSelectorPath === undefined ? {} : findScaleValue(object, labelSelectorPath, "string");
}

/** The Scale of what was written. */
function answerScale(
  resource: ResourceAdmission,
  scaled: JsonObject,
  warnings: readonly string[],
): Admission {
  const { scale: paths } = resource;
  const fault = paths === undefined ? undefined : scaleFault(scaled, paths);
  if (fault !== undefined) return refuse(new Refusal(badRequest(fault)), warnings);
  return {
    allowed: true,
    object: paths === undefined ? {} : scaleOf(scaled, paths),
    scaled,
    warnings,
  };
}

/** The Scale of an object as it is before a write: a number of replicas that is not there shows. */
export function scaleBefore(object: JsonObject, paths: ScalePaths): JsonObject {
  const { value } = findScaleValue(object, paths.specReplicasPath, "integer");
  const shown = scaleOf(object, paths);
  return value === undefined ? { ...shown, spec: { replicas: noReplicas } } : shown;
}

/**
 * The Scale of an object without faults. Like Go, it leaves out a number of replicas that is 0, and
 * an empty selector.
 */
export function scaleOf(object: JsonObject, paths: ScalePaths): JsonObject {
  const replicas = int32(findScaleValue(object, paths.specReplicasPath, "integer").value);
  const current = int32(findScaleValue(object, paths.statusReplicasPath, "integer").value);
  const selector = paths.selectorOf?.(object) ?? findSelector(object, paths).value;
  const metadata = metadataOf(object);
  const shown = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"];
  const present = shown.filter((key) => textOf(metadata, key) !== "");
  return {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: Object.fromEntries(present.map((key) => [key, textOf(metadata, key)])),
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: current,
      ...(typeof selector === "string" && selector !== "" ? { selector } : {}),
    },
  };
}

/** An integer cut to 32 bits, as Go converts it. */
function int32(value: unknown): number {
  return typeof value === "bigint" ? Number(BigInt.asIntN(32, value)) : Number(value ?? 0) | 0;
}

/** How many faults the decoder tells. */
const mostFaults = 100;

/**
 * Finds the faults that a strict decoder reports in a text that it decodes into a type of Go
 * (sigs.k8s.io/json): faults come in the order of the text, each once, and nobody looks into what
 * is unknown.
 */
class StrictReader {
  readonly #faults = new Map<string, FieldError>();
  /** The types of the values around the next key, by how many objects and lists they are in. */
  readonly #types: (MetadataType | undefined)[];

  constructor(type: MetadataStruct) {
    this.#types = [type];
  }

  get faults(): readonly FieldError[] {
    return [...this.#faults.values()];
  }

  /** Hears of each key of the text. */
  readonly hear: HearKey = ({ depth, key, isSecond, path }) => {
    this.#types.length = Math.min(this.#types.length, depth);
    const parent = this.#types[depth - 1] ?? goItemType(this.#types[depth - 2]);
    const type = isStruct(parent) ? goFieldType(parent, key) : undefined;
    this.#types[depth] = type;
    if (isStruct(parent) && type === undefined) this.#tell(path(), unknownField);
    else if (isSecond && isRead(parent)) this.#tell(path(), duplicateField);
  };

  #tell(path: string, fault: string): void {
    const text = `${fault} ${path}`;
    if (this.#faults.size >= mostFaults || this.#faults.has(text)) return;
    this.#faults.set(text, forbiddenError(path, fault));
  }
}

function isRead(type: MetadataType | undefined): boolean {
  return isStruct(type) || type === "map[string]string";
}
