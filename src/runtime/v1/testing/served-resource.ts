import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import { Conversion } from "./conversion.js";
import type { GroupResource } from "./failure.js";
import { Failure, orThrow } from "./failure.js";
import type { ConvertObjects, ServedVersion } from "./served-version.js";
import type { Collection, Revision } from "./store.js";
import { parseStored } from "./store.js";
import type { TableLayout } from "./table-layout.js";
import { TableColumns } from "./table.js";
import type { Pause } from "./turns.js";
import { mapInTurns } from "./turns.js";

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
