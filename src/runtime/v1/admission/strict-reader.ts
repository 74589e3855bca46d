import type { FieldError } from "../field-error.js";
import { forbiddenError } from "../field-errors.js";
import { compareUtf8 } from "../go/compare-utf8.js";
import type { HearKey } from "../go/parse-json.js";
import type { JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import type { GoStruct, GoType } from "../metadata/types.js";
import { goFieldType, isStruct, goItemType } from "../metadata/types.js";
import { duplicateField, unknownField } from "./strict-errors.js";

/** How many faults the decoder tells. */
const mostFaults = 100;

/**
 * What a strict decoder has against a text that it decodes into a type of Go (sigs.k8s.io/json):
 * faults come in the order of the text, each once, and nobody looks into what is unknown.
 */
export class StrictReader {
  readonly #faults = new Map<string, FieldError>();
  /** The types of the values around the next key, by how many objects and lists they are in. */
  readonly #types: (GoType | undefined)[];

  constructor(type: GoStruct) {
    this.#types = [type];
  }

  get faults(): readonly FieldError[] {
    return [...this.#faults.values()];
  }

  /** Hears of each key of the text. */
  readonly hear: HearKey = ({ depth, key, isSecond, path }) => {
    this.#types.length = Math.min(this.#types.length, depth);
    const parent = this.#types[depth - 1] ?? goItemType(this.#types[depth - 2]);
    const type = isStruct(parent) ? goFieldType(parent, key) : undefined;
    this.#types[depth] = type;
    if (isStruct(parent) && type === undefined) this.#tell(path(), unknownField);
    else if (isSecond && isRead(parent)) this.#tell(path(), duplicateField);
  };

  /** Hears of the keys of an object as if it were a text with sorted keys. */
  hearAll(object: JsonObject, depth = 1, place = ""): void {
    for (const key of Object.keys(object).sort(compareUtf8)) {
      const path = place === "" ? key : `${place}.${key}`;
      this.hear({ depth, key, path: () => path, isSecond: false });
      // Nobody looks into what is no struct, or list of them.
      if (typeof this.#types[depth] !== "object") continue;
      const member = object[key] ?? null;
      if (isObject(member)) this.hearAll(member, depth + 1, path);
      if (!Array.isArray(member)) continue;
      for (const [index, item] of member.entries()) {
        if (isObject(item)) this.hearAll(item, depth + 2, `${path}[${index}]`);
      }
    }
  }

  #tell(path: string, fault: string): void {
    const text = `${fault} ${path}`;
    if (this.#faults.size >= mostFaults || this.#faults.has(text)) return;
    this.#faults.set(text, forbiddenError(path, fault));
  }
}

function isRead(type: GoType | undefined): boolean {
  return isStruct(type) || type === "map[string]string";
}
