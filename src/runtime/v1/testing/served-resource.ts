import { goJson } from "../go/json.js";
import type { JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import { metadataOf } from "../metadata/resource-metadata.js";
import { textOf } from "../metadata/rules.js";
import { apiVersionOf } from "../names.js";
import type { GroupResource } from "./failure.js";
import { failed } from "./failure.js";
import type { ConvertObjects, ServedVersion } from "./served-version.js";
import type { Collection, Revision } from "./store.js";
import { TableColumns } from "./table.js";

/** A resource with all its versions and its objects. */
export class ServedResource implements GroupResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** By name. */
  readonly versions: ReadonlyMap<string, ServedVersion>;
  /** What objects are stored in. */
  readonly storage: ServedVersion;
  /** Deletions are answered with the object: so it is with some built-in resources. */
  readonly returnsDeleted: boolean = false;
  readonly collection: Collection;
  readonly #convert: ConvertObjects | undefined;
  readonly #columns = new Map<ServedVersion, TableColumns>();

  /** @throws TypeError unless one of the versions is the stored one */
  constructor(
    versions: readonly ServedVersion[],
    collection: Collection,
    convert: ConvertObjects | undefined,
  ) {
    const stored = versions.filter(({ storage }) => storage);
    const [storage] = stored;
    if (storage === undefined || stored.length > 1) {
      const [{ plural, group } = { plural: "?", group: "?" }] = versions;
      const names = stored.map(({ version }) => version).join(" and ");
      const fault = storage === undefined ? "none is stored: pass the stored version too" : names;
      throw new TypeError(`one version of ${plural}.${group} must be the stored one, but ${fault}`);
    }
    this.group = storage.group;
    this.plural = storage.plural;
    this.kind = storage.kind;
    this.namespaced = storage.scope === "Namespaced";
    this.versions = new Map(versions.map((version) => [version.version, version]));
    this.storage = storage;
    this.collection = collection;
    this.#convert = convert;
  }

  columns(version: ServedVersion): TableColumns {
    let columns = this.#columns.get(version);
    if (columns === undefined) {
      columns = new TableColumns(version.printerColumns);
      this.#columns.set(version, columns);
    }
    return columns;
  }

  /** Objects in the stored version, as another one shows them. */
  async shownAs(objects: readonly JsonObject[], target: ServedVersion): Promise<JsonObject[]> {
    if (target === this.storage) return [...objects];
    const converted = await this.#convertAll([...objects], target);
    for (const object of converted) target.prune(object);
    return converted;
  }

  /** The objects as a version shows them; the caller may change them. */
  async readAll(revisions: readonly Revision[], target: ServedVersion): Promise<JsonObject[]> {
    const objects = revisions.map((revision) => this.#readStored(revision));
    const converted = await this.#convertAll(objects, target);
    return converted.map((object, index) => {
      if (revisions[index]?.version !== target) target.prune(object);
      return withVersion(object, revisions[index]?.resourceVersion ?? 0);
    });
  }

  async read(revision: Revision, target: ServedVersion): Promise<JsonObject> {
    const [object = {}] = await this.readAll([revision], target);
    return object;
  }

  /** The same as JSON, which was mostly stored as such. */
  async textOf(revision: Revision, target: ServedVersion): Promise<string> {
    return revision.version === target ? revision.text : goJson(await this.read(revision, target));
  }

  async textsOf(revisions: readonly Revision[], target: ServedVersion): Promise<readonly string[]> {
    if (revisions.every(({ version }) => version === target)) {
      return revisions.map(({ text }) => text);
    }
    return (await this.readAll(revisions, target)).map((object) => goJson(object));
  }

  /** An object that was admitted in a version, in the form in which it is stored. */
  async storedForm(object: JsonObject, version: ServedVersion): Promise<JsonObject> {
    if (version === this.storage) return object;
    const [stored = {}] = await this.#convertAll([object], this.storage);
    this.storage.prune(stored);
    return stored;
  }

  /** In the version in which it was stored, by the schema that this has now. */
  #readStored(revision: Revision): JsonObject {
    const object = revision.read();
    const [name = ""] = textOf(object, "apiVersion").split("/").reverse();
    const version = this.versions.get(name);
    if (version !== undefined && version !== revision.version) {
      version.prune(object);
      version.fill(object);
    }
    return object;
  }

  /**
   * A copy of an object in another version, where that takes no time: converters that answer later
   * are not waited for, and give nothing.
   */
  convertAtOnce(object: JsonObject, apiVersion: string): JsonObject | undefined {
    if (this.#convert === undefined) return { ...object, apiVersion };
    const results = this.#convert([structuredClone(object)], apiVersion);
    const result: unknown = "then" in results ? undefined : results[0];
    return isObject(result) ? result : undefined;
  }

  async #convertAll(objects: JsonObject[], target: ServedVersion): Promise<JsonObject[]> {
    const apiVersion = apiVersionOf(target);
    const wrong = objects.filter((object) => object["apiVersion"] !== apiVersion);
    if (wrong.length === 0) return objects;
    if (this.#convert === undefined) {
      for (const object of wrong) object["apiVersion"] = apiVersion;
      return objects;
    }
    const converted = await convertChecked(this.#convert, wrong, target);
    const results = converted.values();
    return objects.map((object) =>
      wrong.includes(object) ? (results.next().value ?? object) : object,
    );
  }
}

function withVersion(object: JsonObject, resourceVersion: number): JsonObject {
  object["metadata"] = { ...metadataOf(object), resourceVersion: String(resourceVersion) };
  return object;
}

/**
 * What a converter makes of objects, checked as the server checks a webhook's answer (apiextensions
 * `apiserver/conversion/webhook_converter.go`).
 */
async function convertChecked(
  convert: ConvertObjects,
  objects: readonly JsonObject[],
  target: ServedVersion,
): Promise<JsonObject[]> {
  const apiVersion = apiVersionOf(target);
  const [first = {}] = objects;
  const source = `${textOf(first, "apiVersion")}, Kind=${textOf(first, "kind")}`;
  const refuse = (fault: string): never => {
    throw failed(500, undefined, `conversion webhook for ${source} failed: ${fault}`);
  };
  let results: readonly object[];
  try {
    results = await convert(structuredClone(objects) as JsonObject[], apiVersion); // as cloned
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (results.length !== objects.length) {
    return refuse(`webhook returned ${results.length} objects, expected ${objects.length}`);
  }
  return objects.map((object, index) => {
    const result: unknown = results[index];
    const fault = isObject(result) ? conversionFault(object, result, apiVersion) : "no object";
    if (fault !== undefined)
      refuse(`webhook returned invalid converted object at index ${index}: ${fault}`);
    return { ...(result as JsonObject), metadata: restoredMetadata(object, result as JsonObject) }; // was checked
  });
}

function conversionFault(
  object: JsonObject,
  result: JsonObject,
  apiVersion: string,
): string | undefined {
  if (result["apiVersion"] !== apiVersion) {
    return `invalid groupVersion (expected ${apiVersion}, received ${textOf(result, "apiVersion")})`;
  }
  if (result["kind"] !== object["kind"]) {
    return `invalid kind (expected ${textOf(object, "kind")}, received ${textOf(result, "kind")})`;
  }
  const [before, after] = [metadataOf(object), metadataOf(result)];
  const changed = ["name", "namespace", "uid"].find(
    (key) => textOf(before, key) !== textOf(after, key),
  );
  if (changed === undefined) return undefined;
  const shown = changed === "uid" ? "UID" : changed;
  return `must have the same ${shown}: ${textOf(before, changed)} != ${textOf(after, changed)}`;
}

/** Labels and annotations are all that a conversion changes of the metadata. */
function restoredMetadata(object: JsonObject, result: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object) };
  for (const key of ["labels", "annotations"]) {
    const value = metadataOf(result)[key];
    if (value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return metadata;
}
