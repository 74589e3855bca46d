import type { Diagnostics, Place } from "../../diagnostics/diagnostics.js";
import { nearest } from "../../diagnostics/similar.js";
import type { Resource } from "../../ir/resource.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { ObjectDocument } from "./find-objects.js";
import type { Judgement } from "./judge-object.js";
import { judgeObject } from "./judge-object.js";
import type { KnownKind, KnownResources } from "./known-resources.js";
import { kindName } from "./known-resources.js";

/** How objects are judged. */
export interface ObjectRunOptions {
  readonly subresource?: "status" | undefined;
  readonly fieldValidation: Judgement["fieldValidation"];
  /** Leave out objects of kinds that no CRD defines, instead of reporting them. */
  readonly ignoreUnknownKinds: boolean;
}

/** Whether the server refuses an object while it decodes it, which the text tells and the value does not. */
export type IsUndecodable = (object: ObjectDocument) => boolean;

/** Judges objects one by one and counts. */
export class ObjectRun {
  judged = 0;
  refused = 0;
  /** Objects of unknown kinds that were left out. */
  ignored = 0;
  readonly #known: KnownResources;
  readonly #old: ReadonlyMap<string, ObjectDocument>;
  readonly #isUndecodable: IsUndecodable;
  readonly #options: ObjectRunOptions;
  readonly #diagnostics: Diagnostics;

  /** An object that is among the `old` ones, by group, kind, namespace and name, is judged as an update of that. */
  constructor(
    known: KnownResources,
    old: readonly ObjectDocument[],
    isUndecodable: IsUndecodable,
    options: ObjectRunOptions,
    diagnostics: Diagnostics,
  ) {
    this.#known = known;
    this.#old = new Map(old.map((object) => [identityOf(object), object]));
    this.#isUndecodable = isUndecodable;
    this.#options = options;
    this.#diagnostics = diagnostics;
  }

  /** The object as it would be stored; undefined if the API server refuses it. */
  judge(object: ObjectDocument): JsonObject | undefined {
    const found = this.#known.find(object.group, object.kind);
    if (found === undefined && this.#options.ignoreUnknownKinds) {
      this.ignored++;
      return undefined;
    }
    const judgement = this.#judgement(object, found);
    const stored =
      judgement === undefined ? undefined : judgeObject(object, judgement, this.#diagnostics);
    this.judged++;
    if (stored !== undefined && !this.#isUndecodable(object)) return stored;
    this.refused++;
    return undefined;
  }

  /** What the object is judged by; undefined, with a diagnostic, where there is nothing. */
  #judgement(object: ObjectDocument, found: KnownKind | undefined): Judgement | undefined {
    if (found === undefined) this.#reportUnknownKind(object);
    else if (found.refused) this.#reportRefusedCrd(object);
    else return this.#judgementOf(object, found.resource);
    return undefined;
  }

  #judgementOf(object: ObjectDocument, resource: Resource): Judgement | undefined {
    const served = resource.versions.filter((version) => version.served);
    const version = served.find(({ name }) => name === object.version);
    if (version === undefined) {
      this.#reportUnknownVersion(object, served);
      return undefined;
    }
    const { subresource, fieldValidation } = this.#options;
    return {
      version,
      compiled: this.#known.compile(resource, version),
      namespaced: resource.scope === "Namespaced",
      subresource,
      fieldValidation,
      old: object.name === "" ? undefined : this.#old.get(identityOf(object)),
    };
  }

  #reportUnknownKind(object: ObjectDocument): void {
    const { kind } = object;
    const group = object.group === "" ? "the core group" : `group '${object.group}'`;
    const help = this.#helpOnUnknownKind(object);
    this.#diagnostics.report("object/unknown-kind", at(object, "kind"), { kind, group }, { help });
  }

  #helpOnUnknownKind({ group, kind, version }: ObjectDocument): string {
    const similar = nearest(kindName(group, kind), this.#known.names);
    if (similar !== undefined) return `the nearest is '${similar}'`;
    const advice = "leave such objects out with --ignore-unknown-kinds";
    const namesake = [...this.#known.names].find((name) => name.endsWith(`/${kind}`));
    if (namesake !== undefined) return `there is '${namesake}'; or ${advice}`;
    if (group === "" && version.includes("."))
      return "apiVersion is group and version: `example.com/v1`";
    // A CRD's group has at least one dot (validateCustomResourceDefinitionSpec).
    return group.includes(".")
      ? `name its CRD with --crd, or ${advice}`
      : `kinds of Kubernetes itself have no CRD; ${advice}`;
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

function identityOf({ group, kind, namespace, name }: ObjectDocument): string {
  return JSON.stringify([group, kind, namespace, name]);
}

function at({ document, path }: ObjectDocument, field: string): Place {
  return { document, path: [...path, field], part: "value" };
}
