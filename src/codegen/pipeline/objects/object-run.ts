import type { Diagnostic, Diagnostics, Place } from "../../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../../crd/diagnostics/wording.js";
import { copyJson } from "../../../crd/ir/apply-defaults.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { Span } from "../../../crd/source/source-file.js";
import type { Admission, AdmitOptions } from "../../../runtime/v1/admission/admission.js";
import type { BuiltinVersion } from "../../../runtime/v1/built-in/table/registered-kinds.js";
import {
  builtinNames,
  registeredVersions,
  isServedBy,
  servedApiVersions,
} from "../../../runtime/v1/built-in/table/registered-kinds.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Status } from "../../../runtime/v1/values/kubernetes.js";
import { toolKind } from "../manifests/read-manifests.js";
import type { Skipped } from "../manifests/skipped.js";
import { skippedAdvice, skippedDocument, skippedName } from "../manifests/skipped.js";
import type { ObjectDocument } from "./find-objects.js";
import type { JudgingVersion, KnownResources } from "./known-resources.js";
import { kindName } from "./known-resources.js";
import type { ObjectAdvice } from "./object-advice.js";
import type { WriteTarget } from "./object-reporter.js";
import { ObjectReporter } from "./object-reporter.js";

/** How objects are judged. */
export interface ObjectRunOptions {
  readonly subresource?: "status" | undefined;
  readonly fieldValidation: Judgement["fieldValidation"];
  /** Leave out objects of kinds that no CRD defines, instead of reporting them. */
  readonly ignoreUnknownKinds: boolean;
  readonly advice: ObjectAdvice;
  /**
   * Called with a copy of each object as the server has read it: pruned, and filled in with
   * defaults. Objects that it cannot read are left out. Default: nobody hears of them.
   */
  readonly onDecoded?: (object: ObjectDocument, decoded: JsonObject) => void;
}

/** An object with what is said of it. */
interface ToldObject {
  readonly object: ObjectDocument;
  readonly list: readonly Diagnostic[];
}

/** A kind whose objects were left out, since no CRD defines it. */
interface IgnoredKind {
  /** `example.com/v1 CronTab`. */
  readonly name: string;
  readonly count: number;
  /** A note on it: the kind that was perhaps meant, or since when it is gone. */
  readonly note: string | undefined;
}

/**
 * Tells whether the server refuses an object while it decodes it, which the text shows and the
 * value does not.
 */
type IsUndecodable = (object: ObjectDocument) => boolean;

/** Judges objects one by one and counts. */
export class ObjectRun {
  judged = 0;
  refused = 0;
  /**
   * Objects that no server can be asked about: no CRD, and no Kubernetes, defines their kind in
   * their version.
   */
  unknown = 0;
  /** Objects whose CRD is refused itself. */
  withRefusedCrd = 0;
  /** Objects of Kubernetes itself, which are no custom resources. */
  readonly builtin: Skipped[] = [];
  /** The objects that were judged, and those that could not be, with what is said of each. */
  readonly told: ToldObject[] = [];
  /** Documents that only look like objects, in files that were found. */
  readonly skipped: Skipped[] = [];
  readonly #ignored = new Map<string, IgnoredKind>();
  readonly #known: KnownResources;
  readonly #minor: KubernetesMinor;
  readonly #old: ReadonlyMap<string, ObjectDocument>;
  readonly #isUndecodable: IsUndecodable;
  readonly #options: ObjectRunOptions;
  readonly #diagnostics: Diagnostics;

  /**
   * An object that is among the `old` ones, by group, kind, namespace and name, is judged as an
   * update of that.
   */
  constructor(
    known: KnownResources,
    minor: KubernetesMinor,
    old: readonly ObjectDocument[],
    isUndecodable: IsUndecodable,
    options: ObjectRunOptions,
    diagnostics: Diagnostics,
  ) {
    this.#known = known;
    this.#minor = minor;
    this.#old = new Map(old.map((object) => [identityOf(object), object]));
    this.#isUndecodable = isUndecodable;
    this.#options = options;
    this.#diagnostics = diagnostics;
  }

  /** The kinds whose objects were left out, sorted by name. */
  get ignored(): readonly IgnoredKind[] {
    const byName = ([left]: [string, unknown], [right]: [string, unknown]): number =>
      left < right ? -1 : 1;
    return [...this.#ignored].sort(byName).map(([, kind]) => kind);
  }

  /**
   * The object as it would be stored; undefined if the API server refuses it, or if it is not
   * judged.
   */
  judge(object: ObjectDocument): JsonObject | undefined {
    const [first, judged] = [this.#diagnostics.list.length, this.judged];
    const stored = this.#judge(object);
    const list = this.#diagnostics.list.slice(first);
    if (list.length > 0 || this.judged > judged) this.told.push({ object, list });
    return stored;
  }

  #judge(object: ObjectDocument): JsonObject | undefined {
    const found = this.#known.find(object.group, object.kind);
    if (found === undefined) {
      this.#passOver(object);
      return undefined;
    }
    if (found.refused) {
      this.withRefusedCrd++;
      this.#reportRefusedCrd(object);
      return undefined;
    }
    const judgement = this.#judgementOf(object, found.resource);
    const stored = judgement && judgeObject(object, judgement, this.#diagnostics);
    this.judged++;
    if (stored !== undefined && !this.#isUndecodable(object)) return stored;
    this.refused++;
    return undefined;
  }

  /**
   * An object that no CRD defines. Only a file that was found may hold what is no object at all.
   */
  #passOver(object: ObjectDocument): void {
    const { group, kind, version, document } = object;
    const builtin = registeredVersions(group, kind);
    const served = builtin.filter((one) => isServedBy(this.#minor, one));
    if (served.some((one) => one.version === version)) {
      this.builtin.push(skippedDocument("builtin-object", document));
      return;
    }
    const tool = document.file.place === undefined ? undefined : toolKind(group, kind);
    if (tool !== undefined) this.skipped.push(skippedDocument(tool, document));
    else if (this.#options.ignoreUnknownKinds) this.#ignore(object);
    else {
      this.unknown++;
      if (builtin.length > 0) this.#reportUnservedBuiltin(object, builtin);
      else this.#reportUnknownKind(object);
    }
  }

  #ignore(object: ObjectDocument): void {
    const { group, kind, version } = object;
    const name = `${group === "" ? "" : `${group}/`}${version} ${kind}`;
    const known = this.#ignored.get(name);
    const note = known === undefined ? this.#noteOn(object) : known.note;
    this.#ignored.set(name, { name, note, count: (known?.count ?? 0) + 1 });
  }

  #noteOn({ group, kind, version }: ObjectDocument): string | undefined {
    const builtin = registeredVersions(group, kind).find((one) => one.version === version);
    if (builtin !== undefined) return removalOf(builtin, this.#minor);
    const similar = this.#nearest(group, kind);
    return similar === undefined ? undefined : `perhaps '${similar}' is meant`;
  }

  #judgementOf(object: ObjectDocument, resource: Resource): Judgement | undefined {
    const served = resource.versions.filter((version) => version.served);
    const version = served.find(({ name }) => name === object.version);
    if (version === undefined) {
      this.#reportUnknownVersion(object, served);
      return undefined;
    }
    const { subresource, fieldValidation, advice, onDecoded } = this.#options;
    return {
      version,
      compiled: this.#known.functionsOf(resource, version),
      namespaced: resource.scope === "Namespaced",
      subresource,
      fieldValidation,
      advice,
      onDecoded:
        onDecoded === undefined
          ? undefined
          : (decoded) => {
              onDecoded(object, copyJson(decoded) as JsonObject); // of an object
            },
      old: object.name === "" ? undefined : this.#old.get(identityOf(object)),
    };
  }

  #reportUnknownKind(object: ObjectDocument): void {
    const { kind } = object;
    const group = object.group === "" ? "the core group" : `group '${object.group}'`;
    const help = this.#helpOnUnknownKind(object);
    this.#diagnostics.report("object/unknown-kind", at(object, "kind"), { kind, group }, { help });
  }

  #helpOnUnknownKind({ group, kind, version, document }: ObjectDocument): string {
    const { advice } = this.#options;
    const tool = toolKind(group, kind);
    if (tool !== undefined && document.file.place === undefined) {
      const tells = skippedAdvice(tool, advice.takeOutput);
      return `this looks like a ${skippedName(tool)}${tells === undefined ? "" : `: ${tells}`}`;
    }
    const similar = nearest(kindName(group, kind), this.#known.names);
    if (similar !== undefined) return `the nearest is '${similar}'`;
    const other = this.#namesake(kind) ?? this.#nearest(group, kind);
    if (other !== undefined) return withAdvice(`there is '${other}'`, "; or ", advice.leaveOut);
    if (group === "" && version.includes("."))
      return "apiVersion is group and version: `example.com/v1`";
    // A CRD's group has at least one dot (validateCustomResourceDefinitionSpec).
    return group.includes(".")
      ? withAdvice(advice.giveCrd, ", or ", advice.leaveOut)
      : withAdvice(`Kubernetes 1.${this.#minor} has no such kind`, "; ", advice.leaveOut);
  }

  /** A kind of the same name in another group: of a CRD, or of Kubernetes itself. */
  #namesake(kind: string): string | undefined {
    const names = [...this.#known.names, ...builtinNames(this.#minor)];
    const end = `/${kind.toLowerCase()}`;
    return shownName(names.find((name) => name.toLowerCase().endsWith(end)));
  }

  /** The kind that was perhaps meant: of a CRD, else of Kubernetes itself. */
  #nearest(group: string, kind: string): string | undefined {
    const name = kindName(group, kind);
    const found = nearest(name, this.#known.names) ?? nearest(name, builtinNames(this.#minor));
    return shownName(found);
  }

  #reportUnservedBuiltin(object: ObjectDocument, builtin: readonly BuiltinVersion[]): void {
    const { group, kind, version } = object;
    const help = helpOnUnserved(object, builtin, this.#minor);
    const place = at(object, "apiVersion");
    this.#diagnostics.report("object/unknown-version", place, { kind, group, version }, { help });
  }

  #reportRefusedCrd(object: ObjectDocument): void {
    const { kind } = object;
    const help = "see the diagnostics of the CRD";
    this.#diagnostics.report("object/crd-refused", at(object, "kind"), { kind }, { help });
  }

  #reportUnknownVersion(object: ObjectDocument, served: Resource["versions"]): void {
    const { group, kind, version } = object;
    const help = `served: ${served.map(({ name }) => name).join(", ") || "none"}`;
    const place = at(object, "apiVersion");
    this.#diagnostics.report("object/unknown-version", place, { kind, group, version }, { help });
  }
}

/** Explains what became of a version of a kind of Kubernetes itself, and what to write instead. */
function helpOnUnserved(
  { group, kind, version }: ObjectDocument,
  builtin: readonly BuiltinVersion[],
  minor: KubernetesMinor,
): string {
  const served = servedApiVersions(group, kind, minor);
  const now =
    served.length === 0
      ? `Kubernetes 1.${minor} has no such kind`
      : `write ${served.map((name) => `\`${name}\``).join(" or ")}`;
  const named = builtin.find((one) => one.version === version);
  if (named === undefined) return served.length === 0 ? now : `there is no such version; ${now}`;
  return `${removalOf(named, minor) ?? `new in Kubernetes 1.${named.since ?? minor}`}; ${now}`;
}

/** `removed in Kubernetes 1.22`; undefined for a version that is still served, or not yet. */
function removalOf({ until }: BuiltinVersion, minor: KubernetesMinor): string | undefined {
  return until !== undefined && until < minor ? `removed in Kubernetes 1.${until + 1}` : undefined;
}

/** A help, and what else can be done if there is something. */
function withAdvice(help: string, link: string, advice: string | undefined): string {
  return advice === undefined ? help : `${help}${link}${advice}`;
}

/** Kinds of the core have no group to show. */
function shownName(name: string | undefined): string | undefined {
  return name?.replace(/^\//, "v1 ");
}

function identityOf({ group, kind, namespace, name }: ObjectDocument): string {
  return JSON.stringify([group, kind, namespace, name]);
}

function at({ document, path }: ObjectDocument, field: string): Place {
  return { document, path: [...path, field], part: "value" };
}

/**
 * Tells whether an object has fields that are set twice, which a server refuses that decodes
 * strictly.
 *
 * @param repeated the diagnostics of such fields, `source/duplicate-key`
 */
export function hasRepeatedFields(repeated: readonly Diagnostic[]): IsUndecodable {
  return (object) => repeated.some(({ span }) => holds(object, span));
}

function holds({ document, path }: ObjectDocument, span: Span | undefined): boolean {
  if (document.file !== span?.file) return false;
  const { start } = span;
  if (start < document.start || start >= document.end) return false;
  const { value } = document.locate(path);
  return value.start <= start && start < value.end;
}

/** Everything that an object is judged by. */
interface Judgement extends WriteTarget {
  readonly compiled: JudgingVersion;
  readonly namespaced: boolean;
  readonly fieldValidation: NonNullable<AdmitOptions["fieldValidation"]>;
  /** The object that is replaced. */
  readonly old: ObjectDocument | undefined;
  readonly advice: ObjectAdvice;
  readonly onDecoded: ((decoded: JsonObject) => void) | undefined;
}

/**
 * Judges one object as the API server would judge its creation or, beside an old object, its
 * replacement; what there is to say goes to `diagnostics`. Gives the object as it would be stored,
 * or undefined if it is refused.
 *
 * As kubectl does, it takes the resourceVersion of the old object where the new one has none.
 */
function judgeObject(
  object: ObjectDocument,
  judgement: Judgement,
  diagnostics: Diagnostics,
): JsonObject | undefined {
  const { subresource, fieldValidation, version } = judgement;
  const old = oldObjectOf(object, judgement);
  const reporter = new ObjectReporter(object, old, judgement, judgement.advice, diagnostics);
  if (subresource === "status" && !version.status) {
    reporter.rejected(noSubresource);
    return undefined;
  }
  const given = old === undefined ? object.value : withResourceVersion(object.value, old);
  const options: AdmitOptions = {
    oldObject: old,
    subresource,
    onDecoded: judgement.onDecoded,
  };
  const admit = (validation: AdmitOptions["fieldValidation"]): Admission =>
    judgement.compiled.admit(given, { ...options, fieldValidation: validation });
  const strict = admit(fieldValidation);
  // A strict server ends at the first unknown field; whoever mends an object wants to know all that
  // is wrong with it.
  const isStrict = !strict.allowed && isStrictRefusal(strict.status);
  const admission = isStrict ? admit("Warn") : strict;
  reporter.warnings(admission.warnings, isStrict ? "error" : "warning");
  if (admission.allowed) return isStrict ? undefined : admission.object;
  if (admission.errors.length > 0) reporter.invalid(admission.errors);
  else reporter.rejected(admission.status.message ?? "");
  return undefined;
}

const noSubresource =
  "the server could not find the requested resource: there is no subresource status";

function isStrictRefusal({ message = "" }: Status): boolean {
  return message.includes(": strict decoding error: ");
}

/**
 * The old object as the server reads it; of a write to the status without one, the object itself
 * without its status.
 */
function oldObjectOf(object: ObjectDocument, judgement: Judgement): JsonObject | undefined {
  const { old, subresource } = judgement;
  if (old !== undefined) return storedForm(old.value, object, judgement);
  if (subresource !== "status") return undefined;
  const stored = storedForm(object.value, object, judgement);
  delete stored["status"];
  return stored;
}

/**
 * As stored by this version or by one that is converted without a webhook, read in this version.
 */
function storedForm(
  value: JsonObject,
  object: ObjectDocument,
  { compiled, namespaced }: Judgement,
): JsonObject {
  const stored = copyJson(value) as JsonObject; // of an object
  stored["apiVersion"] = `${object.group}/${object.version}`;
  compiled.prune(stored);
  compiled.default(stored);
  const metadata = isObject(stored["metadata"]) ? stored["metadata"] : {};
  stored["metadata"] = namespaced ? { ...metadata, namespace: object.namespace } : metadata;
  return stored;
}

function withResourceVersion(value: JsonObject, old: JsonObject): JsonObject {
  const { metadata } = value;
  const oldMetadata = isObject(old["metadata"]) ? old["metadata"] : {};
  const { resourceVersion } = oldMetadata;
  if (!isObject(metadata) || resourceVersion === undefined) return value;
  if (Object.hasOwn(metadata, "resourceVersion")) return value;
  return { ...value, metadata: { ...metadata, resourceVersion } };
}
