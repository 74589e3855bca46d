import { fieldPath } from "../../diff/schema/schema-pair.js";
import type { FieldTable } from "../../docs/model/page.js";

/** What a part of a line is, which gives it its colour; `""` has that of the text. */
export type TokenKind = "" | "key" | "string" | "number" | "word" | "type" | "comment";

/** A part of a line. */
export type Token = readonly [kind: TokenKind, text: string];

/** A line of code, without its end. */
export interface CodeLine {
  /** The path of the field that it is about; `""` for the object itself. */
  readonly path: string;
  readonly tokens: readonly Token[];
}

/** A place in the fields of a version: where a field stands, and what may follow in its value. */
export class FieldPlace {
  readonly path: string;
  readonly #table: FieldTable;
  /** `undefined` where nothing is known of what is below. */
  readonly #node: number | undefined;
  /** The steps to its fields that are left, as in a path. */
  readonly #steps: string;

  constructor(table: FieldTable, path = "", node: number | undefined = 0, steps = "") {
    this.#table = table;
    this.path = path;
    this.#node = node;
    this.#steps = steps;
  }

  /** The place of a member with a name: a field, or a value of a map. */
  member(name: string): FieldPlace {
    if (this.#steps.startsWith(".*")) return this.#step(".*");
    const fields = this.#node === undefined ? undefined : this.#table.nodes[this.#node]?.fields;
    const entry = this.#steps === "" ? fields?.find(([own]) => own === name) : undefined;
    if (entry === undefined) return new FieldPlace(this.#table, this.path, undefined);
    const steps = this.#table.nodes[entry[1]]?.steps;
    return new FieldPlace(this.#table, fieldPath(this.path, name), entry[1], steps);
  }

  /** The place of an item of a list. */
  item(): FieldPlace {
    return this.#steps.startsWith("[*]") ? this.#step("[*]") : this;
  }

  /** The place of the object that has the fields, through all lists and maps. */
  inner(): FieldPlace {
    return this.#steps === "" ? this : this.#step(this.#steps);
  }

  #step(step: string): FieldPlace {
    const steps = this.#steps.slice(step.length);
    return new FieldPlace(this.#table, this.path + step, this.#node, steps);
  }
}

/** Whether a field is at a path, or below it. */
export function isWithin(path: string, outer: string): boolean {
  if (!path.startsWith(outer)) return false;
  const next = path[outer.length];
  return next === undefined || next === "." || next === "[" || outer === "";
}
