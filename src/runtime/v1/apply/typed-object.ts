import type { JsonObject } from "../values/json/json.js";
import { textOf } from "../values/metadata/rules.js";
import type { FieldSet } from "./field-set.js";
import { fieldSetOf, noFields } from "./field-set.js";
import type { MergeSchema } from "./merge-schema.js";
import { fieldElement } from "./path-element.js";
import { typeFault } from "./type-errors.js";

/** An object and the schema of its version. */
export interface TypedObject {
  readonly object: JsonObject;
  readonly schema: MergeSchema;
}

/**
 * Gives an object in another version of its resource, with the schema of that version. Undefined
 * for a version that the resource does not have.
 */
export type ConvertTyped = (object: JsonObject, apiVersion: string) => TypedObject | undefined;

/** What the server cannot merge, in its words. */
export class MergeFault extends Error {}

/** A version of an object that there is not. */
function versionFault({ object }: TypedObject, apiVersion: string): string {
  const own = textOf(object, "apiVersion");
  const kind = textOf(object, "kind");
  return groupOfVersion(own) === groupOfVersion(apiVersion)
    ? `request to convert CR to an invalid group/version: ${apiVersion}`
    : `${own}, Kind=${kind} is unstructured and is not suitable for converting to "${apiVersion}"`;
}

function groupOfVersion(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** What objects are converted by, and which fields a request cannot change. */
export class Versions {
  readonly #convert: ConvertTyped | undefined;
  readonly #apiVersion: string;
  readonly #subresource: string;

  constructor(apiVersion: string, subresource: string, convert: ConvertTyped | undefined) {
    this.#apiVersion = apiVersion;
    this.#subresource = subresource;
    this.#convert = convert;
  }

  /**
   * An object in a version. `step` is what the server says before a fault.
   *
   * @throws MergeFault if the resource has no such version, or the result is not of its type
   */
  at(typed: TypedObject, apiVersion: string, step = ""): TypedObject {
    if (textOf(typed.object, "apiVersion") === apiVersion) return typed;
    const converted = this.#convert?.(typed.object, apiVersion);
    if (converted === undefined) throw new MergeFault(step + versionFault(typed, apiVersion));
    const { object, schema } = converted;
    const fault = typeFault(object, schema.type, false);
    if (fault !== undefined) throw new MergeFault(step + fault);
    return converted;
  }

  /**
   * The fields that a request leaves as they are (apiextensions `registry/customresource`,
   * `GetResetFields`). Of a resource itself the server knows them in the version of the request
   * alone.
   */
  resetFields({ schema }: TypedObject, apiVersion: string): FieldSet {
    const { status } = schema;
    if (status === undefined) return noFields;
    if (this.#subresource === "status") {
      return status === true ? topFields("metadata", "spec") : topFields("spec");
    }
    const isWhole = this.#subresource === "" || this.#subresource === "finalize";
    const isOwn = isWhole && apiVersion === this.#apiVersion;
    return isOwn ? topFields("status") : noFields;
  }
}

function topFields(...names: readonly string[]): FieldSet {
  return fieldSetOf(...names.map((name) => [fieldElement(name)]));
}
