import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import type { GroupResource } from "./failure.js";
import { failed, Failure, orThrow } from "./failure.js";
import type { ConvertObjects, ServedVersion, TableLayout } from "./served-version.js";
import type { Collection, Revision } from "./store.js";
import { parseStored } from "./store.js";
import { TableColumns } from "./table.js";
import type { Pause } from "./turns.js";
import { mapInTurns, Turns } from "./turns.js";

/** A resource with all its versions and its objects. */
export class ServedResource implements GroupResource {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** By name. */
  readonly versions: ReadonlyMap<string, ServedVersion>;
  /** The version in which objects are stored. */
  readonly storage: ServedVersion;
  /**
   * Marks what was converted before it was stored: who reads it fills in the defaults of the stored
   * version, which nobody has stored.
   */
  readonly converted: ServedVersion;
  readonly collection: Collection;
  readonly conversion: Conversion;
  /** The objects are those of another resource, which stores them. */
  readonly isView: boolean;
  readonly #columns = new Map<ServedVersion, TableLayout>();

  /**
   * @param owner the resource that stores the objects, unless that is this one
   * @throws TypeError unless one of the versions is the stored one
   */
  constructor(
    versions: readonly ServedVersion[],
    collection: Collection,
    convert: ConvertObjects | undefined,
    owner?: ServedResource,
  ) {
    const stored = owner === undefined ? versions.filter((one) => one.storage) : [owner.storage];
    const [storage] = stored;
    if (storage === undefined || stored.length > 1) {
      const [{ plural, group } = { plural: "?", group: "?" }] = versions;
      const names = stored.map(({ version }) => version).join(" and ");
      const fault = storage === undefined ? "none is stored: pass the stored version too" : names;
      throw new TypeError(`one version of ${plural}.${group} must be the stored one, but ${fault}`);
    }
    const [{ group, plural, kind, scope } = storage] = owner === undefined ? stored : versions;
    this.group = group;
    this.plural = plural;
    this.kind = kind;
    this.namespaced = scope === "Namespaced";
    this.isView = owner !== undefined;
    this.versions = new Map(versions.map((version) => [version.version, version]));
    this.storage = storage;
    // With all that the stored version has, part of which is made only when it is asked for.
    const copy = Object.create(storage) as ServedVersion; // by its prototype
    this.converted = owner === undefined ? copy : storage;
    this.collection = collection;
    this.conversion = new Conversion(convert);
  }

  columns(version: ServedVersion): TableLayout {
    let columns = version.typed?.columns ?? this.#columns.get(version);
    if (columns === undefined) {
      columns = new TableColumns(version.printerColumns, version);
      this.#columns.set(version, columns);
    }
    return columns;
  }

  /** Objects in the stored version, as another one shows them. @throws Failure 500 */
  async shownAs(objects: readonly JsonObject[], target: ServedVersion): Promise<JsonObject[]> {
    if (target === this.storage) return [...objects];
    const converted = orThrow(await this.conversion.all(objects, apiVersionOf(target)));
    for (const object of converted) target.prune(object);
    return converted;
  }

  /**
   * The objects as a version shows them; the caller may change them.
   *
   * @throws Failure 500 for the first that cannot be converted
   */
  async readAll(
    revisions: readonly Revision[],
    target: ServedVersion,
    pause?: Pause,
  ): Promise<JsonObject[]> {
    const objects = await mapInTurns(pause, revisions, (revision) => this.#readStored(revision));
    const converted = orThrow(await this.conversion.all(objects, apiVersionOf(target), pause));
    return mapInTurns(pause, converted, (object, index) =>
      shownAt(revisions[index], object, target),
    );
  }

  /** The failure is that of an object that cannot be converted. */
  async read(revision: Revision, target: ServedVersion): Promise<JsonObject | Failure> {
    const object = this.#readStored(revision);
    const converted = await this.conversion.one(object, apiVersionOf(target));
    return converted instanceof Failure ? converted : shownAt(revision, converted, target);
  }

  /** The same as JSON, which was mostly stored as such. */
  async textOf(revision: Revision, target: ServedVersion): Promise<string | Failure> {
    if (revision.version === target) return revision.text;
    const object = await this.read(revision, target);
    return object instanceof Failure ? object : goJson(object);
  }

  async textsOf(
    revisions: readonly Revision[],
    target: ServedVersion,
    pause: Pause,
  ): Promise<readonly string[]> {
    if (revisions.every(({ version }) => version === target)) {
      return revisions.map(({ text }) => text);
    }
    return mapInTurns(pause, await this.readAll(revisions, target, pause), (one) => goJson(one));
  }

  /** The mark of what is stored, unless it is known in which version it was written. */
  get storedMark(): ServedVersion {
    return this.versions.size > 1 ? this.converted : this.storage;
  }

  /** An object that was admitted in a version, in the form in which it is stored. */
  async storedForm(object: JsonObject, version: ServedVersion): Promise<JsonObject | Failure> {
    if (version === this.storage) return object;
    // A copy, since it is pruned; where nothing is converted, nothing is changed.
    const copy = parseStored(goJson(object));
    const stored = await this.conversion.one(copy, apiVersionOf(this.storage));
    if (!(stored instanceof Failure)) this.storage.prune(stored);
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
}

function shownAt(
  revision: Revision | undefined,
  object: JsonObject,
  target: ServedVersion,
): JsonObject {
  if (revision?.version !== target) target.prune(object);
  return withVersion(object, revision?.resourceVersion ?? 0);
}

function withVersion(object: JsonObject, resourceVersion: number): JsonObject {
  object["metadata"] = { ...metadataOf(object), resourceVersion: String(resourceVersion) };
  return object;
}

/**
 * The answers of converters that were asked within one run, and the questions that they were asked
 * besides.
 */
interface Run {
  readonly answers: Map<string, JsonObject | undefined>;
  readonly asked: Map<string, Promise<readonly object[]>>;
}

/**
 * How the objects of a resource get from one version to another (apiextensions
 * `apiserver/conversion`): by another `apiVersion` alone, or by a converter.
 */
class Conversion {
  readonly #convert: ConvertObjects | undefined;
  #run: Run | undefined;

  constructor(convert: ConvertObjects | undefined) {
    this.#convert = convert;
  }

  /**
   * One by one, as the server decodes what is stored; the failure of the first that cannot be
   * converted.
   */
  async all(
    objects: readonly JsonObject[],
    apiVersion: string,
    pause?: Pause,
  ): Promise<JsonObject[] | Failure> {
    const converted: JsonObject[] = [];
    const turns = new Turns(pause);
    for (const object of objects) {
      const one = await this.one(object, apiVersion);
      if (one instanceof Failure) return one;
      converted.push(one);
      await turns.next();
    }
    return converted;
  }

  async one(object: JsonObject, apiVersion: string): Promise<JsonObject | Failure> {
    if (object["apiVersion"] === apiVersion) return object;
    if (this.#convert === undefined) return { ...object, apiVersion };
    const title = `conversion webhook for ${textOf(object, "apiVersion")}, Kind=${textOf(object, "kind")}`;
    const result = await askConverter(this.#convert, object, apiVersion, title);
    if (result instanceof Failure) return result;
    const fault = convertedFault(object, result, apiVersion, title);
    return fault === undefined ? withMetadataOf(object, result) : serverFailure(fault);
  }

  /** A copy of an object in another version, within `settled`; `undefined` if there is none. */
  atOnce(object: JsonObject, apiVersion: string): JsonObject | undefined {
    if (this.#convert === undefined) return { ...object, apiVersion };
    const key = `${apiVersion} ${goJson(object)}`;
    if (this.#run?.answers.has(key) === true) return this.#run.answers.get(key);
    const results = this.#convert([structuredClone(object)], apiVersion);
    if (!("then" in results)) return objectOrNone(results[0]);
    this.#run?.asked.set(
      key,
      results.catch(() => []),
    );
    return undefined;
  }

  /**
   * Returns the result of a function that converts objects at once: it is called again when
   * converters that answer later have done so, until it asks for nothing new. What fails is as if
   * there were none.
   */
  async settled<T>(call: () => T): Promise<T> {
    const answers = new Map<string, JsonObject | undefined>();
    for (;;) {
      const run: Run = { answers, asked: new Map() };
      const outcome = this.#within(run, call);
      if (run.asked.size === 0) return outcome;
      for (const [key, asked] of run.asked) answers.set(key, objectOrNone((await asked)[0]));
    }
  }

  #within<T>(run: Run, call: () => T): T {
    this.#run = run;
    try {
      return call();
    } finally {
      this.#run = undefined;
    }
  }
}

function objectOrNone(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The failure has what the converter threw, or a wrong number of objects. */
async function askConverter(
  convert: ConvertObjects,
  object: JsonObject,
  apiVersion: string,
  title: string,
): Promise<JsonObject | Failure> {
  let results: readonly object[];
  try {
    results = await convert([structuredClone(object)], apiVersion);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return serverFailure(`${title} failed: ${fault}`);
  }
  if (results.length !== 1) {
    return serverFailure(`${title} returned ${results.length} objects, expected 1`);
  }
  const result: unknown = results[0];
  return isObject(result) ? result : serverFailure("Object 'Kind' is missing in 'null'");
}

/** Why what was converted is not the same object in the other version. */
function convertedFault(
  object: JsonObject,
  result: JsonObject,
  apiVersion: string,
  title: string,
): string | undefined {
  const [version, kind, expected] = [
    textOf(result, "apiVersion"),
    textOf(result, "kind"),
    textOf(object, "kind"),
  ];
  const wrongType = `${title} returned invalid object at index 0: invalid`;
  if (version !== apiVersion) {
    return `${wrongType} groupVersion (expected ${apiVersion}, received ${version})`;
  }
  if (kind !== expected) return `${wrongType} kind (expected ${expected}, received ${kind})`;
  const fault = identityFault(metadataOf(object), metadataOf(result));
  if (fault !== undefined) return `${title} returned invalid object: ${fault}`;
  if (result["metadata"] !== undefined) return undefined;
  return `${title} returned invalid metadata: missing metadata in converted object`;
}

function serverFailure(message: string): Failure {
  return failed(500, undefined, message);
}

/** Labels and annotations are all that a conversion changes of the metadata. */
function withMetadataOf(object: JsonObject, result: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object) };
  for (const key of ["labels", "annotations"]) {
    const value = metadataOf(result)[key];
    if (value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return { ...result, metadata };
}

function identityFault(before: JsonObject, after: JsonObject): string | undefined {
  const changed = ["name", "namespace", "uid"].find(
    (key) => textOf(before, key) !== textOf(after, key),
  );
  if (changed === undefined) return undefined;
  const name = changed === "uid" ? "UID" : changed;
  return `must have the same ${name}: ${textOf(before, changed)} != ${textOf(after, changed)}`;
}
