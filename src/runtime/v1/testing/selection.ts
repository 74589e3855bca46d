import type { JsonObject } from "../values/json/json.js";
import { pathSegmentFaults } from "../values/names.js";
import { badRequestFailure } from "./failure.js";
import { selectableText } from "./field-path.js";
import type { ListSettings } from "./options-of-request.js";
import type { FieldTerm } from "./selectors.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion } from "./served-version.js";
import type { Revision } from "./store.js";
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
