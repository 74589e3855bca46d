import type { Schema } from "../../../crd/ir/schema.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Expr, Imported } from "../../emit/code.js";
import { imported, word } from "../../emit/code.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import type { DocComment } from "../../emit/jsdoc.js";
import type { EmitContext, Unit } from "../backend.js";
import type { NameTable } from "../names.js";
import { elementOf, isNamedShape, ownFields, typeMetaFields } from "../names/tree.js";
import type { TypeContext } from "../types/type-context.js";
import { createTypeContext } from "../types/type-context.js";

/** The context in which the zod schemas of a unit are written. */
export class ZodUnit {
  readonly unit: Unit;
  readonly context: EmitContext;
  readonly names: NameTable;
  readonly server: KubernetesMinor;
  /** How the types of the unit are made. */
  readonly types: TypeContext;
  /** The namespace `z` of zod. */
  readonly z: Expr;
  readonly #file: GeneratedFile;
  readonly #shared = new Map<string, Expr>();
  readonly #matchers = new Map<string, Expr>();
  /** How often each schema of a value is held by an object, a list or a map. */
  readonly #uses: ReadonlyMap<Schema, number>;

  constructor(unit: Unit, context: EmitContext, file: GeneratedFile) {
    this.unit = unit;
    this.context = context;
    this.names = unit.names;
    this.server = unit.kubernetes;
    this.types = createTypeContext(unit, context, (name) => context.siblingType("types", name));
    this.z = imported(context.packageNamespace("zod", "z"));
    this.#file = file;
    this.#uses = countUses(this);
  }

  runtime(name: RuntimeValue | LibraryValue): Imported {
    return this.context.runtime(name);
  }

  /** Tells whether several places hold a value of the schema. */
  isUsedOften(schema: Schema): boolean {
    return (this.#uses.get(schema) ?? 0) > 1;
  }

  /** A constant of the file's own, written once and only where it is used. */
  shared(name: string, doc: DocComment, make: () => Expr): Expr {
    let known = this.#shared.get(name);
    if (known === undefined) {
      const value = make();
      known = this.#file.addPrivate({
        kind: "const",
        name,
        exported: false,
        doc,
        type: undefined,
        value,
      });
      this.#shared.set(name, known);
    }
    return known;
  }

  /** The same for what is said of a schema, whose name it gets. */
  sharedOf(schema: Schema, make: () => Expr): Expr {
    return this.shared(`${this.#localName(schema)}Value`, [], make);
  }

  /** The constant that holds the matcher of a pattern; the schema that has it gives the name. */
  matcher(schema: Schema, make: () => Expr): Expr {
    const { pattern } = schema.validation;
    let known = this.#matchers.get(pattern);
    if (known === undefined) {
      known = this.shared(`${this.#localName(schema)}Matcher`, [], make);
      this.#matchers.set(pattern, known);
    }
    return known;
  }

  #localName(schema: Schema): string {
    const { type, value } = this.names;
    return value + this.names.localName(schema).slice(type.length);
  }

  /** The schema of an object type of the unit. */
  objectSchema(type: string): Expr {
    return word(schemaName(this.names, type));
  }

  /** The object types that the fields of one hold. */
  objectsIn(shape: Schema): readonly Schema[] {
    return this.fieldsOf(shape)
      .map(([, field]) => elementOf(field))
      .filter(isNamedShape)
      .map((element) => this.names.shapeOf(element));
  }

  /** The fields of an object type that zod is told of; without those of all resources. */
  fieldsOf(shape: Schema): readonly (readonly [string, Schema])[] {
    const isRoot = this.isRoot(shape);
    return [...ownFields(shape)].filter(
      ([name]) => !(isRoot && typeMetaFields.has(name)) && isTold(name),
    );
  }

  isRoot(shape: Schema): boolean {
    return shape === this.names.types[0]?.schema;
  }
}

/**
 * Tells whether zod can be told of a field. It reads those of JavaScript's own objects, such as
 * `constructor`, where they are absent.
 */
export function isTold(name: string): boolean {
  return !(name in Object.prototype);
}

/** `CronTabSpec` → `cronTabSpecZod`. All types of a unit begin with the name of the resource's. */
export function schemaName({ type, value }: NameTable, name: string): string {
  return `${value}${name.slice(type.length)}Zod`;
}

function countUses(writer: ZodUnit): ReadonlyMap<Schema, number> {
  const uses = new Map<Schema, number>();
  for (const { schema } of writer.names.types) {
    for (const [, field] of writer.fieldsOf(schema)) {
      uses.set(field, (uses.get(field) ?? 0) + 1);
    }
  }
  return uses;
}
