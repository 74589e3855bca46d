import type { Code } from "../emit/code.js";
import { code, empty, word } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import { applyDefaults } from "../ir/apply-defaults.js";
import { copyJson } from "../ir/copy-json.js";
import type { Schema } from "../ir/schema.js";
import type { RuntimeValue } from "../runtime/contract.js";
import type { Json } from "../runtime/v1/json/json.js";
import type { Backend, EmitContext } from "./backend.js";
import { jsonLiteral } from "./json-literal.js";
import type { NameTable } from "./names.js";
import { typeMetaFields } from "./names/object-shape.js";

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
      parameters: [{ name: body.text === "" ? "_value" : "value", type: code`unknown` }],
      returns: code`void`,
      body,
    });
  },
};

/** A bit for each field with a default, as long as small integers last. */
const maxBits = 30;

/** Declares one function for each distinct way in which objects and lists of a unit are filled. */
export class DefaultsWriter {
  readonly #schemaNames: NameTable;
  /** What the functions' names begin with. */
  readonly #verb: string;
  readonly #context: EmitContext;
  readonly #file: GeneratedFile;
  readonly #functions = new Map<Schema, Code | undefined>();
  readonly #names = new Map<string, string>();

  constructor(names: NameTable, verb: string, context: EmitContext, file: GeneratedFile) {
    this.#schemaNames = names;
    this.#verb = verb;
    this.#context = context;
    this.#file = file;
  }

  /** The server takes root metadata from what it decoded, so the schema has no say in it. */
  rootBody(schema: Schema | undefined): Code {
    if (schema === undefined) return empty;
    const fields = new Map([...schema.fields].filter(([name]) => !typeMetaFields.has(name)));
    return this.#objectBody({ ...schema, fields });
  }

  /** The function for values of a schema; undefined where there is nothing to do. */
  #filler(schema: Schema): Code | undefined {
    if (this.#functions.has(schema)) return this.#functions.get(schema);
    const body = this.#body(schema);
    const filler = body.text === "" ? undefined : this.#declare(schema, body);
    this.#functions.set(schema, filler);
    return filler;
  }

  /** Functions with equal bodies are one. */
  #declare(schema: Schema, body: Code): Code {
    const known = this.#names.get(body.text);
    if (known !== undefined) return word(known);
    const name = `${this.#verb}${this.#schemaNames.localName(schema)}Fields`;
    this.#names.set(body.text, name);
    this.#file.add({
      kind: "function",
      name,
      exported: false,
      doc: empty,
      parameters: [{ name: "value", type: code`unknown` }],
      returns: code`void`,
      body,
    });
    return word(name);
  }

  #body(schema: Schema): Code {
    const list = this.#listStatements(schema);
    const object = this.#objectBody(schema);
    return code`${[list, object].filter(({ text }) => text !== "")}`;
  }

  #listStatements({ items }: Schema): Code {
    if (items === undefined) return empty;
    const replaces = items.default !== undefined && !items.nullable;
    const filler = this.#filler(items);
    if (!replaces && filler === undefined) return empty;
    const fill = filler === undefined ? empty : code`${filler}(value[index]);`;
    const statement = replaces
      ? code`if (value[index] === null) value[index] = ${this.#defaultOf(items)};
${filler === undefined ? empty : code`else ${fill}`}`
      : fill;
    return code`if (Array.isArray(value)) {
  for (let index = 0; index < value.length; index++) {
    ${statement}
  }
}`;
  }

  #objectBody(schema: Schema): Code {
    const defaulted = [...schema.fields].filter(([, field]) => field.default !== undefined);
    const bits = new Map(defaulted.slice(0, maxBits).map(([name], index) => [name, 1 << index]));
    const cases = this.#cases(schema, bits);
    const others = this.#others(schema);
    if (cases.length === 0 && others.text === "") return empty;
    const loop = code`for (const key in value) {
  const member = value[key];
  if (member === undefined) continue;
  ${this.#dispatch(cases, others)}
}`;
    return code`${[
      code`if (!${this.#runtime("isMembers")}(value)) return;`,
      ...(bits.size > 0 ? [code`let seen = 0;`] : []),
      loop,
      ...defaulted.map(([name, field]) => this.#fillAbsent(name, field, bits.get(name))),
    ]}`;
  }

  #dispatch(cases: readonly Code[], others: Code): Code {
    if (cases.length === 0) return others;
    const clauses =
      others.text === ""
        ? cases
        : [
            ...cases,
            code`default:
  ${others}`,
          ];
    return code`switch (key) {
  ${clauses}
}`;
  }

  #cases(schema: Schema, bits: ReadonlyMap<string, number>): readonly Code[] {
    const dropped: Code[] = [];
    const cases: Code[] = [];
    const kept: Code[] = [];
    for (const [name, field] of schema.fields) {
      const bit = bits.get(name);
      const statement = this.#memberStatement(field);
      const isDrop =
        field.default === undefined && !field.nullable && this.#filler(field) === undefined;
      if (isDrop) dropped.push(code`case ${name}:`);
      else if (statement.text === "" && bit === undefined) kept.push(code`case ${name}:`);
      else cases.push(this.#caseOf(name, statement, bit));
    }
    if (dropped.length > 0) {
      cases.push(code`${dropped}
  if (member === null) delete value[key];
  break;`);
    }
    // Without its case a field would be taken for one of the others.
    if (kept.length > 0 && this.#others(schema).text !== "")
      cases.push(code`${kept}
  break;`);
    return cases;
  }

  #caseOf(name: string, statement: Code, bit: number | undefined): Code {
    const mark = bit === undefined ? [] : [code`seen |= ${bit};`];
    const statements = statement.text === "" ? mark : [statement, ...mark];
    return code`case ${name}:
  ${[...statements, code`break;`]}`;
  }

  #others({ values }: Schema): Code {
    return typeof values === "object" ? this.#memberStatement(values) : empty;
  }

  /** What becomes of a member that is there. */
  #memberStatement(schema: Schema): Code {
    const filler = this.#filler(schema);
    const fill = filler === undefined ? empty : code`${filler}(member);`;
    if (schema.nullable) return fill;
    const onNull =
      schema.default === undefined
        ? code`delete value[key]`
        : code`value[key] = ${this.#defaultOf(schema)}`;
    if (filler === undefined) return code`if (member === null) ${onNull};`;
    return code`if (member === null) ${onNull};
else ${fill}`;
  }

  #fillAbsent(name: string, field: Schema, bit: number | undefined): Code {
    const value = this.#defaultOf(field);
    const isAbsent =
      bit === undefined
        ? code`!${this.#runtime("hasKey")}(value, ${name})`
        : code`(seen & ${bit}) === 0`;
    const set =
      name === "__proto__"
        ? code`${this.#runtime("setKey")}(value, ${name}, ${value})`
        : code`value[${name}] = ${value}`;
    return code`if (${isAbsent}) ${set};`;
  }

  /** A default with the defaults that it gets itself. */
  #defaultOf(schema: Schema): Code {
    const value: Json = copyJson(schema.default ?? null);
    applyDefaults(value, schema);
    return jsonLiteral(value, (name) => this.#context.runtime(name));
  }

  #runtime(name: RuntimeValue): Code {
    return code`${this.#context.runtime(name)}`;
  }
}
