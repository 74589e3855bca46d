import type { NestedValidation, Schema } from "../../../crd/ir/schema.js";
import { camelCase } from "../../emit/identifiers.js";
import type { NameTable } from "../names.js";
import { FreeNames } from "../names/free-names.js";
import { plainName } from "./plain-names.js";
import type { Shape, ShapeTable } from "./shape.js";

/**
 * The names of what is generated for shapes: those of the schemas, and of branches after the node
 * that they belong to.
 */
export class ShapeNames {
  readonly #names: NameTable;
  readonly #shapes: ShapeTable;
  readonly #byShape = new Map<Shape, string>();
  readonly #constants = new Map<Shape, string>();
  /** By source. */
  readonly #patterns = new Map<string, string>();
  readonly #taken = new FreeNames("_");

  constructor(names: NameTable, shapes: ShapeTable) {
    this.#names = names;
    this.#shapes = shapes;
  }

  /** Gives names to the shape of a schema and to those below, once, in the order of the tree. */
  assign(schema: Schema | NestedValidation, proposed: string): Shape {
    const shape = this.#shapes.shape(schema);
    if (this.#byShape.has(shape)) return shape;
    const isCore = "intOrString" in schema;
    const name = this.#take(shape, isCore ? this.#names.localName(schema) : proposed);
    this.#assignBranches(schema, name);
    for (const [key, field] of schema.fields) this.assign(field, `${name}${upperFirst(key)}`);
    if (typeof schema.values === "object") this.assign(schema.values, `${name}Value`);
    if (schema.items !== undefined) this.assign(schema.items, `${name}Item`);
    return shape;
  }

  /** `CronTabSpec`. */
  of(shape: Shape): string {
    const name = this.#byShape.get(shape);
    if (name === undefined) throw new Error("invariant: the shape has no name yet");
    return name;
  }

  /** The function that checks quickly: `isValidCronTabSpec`. */
  quickCheck(shape: Shape): string {
    return `isValid${this.of(shape)}`;
  }

  /**
   * The constant that holds the schema: `cronTabSpecShape`, or `stringShape` where that says all.
   */
  schema(shape: Shape): string {
    let name = this.#constants.get(shape);
    if (name === undefined) {
      const plain = plainName(shape);
      name = `${camelCase(plain === undefined ? this.of(shape) : this.#taken.take(plain))}Shape`;
      this.#constants.set(shape, name);
    }
    return name;
  }

  /** The constant of a pattern, after the first shape that has it: `cronTabSpecPattern`. */
  pattern(shape: Shape): string {
    const source = shape.validation.pattern;
    let name = this.#patterns.get(source);
    if (name === undefined) {
      name = `${camelCase(this.of(shape))}Pattern`;
      this.#patterns.set(source, name);
    }
    return name;
  }

  #assignBranches({ validation }: Schema | NestedValidation, name: string): void {
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      for (const [index, branch] of validation[keyword].entries()) {
        this.assign(branch, `${name}${upperFirst(keyword)}${index + 1}`);
      }
    }
    if (validation.not !== undefined) this.assign(validation.not, `${name}Not`);
  }

  #take(shape: Shape, proposed: string): string {
    const name = this.#taken.take(proposed);
    this.#byShape.set(shape, name);
    return name;
  }
}

/** For names of branches, which nothing outside refers to. */
function upperFirst(key: string): string {
  const word = key.replace(/\W/g, "");
  return word.charAt(0).toUpperCase() + word.slice(1);
}
