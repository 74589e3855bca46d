import { storeVersion } from "../admission/write-conflict.js";
import { jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { pathSegmentFaults } from "../values/names.js";
import { badRequestFailure, expired, failed, Failure, tooLargeVersion } from "./failure.js";
import type { ListSettings } from "./options-of-request.js";
import type { FieldTerm } from "./selectors.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion } from "./served-version.js";
import type { Collection, Revision } from "./store.js";
import { selectableText } from "./table.js";
import type { Pause } from "./turns.js";
import { mapInTurns } from "./turns.js";

/** Which objects of a resource are meant. */
export class ObjectSelection {
  /** Everything is selected. */
  readonly isEmpty: boolean;
  /** Keys begin with it. */
  readonly prefix: string;
  /** One key is looked for (apiserver `registry/generic/registry/store.go`, ListPredicate). */
  readonly isOfOne: boolean;
  readonly #settings: ListSettings;
  readonly #resource: ServedResource;
  readonly #version: ServedVersion;
  readonly #fields: readonly FieldTerm[];
  readonly #pause: Pause;

  /** @throws Failure 400 for a field that cannot be selected */
  constructor(
    resource: ServedResource,
    version: ServedVersion,
    namespace: string,
    settings: ListSettings,
    pause: Pause,
  ) {
    this.#pause = pause;
    this.#settings = settings;
    this.#resource = resource;
    this.#version = version;
    this.prefix = namespace === "" ? "" : `${namespace}/`;
    const isKeyed = namespace !== "" || !resource.namespaced;
    this.isOfOne = isKeyed && settings.continue === "" && settings.fields.some(isOneName);
    this.isEmpty = settings.labels.length === 0 && settings.fields.length === 0;
    for (const { field } of settings.fields) {
      if (!isSelectable(field, resource, version)) {
        const fault = version.typed?.fieldFault(field) ?? `field label not supported: ${field}`;
        throw badRequestFailure(fault);
      }
    }
    this.#fields = settings.fields.filter(({ field }) => !field.startsWith("metadata."));
  }

  async filter(revisions: readonly Revision[]): Promise<readonly Revision[]> {
    if (this.isEmpty) return revisions;
    const matches = await mapInTurns(this.#pause, revisions, (one) => this.#matchesMetadata(one));
    const found = revisions.filter((_, index) => matches[index] === true);
    if (this.#fields.length === 0) return found;
    const objects = await this.#resource.readAll(found, this.#version, this.#pause);
    return found.filter((_, index) => this.#matchesFields(objects[index] ?? {}));
  }

  async matches(revision: Revision): Promise<boolean> {
    if (!revision.key.startsWith(this.prefix)) return false;
    return (await this.filter([revision])).length > 0;
  }

  #matchesMetadata(revision: Revision): boolean {
    const { labels, fields } = this.#settings;
    const [name = "", namespace = ""] = revision.key.split("/").reverse();
    const isField = ({ field, isEqual, value }: FieldTerm): boolean => {
      if (field === "metadata.name") return isEqual === (name === value);
      return field !== "metadata.namespace" || isEqual === (namespace === value);
    };
    return fields.every(isField) && labels.every((test) => test(revision.labels));
  }

  #matchesFields(object: JsonObject): boolean {
    return this.#fields.every(
      ({ field, isEqual, value }) =>
        isEqual === (selectableText(object, field, this.#version) === value),
    );
  }
}

function isOneName({ field, isEqual, value }: FieldTerm): boolean {
  return field === "metadata.name" && isEqual && pathSegmentFaults(value).length === 0;
}

function isSelectable(
  field: string,
  { namespaced }: ServedResource,
  version: ServedVersion,
): boolean {
  if (field === "metadata.name") return true;
  const { selectableFields, typed } = version;
  const isOfAll = typed !== undefined && selectableFields.length === 0;
  if (field === "metadata.namespace") return namespaced || isOfAll;
  return selectableFields.includes(field);
}

/** The state that a list shows, and where in it the list begins. */
interface ListState {
  readonly revisions: readonly Revision[];
  readonly resourceVersion: number;
}

/**
 * Chooses the state by the rules of Kubernetes' concepts, "Resource versions" (apiserver
 * `storage/interfaces.go`, ValidateListOptions).
 *
 * @throws Failure 400, 410 or 504
 */
export function listState(
  collection: Collection,
  { prefix, isOfOne }: Pick<ObjectSelection, "prefix" | "isOfOne">,
  settings: ListSettings,
  current: number,
  isCached = true,
): ListState {
  const { resourceVersion, match, limit } = settings;
  if (settings.continue !== "") return continuedState(collection, prefix, settings, current);
  const wanted = parseVersion(resourceVersion, "invalid resource version: ");
  const asksExactly = match === "Exact" || (match === "" && limit > 0);
  // One object alone is read from etcd itself, which does not wait for versions to come.
  const waits = isCached && !(asksExactly && isOfOne);
  if (wanted > current) throw tooLargeVersion(resourceVersion, current, waits);
  const isExact = wanted > 0 && asksExactly && (match === "Exact" || !isOfOne);
  if (!isExact) return { revisions: collection.list(prefix), resourceVersion: current };
  if (wanted < collection.compacted) {
    throw expired("The resourceVersion for the provided list is too old.");
  }
  return { revisions: collection.listAt(prefix, wanted), resourceVersion: wanted };
}

/** 0 for none. */
export function parseVersion(text: string, context?: string): number {
  const version = storeVersion(text);
  if (typeof version === "bigint") return Number(version);
  const fault = `resourceVersion: Invalid value: ${quote(text)}: ${version}`;
  throw context === undefined ? failed(500, undefined, fault) : badRequestFailure(context + fault);
}

function continuedState(
  collection: Collection,
  prefix: string,
  settings: ListSettings,
  current: number,
): ListState {
  const { start, version } = decodeContinue(settings.continue);
  if (settings.resourceVersion !== "" && settings.resourceVersion !== "0") {
    throw badRequestFailure("specifying resource version is not allowed when using continue");
  }
  if (version > current) throw tooLargeVersion(String(version), current);
  if (version > 0 && version < collection.compacted) {
    const { status } = expired(
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
    );
    throw new Failure({ ...status, metadata: { continue: encodeContinue(start, -1) } });
  }
  const resourceVersion = version < 0 ? current : version;
  const from = prefix.replace(/\/$/, "") + (prefix === "" ? start.slice(1) : start);
  return { revisions: collection.listAt(prefix, resourceVersion, from), resourceVersion };
}

/** Where the next page begins: behind the key. */
export function continueAfter(key: string, prefix: string, resourceVersion: number): string {
  return encodeContinue(`/${key.slice(prefix.length)}\0`, resourceVersion);
}

function encodeContinue(start: string, resourceVersion: number): string {
  const json = JSON.stringify({ v: "meta.k8s.io/v1", rv: resourceVersion, start });
  const bytes = String.fromCharCode(...new TextEncoder().encode(json));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** apiserver `storage/continue.go`, DecodeContinue */
function decodeContinue(token: string): { readonly start: string; readonly version: number } {
  const parsed = parseJson(decodeToken(token));
  if (parsed instanceof JsonFault) refuseToken(`: ${parsed.message}`);
  const value = parsed instanceof JsonFault ? null : parsed.value;
  if (value !== null && !isObject(value)) {
    const type = "storage.continueToken";
    refuseToken(`: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`);
  }
  const { v = "", rv = 0, start = "" } = isObject(value) ? value : {};
  if (v !== "meta.k8s.io/v1") {
    return refuseToken(`: server does not recognize this encoded version ${String(v)}`);
  }
  if (typeof rv !== "number" || rv === 0) {
    return refuseToken(": incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  }
  if (typeof start !== "string" || start === "") {
    return refuseToken(": encoded start key empty (version meta.k8s.io/v1)");
  }
  const key = start.replace(/^\/?/, "/");
  if (/\/\/|\/\.\.?(\/|$)|.\/$/.test(key)) return refuseToken(`: ${start}`);
  return { start: key, version: rv };
}

function decodeToken(token: string): string {
  const wrong = /[^\w-]/.exec(token);
  if (wrong !== null || token.length % 4 === 1) {
    refuseToken(`: illegal base64 data at input byte ${wrong?.index ?? token.length - 1}`);
  }
  const bytes = atob(token.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

function refuseToken(fault: string): never {
  throw badRequestFailure(`invalid continue token: continue key is not valid${fault}`);
}
