import type { CompiledVersion, CompileUnit } from "../../codegen/pipeline/compile-unit.js";
import { servedWhenCompiled } from "../../codegen/pipeline/compile-unit.js";
import { crdTypes } from "../../crd/frontend/decode/crd-types.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { defaultCrd, toV1Spec } from "../../crd/frontend/internal/convert-crd.js";
import { printCrd, readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import { SchemaTable } from "../../crd/ir/schema-table.js";
import { encodeAs } from "../../runtime/v1/built-in/go-types/encode-as.js";
import type { ServerSnapshot } from "../../runtime/v1/testing/memory-api-server.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { objectAt } from "../../runtime/v1/values/json/raw-fields.js";
import { hasCondition, isBeingDeleted, withoutSchemas } from "./definition.js";
import { withStructure } from "./settle-definition.js";

/**
 * The definitions that a server stores, as their controllers see them: schemas are most of a
 * definition, and none of their business. What has changed is noted here, so that a write costs the
 * same however many others there are.
 */
export class StoredDefinitions {
  readonly #texts = new Map<string, string>();
  /** Without schemas; read when they are first asked for. */
  readonly #heads = new Map<string, JsonObject>();
  /** Those that no controller has looked at since they changed. */
  readonly #changed = new Set<string>();

  #generation = 0;

  /** As they are stored; the number is another one whenever they are others. */
  get all(): { readonly generation: number; readonly texts: readonly [string, string][] } {
    return { generation: this.#generation, texts: [...this.#texts] };
  }

  /** Notes what is stored under a name now; undefined: nothing. */
  note(name: string, text: string | undefined): void {
    this.#generation++;
    this.#heads.delete(name);
    if (text === undefined) this.#texts.delete(name);
    else this.#texts.set(name, text);
    this.#changed.add(name);
  }

  /** As it is stored. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** A definition without its schemas. */
  head(name: string): JsonObject | undefined {
    const known = this.#heads.get(name);
    const text = this.#texts.get(name);
    if (known !== undefined || text === undefined) return known;
    const head = withoutSchemas(parseStored(text));
    this.#heads.set(name, head);
    return head;
  }

  /** All definitions without their schemas. */
  *heads(): Iterable<JsonObject> {
    for (const name of this.#texts.keys()) {
      const head = this.head(name);
      if (head !== undefined) yield head;
    }
  }

  /** True if one of them is to be deleted with its objects. */
  get areSomeDeleted(): boolean {
    for (const head of this.heads()) if (isBeingDeleted(head)) return true;
    return false;
  }

  /**
   * The names of what controllers have to look at, sorted: what changed since they last asked, and
   * what waits for others, which hold its names or are its objects.
   */
  takeUnsettled(): readonly string[] {
    const names = new Set(this.#changed);
    this.#changed.clear();
    for (const name of this.#texts.keys()) {
      const head = this.head(name);
      if (head !== undefined && isWaiting(head)) names.add(name);
    }
    return [...names].sort();
  }
}

function isWaiting(head: JsonObject): boolean {
  const isSettled = hasCondition(head, "NamesAccepted") && hasCondition(head, "Established");
  return isBeingDeleted(head) || !isSettled;
}

const group = "apiextensions.k8s.io";

/**
 * A definition as servers of today have it. Those of v1beta1, which none takes any more, may lie in
 * the store since older servers wrote them there: they are read as v1, and a condition says which
 * of today's rules they break.
 *
 * @param now RFC 3339
 */
export function definitionOfToday(stored: JsonObject, now: string): JsonObject {
  if (stored["apiVersion"] !== `${group}/v1beta1`) return stored;
  const known = encodeAs(crdTypes.v1beta1, defaultCrd(stored, "v1beta1"));
  const definition = isObject(known) ? known : {};
  const spec = toV1Spec(objectAt(definition, "spec") ?? {});
  const printed = printCrd({ ...definition, apiVersion: `${group}/v1`, spec });
  return withStructure(printed, printed, now);
}

/** A snapshot whose definitions are as servers of today have them. */
export function withDefinitionsOfToday(
  snapshot: ServerSnapshot,
  resource: string,
  now: string,
): ServerSnapshot {
  const old = (text: string): boolean => text.includes(`"${group}/v1beta1"`);
  const definitions = snapshot.objects[resource];
  if (definitions?.some(([, text]) => old(text)) !== true) return snapshot;
  const read = definitions.map(([key, text]) => {
    const today = old(text) ? goJson(definitionOfToday(parseStored(text), now)) : text;
    return [key, today] as const;
  });
  return { ...snapshot, objects: { ...snapshot.objects, [resource]: read } };
}

/**
 * The versions of a definition, to be served: each is compiled by the first request that needs its
 * schema, so that a server with hundreds of definitions starts fast.
 *
 * @param text the definition as it is stored
 * @param head the definition; its schemas are not looked at
 */
export function versionsOf(
  text: string,
  head: JsonObject,
  compileUnit: CompileUnit,
): readonly ServedVersion[] {
  const resource = resourceOf(head);
  const state = {
    ...(isBeingDeleted(head) && { terminating: true }),
    ...(!hasCondition(head, "Established") && { unresolved: true }),
  };
  return resource.versions.map((version) => {
    const compile = (): CompiledVersion => compileVersion(text, version.name, compileUnit);
    return servedWhenCompiled(resource, version, compile, state);
  });
}

/** A definition as a resource. */
export function resourceOf(definition: JsonObject): Resource {
  return readResource(definitionDocument(definition), new SchemaTable());
}

function compileVersion(text: string, name: string, compileUnit: CompileUnit): CompiledVersion {
  const resource = resourceOf(parseStored(text));
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`the definition has no version ${name}`);
  return compileUnit(resource, version);
}

/** A CRD of v1 that stands in no file. */
export function definitionDocument(value: JsonObject): CrdDocument {
  const nowhere = { file: { path: "request", text: "" }, start: 0, end: 0 };
  const location = { key: nowhere, value: nowhere, head: nowhere };
  const document = { ...nowhere, format: "json", value, locate: () => location } as const;
  return { document, path: [], apiVersion: "v1", value };
}
