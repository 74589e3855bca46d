import type { FieldError } from "../values/field-error.js";
import { forbiddenError } from "../values/field-errors.js";
import type { HearKey } from "../values/go/parse-json.js";
import type { GoStruct, GoType } from "../values/metadata/types.js";
import { goFieldType, isStruct, goItemType } from "../values/metadata/types.js";
import { duplicateField, unknownField } from "./strict-errors.js";

/** How many faults the decoder tells. */
const mostFaults = 100;

/**
 * Finds the faults that a strict decoder reports in a text that it decodes into a type of Go
 * (sigs.k8s.io/json): faults come in the order of the text, each once, and nobody looks into what
 * is unknown.
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

  #tell(path: string, fault: string): void {
    const text = `${fault} ${path}`;
    if (this.#faults.size >= mostFaults || this.#faults.has(text)) return;
    this.#faults.set(text, forbiddenError(path, fault));
  }
}

function isRead(type: GoType | undefined): boolean {
  return isStruct(type) || type === "map[string]string";
}
