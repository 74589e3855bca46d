import type { Schema } from "../../../crd/ir/schema.js";
import type {
  LibraryType,
  LibraryValue,
  RuntimeType,
  RuntimeValue,
} from "../../../runtime/contract.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Expr, Imported, Stmt, TypeNode } from "../../emit/code.js";
import { expr, tsType } from "../../emit/code.js";
import type { Parameter } from "../../emit/declaration.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { camelCase } from "../../emit/identifiers.js";
import type { DocComment } from "../../emit/jsdoc.js";
import type { NameTable } from "../names.js";
import { FreeNames } from "../names/enum-values.js";

/** Where a file takes the names of the runtime from. */
interface RuntimeNames {
  runtime(name: RuntimeValue | LibraryValue): Imported;
  runtimeType(name: RuntimeType | LibraryType): Imported;
}

/** Options of a file of rules, besides the names of the runtime. */
interface RuleFileOptions {
  /** Names that the file has for other things. */
  readonly taken?: readonly string[];
  /** The server whose rules they are; the newest one unless given. */
  readonly kubernetes?: KubernetesMinor;
  /** Where constants take their names from. */
  readonly schemas?: Pick<NameTable, "localName">;
}

/**
 * The file that rules are written to: constants and functions, each made once, and written if
 * something names it.
 */
export class RuleFile {
  readonly #file: GeneratedFile;
  readonly #names: RuntimeNames;
  readonly #constants = new Map<string, Expr>();
  readonly #numbers = new Map<Schema, number>();
  readonly #freeNames = new FreeNames("");
  readonly #schemas: Pick<NameTable, "localName"> | undefined;

  /** The server whose rules they are. */
  readonly kubernetes: KubernetesMinor;

  constructor(file: GeneratedFile, names: RuntimeNames, options: RuleFileOptions = {}) {
    this.kubernetes = options.kubernetes ?? newestMinor;
    this.#file = file;
    this.#names = names;
    this.#schemas = options.schemas;
    for (const name of options.taken ?? []) this.#freeNames.add(name);
  }

  /** Names a constant about a schema, with its purpose at the end. */
  constantName(schema: Schema, purpose: string): string {
    const name = this.#schemas?.localName(schema) ?? "value";
    return `${camelCase(name)}${purpose}`;
  }

  /** A number that no other schema has in the file. */
  numberOf(schema: Schema): number {
    const known = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, known);
    return known;
  }

  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr {
    return expr`${this.#names.runtime(name)}`;
  }

  /** A name of the file that nothing else has. */
  name(base: string): string {
    return this.#freeNames.take(base);
  }

  /**
   * A constant, made once per key; `type` names its type in the runtime where it cannot be
   * inferred.
   */
  constant(key: string, base: string, value: () => Expr, type?: RuntimeType | LibraryType): Expr {
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const made = value();
    const constant = this.#file.addPrivate({
      kind: "const",
      name: this.name(base),
      exported: false,
      doc: [],
      type: type === undefined ? undefined : tsType`${this.#names.runtimeType(type)}`,
      value: made,
    });
    this.#constants.set(key, constant);
    return constant;
  }

  /** A function of the file; its name must come from `name`. */
  declare(
    name: string,
    parameters: readonly Parameter[],
    returns: TypeNode,
    body: Stmt,
    doc: DocComment = [],
  ): Expr {
    const declaration = { kind: "function", exported: false } as const;
    return this.#file.addPrivate({ ...declaration, name, doc, parameters, returns, body });
  }

  /** The type of data that was not looked at. */
  get dataType(): TypeNode {
    return tsType`${this.#names.runtimeType("AnyData")}`;
  }
}

/**
 * Thrown for an expression that cannot be written as code that does what the server does; its plan
 * evaluates it.
 */
export class UnsupportedExpression extends Error {}
