import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";

/**
 * The texts of a schema that are only for people. They lie beside the hash-consed `Schema`, one per
 * place in a CRD. A thin view over the raw schema, which the front end has checked before.
 */
export class Annotations {
  readonly #raw: Json | undefined;

  constructor(raw: Json | undefined) {
    this.#raw = raw;
  }

  /** The schema as it is written; absent where there is none. */
  get raw(): Json | undefined {
    return this.#raw;
  }

  /** `""` = none. */
  get description(): string {
    return this.#text("description");
  }

  /** `""` = none. */
  get title(): string {
    return this.#text("title");
  }

  /** The value that the author gives as an example; undefined where there is none. */
  get example(): Json | undefined {
    return this.#child("example");
  }

  /** Those of a property; of a property that is not there, none. */
  field(name: string): Annotations {
    const fields = this.#child("properties");
    return new Annotations(
      isObject(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined,
    );
  }

  /** Those of a member: of the property, else of `additionalProperties`. */
  member(name: string): Annotations {
    const fields = this.#child("properties");
    return isObject(fields) && Object.hasOwn(fields, name) ? this.field(name) : this.values();
  }

  /** Those of the items of a list. */
  items(): Annotations {
    return new Annotations(this.#child("items"));
  }

  /** Those of `additionalProperties`. */
  values(): Annotations {
    return new Annotations(this.#child("additionalProperties"));
  }

  #text(key: string): string {
    const value = this.#child(key);
    return typeof value === "string" ? value : "";
  }

  #child(key: string): Json | undefined {
    return isObject(this.#raw) ? this.#raw[key] : undefined;
  }
}

/**
 * The texts of the expressions in a CRD that is replaced, wherever they stand. A server compiles
 * them with all that it knows, and new ones with what the server before it knew as well
 * (apiextensions `validation.go`, `preexistingExpressions`).
 */
export interface StoredExpressions {
  readonly rules: ReadonlySet<string>;
  readonly messageExpressions: ReadonlySet<string>;
}
