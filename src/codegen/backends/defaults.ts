import { applyDefaults, copyJson } from "../../crd/ir/apply-defaults.js";
import type { Schema } from "../../crd/ir/schema.js";
import type { RuntimeValue } from "../../runtime/contract.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { Case, Expr, Stmt } from "../emit/code.js";
import {
  clause,
  expr,
  isNothing,
  nothing,
  sharedClause,
  stmt,
  statementKey,
  tsType,
  word,
} from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import { ifStatement } from "../emit/nodes/fold.js";
import type { Backend, EmitContext } from "./backend.js";
import { jsonLiteral } from "./json-literal.js";
import type { NameTable } from "./names.js";
import { typeMetaFields } from "./names/tree.js";

/** Writes `defaults.ts`: null handling and defaults. */
export const defaultsBackend: Backend = {
  name: "defaults",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("defaults");
    const writer = new DefaultsWriter(unit.names, "default", context, file);
    const body = writer.rootBody(unit.version.schema);
    file.add({
      kind: "function",
      name: `default${unit.names.type}`,
      exported: true,
      doc: jsDoc({
        text: "Fills in the defaults of the schema, in place, as the API server does on write and on read. A null counts as absent where the schema does not allow it.",
      }),
      // Some compiler settings demand this of what is not used.
      parameters: [{ name: isNothing(body) ? "_value" : "value", type: tsType`unknown` }],
      returns: tsType`void`,
      body,
    });
  },
};

/** The part of a schema that describes the members of an object. */
type ObjectSchema = Pick<Schema, "fields" | "values">;

/** A bit for each field with a default, as long as small integers last. */
const maxBits = 30;

/** Declares one function for each distinct way in which objects and lists of a unit are filled. */
export class DefaultsWriter {
  readonly #schemaNames: NameTable;
  /** The first part of the functions' names. */
  readonly #verb: string;
  readonly #context: EmitContext;
  readonly #file: GeneratedFile;
  readonly #functions = new Map<Schema, Expr | undefined>();
  readonly #names = new Map<string, string>();

  constructor(names: NameTable, verb: string, context: EmitContext, file: GeneratedFile) {
    this.#schemaNames = names;
    this.#verb = verb;
    this.#context = context;
    this.#file = file;
  }

  /** The server takes root metadata from what it decoded, so the schema has no say in it. */
  rootBody(schema: Schema | undefined): Stmt {
    if (schema === undefined) return nothing;
    const fields = new Map([...schema.fields].filter(([name]) => !typeMetaFields.has(name)));
    return this.#objectBody({ fields, values: schema.values });
  }

  /** The function for values of a schema; undefined where there is nothing to do. */
  #filler(schema: Schema): Expr | undefined {
    if (this.#functions.has(schema)) return this.#functions.get(schema);
    const body = this.#body(schema);
    const filler = isNothing(body) ? undefined : this.#declare(schema, body);
    this.#functions.set(schema, filler);
    return filler;
  }

  /** Functions with equal bodies are one. */
  #declare(schema: Schema, body: Stmt): Expr {
    const key = statementKey(body);
    const known = this.#names.get(key);
    if (known !== undefined) return word(known);
    const name = `${this.#verb}${this.#schemaNames.localName(schema)}Fields`;
    this.#names.set(key, name);
    this.#file.add({
      kind: "function",
      name,
      exported: false,
      doc: [],
      parameters: [{ name: "value", type: tsType`unknown` }],
      returns: tsType`void`,
      body,
    });
    return word(name);
  }

  #body(schema: Schema): Stmt {
    const list = this.#listStatements(schema);
    const object = this.#objectBody(schema);
    return stmt`${list}
${object}`;
  }

  #listStatements({ items }: Schema): Stmt {
    if (items === undefined) return nothing;
    const replaces = items.default !== undefined && !items.nullable;
    const filler = this.#filler(items);
    if (!replaces && filler === undefined) return nothing;
    const fill = filler === undefined ? undefined : stmt`${filler}(value[index]);`;
    const statement = replaces
      ? ifStatement(
          expr`value[index] === null`,
          stmt`value[index] = ${this.#defaultOf(items)};`,
          fill,
        )
      : fill;
    return stmt`if (Array.isArray(value)) {
  for (let index = 0; index < value.length; index++) {
    ${statement}
  }
}`;
  }

  #objectBody(schema: ObjectSchema): Stmt {
    const defaulted = [...schema.fields].filter(([, field]) => field.default !== undefined);
    const bits = new Map(defaulted.slice(0, maxBits).map(([name], index) => [name, 1 << index]));
    const cases = this.#cases(schema, bits);
    const others = this.#others(schema);
    if (cases.length === 0 && isNothing(others)) return nothing;
    const loop = stmt`for (const key in value) {
  const member = value[key];
  if (member === undefined) continue;
  ${this.#dispatch(cases, others)}
}`;
    return stmt`${[
      stmt`if (!${this.#runtime("isMembers")}(value)) return;`,
      ...(bits.size > 0 ? [stmt`let seen = 0;`] : []),
      loop,
      ...defaulted.map(([name, field]) => this.#fillAbsent(name, field, bits.get(name))),
    ]}`;
  }

  #dispatch(cases: readonly Case[], others: Stmt): Stmt {
    if (cases.length === 0) return others;
    const clauses = isNothing(others) ? cases : [...cases, ...clause`default: ${others}`];
    return stmt`switch (key) {
  ${clauses}
}`;
  }

  #cases(schema: ObjectSchema, bits: ReadonlyMap<string, number>): readonly Case[] {
    const dropped: string[] = [];
    const cases: Case[] = [];
    const kept: string[] = [];
    for (const [name, field] of schema.fields) {
      const isDrop =
        field.default === undefined && !field.nullable && this.#filler(field) === undefined;
      if (isDrop) {
        dropped.push(name);
        continue;
      }
      const bit = bits.get(name);
      const statement = this.#memberStatement(field);
      if (isNothing(statement) && bit === undefined) kept.push(name);
      else cases.push(...this.#caseOf(name, statement, bit));
    }
    const drop = stmt`if (member === null) delete value[key];
break;`;
    // Without its case a field would be taken for one of the others.
    const isKept = !isNothing(this.#others(schema));
    return [
      ...cases,
      ...sharedClause(dropped, drop),
      ...(isKept ? sharedClause(kept, stmt`break;`) : []),
    ];
  }

  #caseOf(name: string, statement: Stmt, bit: number | undefined): readonly Case[] {
    const mark = bit === undefined ? nothing : stmt`seen |= ${bit};`;
    return clause`case ${name}:
  ${statement}
  ${mark}
  break;`;
  }

  #others({ values }: ObjectSchema): Stmt {
    return typeof values === "object" ? this.#memberStatement(values) : nothing;
  }

  /** Writes the statement for a member that is present. */
  #memberStatement(schema: Schema): Stmt {
    const filler = this.#filler(schema);
    const fill = filler === undefined ? undefined : stmt`${filler}(member);`;
    if (schema.nullable) return fill ?? nothing;
    const onNull =
      schema.default === undefined
        ? stmt`delete value[key];`
        : stmt`value[key] = ${this.#defaultOf(schema)};`;
    return ifStatement(expr`member === null`, onNull, fill);
  }

  #fillAbsent(name: string, field: Schema, bit: number | undefined): Stmt {
    const value = this.#defaultOf(field);
    const isAbsent =
      bit === undefined
        ? expr`!${this.#runtime("hasKey")}(value, ${name})`
        : expr`(seen & ${bit}) === 0`;
    const set =
      name === "__proto__"
        ? expr`${this.#runtime("setKey")}(value, ${name}, ${value})`
        : expr`value[${name}] = ${value}`;
    return stmt`if (${isAbsent}) ${set};`;
  }

  /** A default with the defaults that it gets itself. */
  #defaultOf(schema: Schema): Expr {
    const value: Json = copyJson(schema.default ?? null);
    applyDefaults(value, schema);
    return jsonLiteral(value, (name) => this.#context.runtime(name));
  }

  #runtime(name: RuntimeValue): Expr {
    return expr`${this.#context.runtime(name)}`;
  }
}
