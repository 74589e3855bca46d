import {
  Refusal,
  endedForPlugins,
  invalidStatus,
  notFound,
  refuse,
  serverError,
} from "../admission/admission-status.js";
import type { Admission, AdmitOptions } from "../admission/admission.js";
import type { BodyKind } from "../admission/decode-body.js";
import { unhandled, unreadable } from "../admission/decode-body.js";
import { checkIdentity, requestNamespace } from "../admission/object-write.js";
import type { ScaledWrite } from "../admission/scale-write.js";
import { namesVersion, versionRefusal } from "../admission/write-conflict.js";
import type { ServedVersion } from "../testing/served-version.js";
import type { FieldError } from "../values/field-error.js";
import { compareUtf8 } from "../values/go/utf8.js";
import { copyJson } from "../values/json/copy-json.js";
import { writtenNumber } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { withoutKeys } from "../values/json/raw-fields.js";
import type { KubernetesMinor } from "../values/kubernetes-version.js";
import {
  createdMetadata,
  metadataErrors,
  metadataOf,
  metadataUpdateErrors,
  updatedMetadata,
  withEntries,
} from "../values/metadata/resource-metadata.js";
import { pathSegmentNames, textOf } from "../values/metadata/rules.js";
import { dedupOwnerReferences, mergeMetadataErrors } from "../values/metadata/validate.js";
import { apiVersionOf } from "../values/names.js";
import {
  autoscalerInside,
  convertAutoscaler,
  isAutoscaler,
  readAutoscaler,
} from "./autoscaler-forms.js";
import { decodeTyped, otherVersion } from "./decode-typed.js";
import { defaultsOf } from "./defaults/defaults.js";
import { convertEvent } from "./event-forms.js";
import { decodeAs } from "./go-types/decode-as.js";
import { decodeFaultText } from "./go-types/decode-fault-text.js";
import { hasEmptyPart } from "./go-types/empty-parts.js";
import { encodeAs } from "./go-types/encode-as.js";
import type { GoStruct } from "./go-types/go-type.js";
import { mergeRepeated, parseMarked } from "./go-types/repeated-keys.js";
import { writeKindScale } from "./kind-scale.js";
import { structOfKind } from "./kind-types.js";
import { factsOf } from "./strategies/kind-facts.js";
import type { KindSurroundings, Strategy, WrittenPart } from "./strategies/strategy.js";
import { validateKind } from "./validation/validate-kind.js";

/** The data that the write path of a built-in kind needs. */
export interface KindAdmission extends KindReading {
  readonly version: Pick<
    ServedVersion,
    "group" | "version" | "kind" | "plural" | "scope" | "subresources"
  >;
  readonly strategy: Strategy;
  readonly around: KindSurroundings;
}

/** The data that reading a body of a built-in kind needs. */
export interface KindReading {
  readonly version: BodyKind;
  readonly type: GoStruct;
  readonly strategy: Pick<Strategy, "fill">;
  readonly minor: KubernetesMinor;
}

/** An object as it was read, and what was odd about it. */
interface DecodedKind {
  /** In the version of the resource. */
  readonly object: JsonObject;
  /** The version that it said. */
  readonly apiVersion: string;
  readonly oddities: readonly string[];
}

/**
 * The write path of the API server on an object of a built-in kind: decoded into the type that Go
 * has for it, completed, and validated by the strategy of its kind (apiserver `endpoints/handlers`,
 * `registry/rest`).
 */
export function admitKind(
  admission: KindAdmission,
  input: unknown,
  options: AdmitOptions = {},
): Admission {
  if (options.subresource === "scale") return admitScale(admission, input, options);
  const read = readKind(admission, input, options);
  if (!read.allowed) return read;
  const { object } = read;
  const warnings = [...read.warnings];
  const early = options.checkDecoded?.(object);
  if (early !== undefined) return refuse(new Refusal(early), warnings);
  options.onDecoded?.(object, [...warnings]);
  const { managedFields } = metadataOf(object);
  const write = new KindWrite(admission, object, options);
  const refusal = write.run();
  warnings.push(...write.warnings);
  if (refusal !== undefined) return refuse(refusal, warnings);
  const written = encode(admission, write.object);
  options.plugins?.onValidated(written);
  const owned = options.applied === true ? withEntries(written, managedFields) : written;
  return { allowed: true, object: owned, warnings };
}

/** Writes a number of replicas; the object is written as any other. */
function admitScale(admission: KindAdmission, input: unknown, options: AdmitOptions): Admission {
  const { oldObject = null } = options;
  const old = isObject(oldObject) ? oldObject : undefined;
  const { version, minor } = admission;
  const read = (body: unknown, parts: AdmitOptions): Admission => readScale(minor, body, parts);
  const store = (scaled: JsonObject, others: AdmitOptions): ScaledWrite => {
    const write = new KindWrite(admission, scaled, { ...others, subresource: undefined });
    const refusal = write.run();
    const stored = (): JsonObject => encode(admission, write.object);
    return { object: write.object, warnings: write.warnings, refusal, stored };
  };
  return writeKindScale({ version, read, store }, input, old, options);
}

const scaleKind: BodyKind = { group: "autoscaling", version: "v1", kind: "Scale" };

function readScale(minor: KubernetesMinor, input: unknown, options: AdmitOptions): Admission {
  const type = structOfKind(scaleKind, minor);
  if (type === undefined) throw new Error("the table has no Scale");
  return readKind({ version: scaleKind, type, strategy: {}, minor }, input, options);
}

/** The object of a body, with what is odd about that, unless it is refused at once. */
export function readKind(
  admission: KindReading,
  input: unknown,
  options: AdmitOptions = {},
): Admission {
  const { fieldValidation = "Warn", applied = false, yaml } = options;
  const decoded = decodeKind(admission, input, options);
  if (decoded instanceof Refusal) return refuse(decoded);
  const { object, apiVersion } = decoded;
  const oddities = [...(yaml?.repeats ?? []), ...decoded.oddities];
  if (fieldValidation === "Strict" && !applied && oddities.length > 0) {
    const items = yaml?.strictFault ? [yaml.strictFault, ...decoded.oddities] : oddities;
    return refuse(notOfType(admission, apiVersion, { kind: "odd", items }));
  }
  const warnings = fieldValidation === "Ignore" || applied ? [] : [...oddities];
  // What a patch makes is converted, whatever version it says.
  if (options.patched !== true && apiVersion !== apiVersionOf(admission.version)) {
    return refuse(otherVersion(admission.version, apiVersion), warnings);
  }
  return { allowed: true, object, warnings };
}

function notOfType(
  { version: { kind } }: KindReading,
  apiVersion: string,
  cause: Parameters<typeof unhandled>[3],
): Refusal {
  const [version] = apiVersion.split("/").slice(-1);
  return unhandled({ apiVersion: version ?? "" }, kind, kind, cause);
}

/** Reads a body into the type of its kind, with the defaults of that. */
function decodeKind(
  admission: KindReading,
  input: unknown,
  { yaml, bytes }: AdmitOptions,
): DecodedKind | Refusal {
  const { version, minor, strategy } = admission;
  const body = decodeTyped(version, minor, input, { yaml, bytes, takesVersions: true });
  if (body instanceof Refusal) return body;
  const apiVersion = textOf(body.object, "apiVersion");
  const type = typeIn(admission, apiVersion);
  // In YAML the last of equal keys is all that there is.
  const isMarked = yaml === undefined && typeof input === "string" && body.duplicates.length > 0;
  const plain = yaml === undefined ? body.object : inKeyOrder(body.object);
  const given = isMarked ? parseMarked(input) : plain;
  const { faults, strictTexts } = decodeAs(type, given, minor);
  const fault = decodeFaultText({ faults }, "v1", minor, (value) => asWritten(value, input));
  if (fault !== undefined) return notOfType(admission, apiVersion, unreadable(fault));
  const whole = isMarked ? { ...body.object, ...withRepeated(type, given) } : body.object;
  const object = converted(version, encodeAs(type, whole) as JsonObject, minor); // a struct
  strategy.fill?.(object);
  defaultsOf(version, minor)?.(object);
  const read = isAutoscaler(version) ? readAutoscaler(object, minor) : object;
  if (factsOf(version).countsEmpty === true && hasEmptySpec(type, whole)) withEmptyParts.add(read);
  return { object: read, apiVersion, oddities: [...strictTexts] };
}

/** The objects that came with an empty list or map in their spec, which is not stored. */
const withEmptyParts = new WeakSet<JsonObject>();

function hasEmptySpec(type: GoStruct, object: JsonObject): boolean {
  const spec = type.fields().get("spec");
  return spec !== undefined && hasEmptyPart(spec.type, object["spec"] ?? null);
}

/** A value as it is after it was YAML, the keys of which are sorted. */
function inKeyOrder<Value extends Json>(value: Value): Value;
function inKeyOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => inKeyOrder(item));
  if (!isObject(value)) return value;
  const ordered: JsonObject = {};
  for (const key of Object.keys(value).sort(compareUtf8)) {
    setKey(ordered, key, inKeyOrder(value[key] ?? null));
  }
  return ordered;
}

/** All versions of a group have the fields of the newest, but for those of the table. */
function typeIn({ version, type, minor }: KindReading, apiVersion: string): GoStruct {
  const [name = "", group = ""] = apiVersion.split("/").reverse();
  if (group === version.group && !isAutoscaler(version)) return type;
  const other = group === version.group ? { version: name } : { group };
  return structOfKind({ ...version, ...other }, minor) ?? type;
}

/** An object in another version of its kind, in that of the resource. */
function converted(version: BodyKind, object: JsonObject, minor: KubernetesMinor): JsonObject {
  const apiVersion = apiVersionOf(version);
  if (object["apiVersion"] === apiVersion) return object;
  if (isAutoscaler(version)) return convertAutoscaler(object, apiVersion, minor);
  return version.kind === "Event" ? convertEvent(object, apiVersion) : { ...object, apiVersion };
}

/** A number that no integer holds is shown as the body has it. */
function asWritten(value: string, input: unknown): string {
  const [, number] = /^number (.*)$/.exec(value) ?? [];
  if (number === undefined || typeof input !== "string") return value;
  const isIt = (one: string): boolean => String(Number(one)) === number && !/^-?\d{1,9}$/.test(one);
  return `number ${writtenNumber(input, isIt) ?? number}`;
}

function withRepeated(type: GoStruct, given: Json): JsonObject {
  return withoutKeys(mergeRepeated(type, given) as JsonObject, "kind", "apiVersion"); // a struct
}

/** An object as Go prints it: keys in the order of its type, empty ones left out. */
function encode({ type, version, minor }: KindAdmission, object: JsonObject): JsonObject {
  const apiVersion = apiVersionOf(version);
  const own = isAutoscaler(version) ? convertAutoscaler(object, apiVersion, minor) : object;
  return encodeAs(type, own) as JsonObject; // structs are objects
}

/** A copy of an object in the form that a kind has inside the server, whatever its version. */
function insideOf({ version, minor }: KindAdmission, object: JsonObject): JsonObject {
  if (isAutoscaler(version)) return autoscalerInside(object, minor);
  return copyJson(object) as JsonObject; // of its source
}

/** The subresources to which an object is written, beside its status. */
const otherParts: readonly WrittenPart[] = [
  "finalize",
  "ephemeralcontainers",
  "resize",
  "approval",
];

/** One write of an object that was decoded. */
class KindWrite {
  object: JsonObject;
  readonly warnings: string[] = [];
  readonly #admission: KindAdmission;
  readonly #options: AdmitOptions;
  readonly #old: JsonObject | undefined;
  readonly #decoded: JsonObject;

  constructor(admission: KindAdmission, object: JsonObject, options: AdmitOptions) {
    const { oldObject: old = null } = options;
    // Those who hear of the decoded object need it as it was.
    this.object = insideOf(admission, object);
    this.#decoded = object;
    this.#admission = admission;
    this.#options = options;
    this.#old = isObject(old) ? insideOf(admission, old) : undefined;
  }

  /** Why the write fails; undefined if it does not. */
  run(): Refusal | undefined {
    const { group, plural } = this.#admission.version;
    const metadata = metadataOf(this.object);
    const old = this.#old;
    const oldMetadata = old === undefined ? undefined : metadataOf(old);
    const place = { namespaced: this.#namespaced };
    const namespace =
      this.#options.namespace === ""
        ? ""
        : requestNamespace(place, metadata, oldMetadata, this.#options);
    if (namespace instanceof Refusal) return namespace;
    if (old === undefined || oldMetadata === undefined) {
      const isUpdate = this.#options.operation === "update";
      if (!isUpdate) {
        return this.#askPlugins() ?? this.#create(metadataOf(this.object), namespace);
      }
      this.#dropDuplicateOwners(metadata);
      return new Refusal(notFound(group, plural, textOf(metadata, "name")));
    }
    const isSame = textOf(metadata, "name") === textOf(oldMetadata, "name");
    if (isSame) this.#dropDuplicateOwners(metadata);
    const isApplied = this.#options.applied === true;
    const known = isApplied ? { ...oldMetadata, uid: "" } : oldMetadata;
    const stopped = checkIdentity({ group, plural }, metadata, known) ?? this.#askPlugins();
    if (stopped !== undefined) return stopped;
    const admitted = metadataOf(this.object);
    return (
      this.#checkVersion(admitted, oldMetadata) ??
      this.#update(admitted, namespace, old, oldMetadata)
    );
  }

  #askPlugins(): Refusal | undefined {
    const { plugins } = this.#options;
    if (plugins === undefined) return undefined;
    if (this.#options.patched !== true) this.#dropDuplicateOwners(metadataOf(this.object));
    const admitted = plugins.admit(encode(this.#admission, this.object));
    if (admitted === undefined) return new Refusal(endedForPlugins());
    this.object = insideOf(this.#admission, admitted.object);
    const metadata = metadataOf(this.object);
    const repeats = dedupOwnerReferences(metadata, true) ?? [];
    this.warnings.push(...admitted.warnings, ...[repeats].flat());
    const old = this.#old === undefined ? undefined : metadataOf(this.#old);
    const place = { namespaced: this.#namespaced };
    const namespace =
      this.#options.namespace === "" ? "" : requestNamespace(place, metadata, old, this.#options);
    return namespace instanceof Refusal ? namespace : undefined;
  }

  get #namespaced(): boolean {
    return this.#admission.version.scope === "Namespaced";
  }

  #create(metadata: JsonObject, namespace: string): Refusal | undefined {
    const { strategy } = this.#admission;
    const created = createdMetadata(
      metadata,
      this.#namespaced,
      namespace,
      this.#options.nameSuffix,
    );
    const { generation } = metadata;
    if (generation === undefined) delete created["generation"];
    else created["generation"] = generation;
    this.#dropDuplicateOwners(created);
    this.object = { ...this.object, metadata: created };
    const { user } = this.#options;
    const around = { ...this.#admission.around, decoded: this.#decoded, user };
    strategy.prepareCreate?.(this.object, around);
    const errors = [...strategy.validate(this.object), ...this.#kindErrors(undefined, "object")];
    const all = errors.length > 0 ? errors : this.#commonErrors();
    if (all.length > 0) return this.#invalid(all);
    this.warnings.push(...(strategy.warnings?.(this.object, undefined) ?? []));
    const { applied = false, mayNameVersion = false } = this.#options;
    if (applied || mayNameVersion || !namesVersion(metadata)) return undefined;
    return new Refusal(serverError("resourceVersion should not be set on objects to be created"));
  }

  #update(
    metadata: JsonObject,
    namespace: string,
    old: JsonObject,
    oldMetadata: JsonObject,
  ): Refusal | undefined {
    const { strategy } = this.#admission;
    const updated = updatedMetadata(metadata, oldMetadata, this.#namespaced, namespace);
    this.object = { ...this.object, metadata: updated };
    const { subresource, otherPart = "" } = this.#options;
    const whole = otherParts.find((one) => one === otherPart) ?? "object";
    const part = subresource === "status" ? subresource : whole;
    const around = {
      ...this.#admission.around,
      hasEmptyPart: withEmptyParts.has(this.#decoded),
    };
    strategy.prepareUpdate?.(this.object, old, part, around);
    const errors = [
      ...this.#commonErrors(),
      ...metadataUpdateErrors(this.object["metadata"], old["metadata"]),
      ...strategy.validateUpdate(this.object, old, part),
      ...this.#kindErrors(old, part),
    ];
    if (errors.length > 0) return this.#invalid(errors);
    if (part === "status") this.warnings.push(...(strategy.statusWarnings?.(this.object) ?? []));
    if (part !== "object") return undefined;
    this.warnings.push(...(strategy.warnings?.(this.object, old) ?? []));
    return undefined;
  }

  /** What the rules of the kind say of it, beside its metadata. */
  #kindErrors(old: JsonObject | undefined, part: WrittenPart): readonly FieldError[] {
    // Of subresources with rules of their own, the strategy has let nothing else through.
    const isOwn = part === "object" || part === "status" || part === "finalize";
    return isOwn ? validateKind(this.#admission.version, this.object, old, part) : [];
  }

  #commonErrors(): readonly FieldError[] {
    return metadataErrors(this.object["metadata"], this.#namespaced, pathSegmentNames);
  }

  #invalid(errors: readonly FieldError[]): Refusal {
    const { kind, group } = this.#admission.version;
    // All events are of one kind inside, which is in the core group.
    const identity = { group: kind === "Event" ? "" : group, kind };
    const name = textOf(metadataOf(this.object), "name");
    const merged = mergeMetadataErrors(errors);
    return new Refusal(invalidStatus({ ...identity, name }, merged), merged);
  }

  /** Most kinds need none. */
  #checkVersion(metadata: JsonObject, oldMetadata: JsonObject): Refusal | undefined {
    const { version, strategy } = this.#admission;
    const isNone = /^0*$/.test(textOf(metadata, "resourceVersion"));
    if (isNone && strategy.needsVersion !== true) {
      const { resourceVersion = "" } = oldMetadata;
      metadata["resourceVersion"] = resourceVersion;
    }
    return versionRefusal(version, metadata, oldMetadata);
  }

  #dropDuplicateOwners(metadata: JsonObject): void {
    const warning = dedupOwnerReferences(metadata, this.#options.patched);
    if (warning !== undefined) this.warnings.push(warning);
  }
}
