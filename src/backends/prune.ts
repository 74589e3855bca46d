import type { Code } from "../emit/code.js";
import { code, empty, word } from "../emit/code.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { Schema } from "../ir/schema.js";
import type { RuntimeValue } from "../runtime/contract.js";
import type { Backend, EmitContext } from "./backend.js";
import type { NameTable } from "./names.js";
import { itemsOf, ownFields, typeMetaFields } from "./names/object-shape.js";

/** Writes `prune.ts`: removal of unknown fields, with their paths. */
export const pruneBackend: Backend = {
  name: "prune",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("prune");
    const { schema } = unit.version;
    const pruner = new PruneWriter(unit.names, "prune", context, file);
    const keepsAll = unit.resource.preserveUnknownFields;
    file.add({
      kind: "function",
      name: `prune${unit.names.type}`,
      exported: true,
      doc: jsDoc({
        text: `Removes, in place, every field that the schema does not specify. Gives their paths as the API server names them in its warnings, sorted. Metadata is left as it is.`,
      }),
      parameters: [{ name: keepsAll ? "_object" : "object", type: code`unknown` }],
      returns: code`string[]`,
      body: keepsAll
        ? code`return [];`
        : code`return ${context.runtime("unknownFields")}(${pruner.root(schema)}(object));`,
    });
  },
};

/** How values of a schema are pruned. */
type Way =
  /** Nothing below can be removed: everything is preserved, and nothing specified. */
  | { readonly kind: "keep" }
  /** Objects are emptied: the schema specifies nothing. */
  | { readonly kind: "empty" }
  /** By a function. */
  | { readonly kind: "call"; readonly pruner: Code };

/** Declares one function for each distinct way in which objects and lists of a unit are pruned. */
export class PruneWriter {
  readonly #schemaNames: NameTable;
  /** What the functions' names begin with. */
  readonly #verb: string;
  readonly #context: EmitContext;
  readonly #file: GeneratedFile;
  readonly #ways = new Map<Schema, Way>();
  readonly #names = new Map<string, string>();

  constructor(names: NameTable, verb: string, context: EmitContext, file: GeneratedFile) {
    this.#schemaNames = names;
    this.#verb = verb;
    this.#context = context;
    this.#file = file;
  }

  /** The function that prunes a whole resource, whose apiVersion, kind and metadata stay. */
  root(schema: Schema | undefined): Code {
    const name = `${this.#verb}${this.#schemaNames.type}Root`;
    this.#declare(name, this.#objectBody(schema, true));
    return word(name);
  }

  #way(schema: Schema | undefined): Way {
    if (schema === undefined) return { kind: "empty" };
    let way = this.#ways.get(schema);
    if (way === undefined) this.#ways.set(schema, (way = this.#findWay(schema)));
    return way;
  }

  #findWay(schema: Schema): Way {
    if (schema.preserveUnknownFields) {
      return this.#specifiesSomething(schema) ? this.#callWay(schema) : { kind: "keep" };
    }
    const isBare =
      schema.fields.size === 0 && schema.values === undefined && schema.items === undefined;
    return isBare && !schema.embeddedResource ? { kind: "empty" } : this.#callWay(schema);
  }

  /** Whether, below a node that preserves unknown fields, anything is pruned at all. */
  #specifiesSomething(schema: Schema): boolean {
    if (schema.values !== undefined) return this.#prunes(schema.values);
    if ([...ownFields(schema).values()].some((field) => this.#prunes(field))) return true;
    return schema.items !== undefined && this.#specifiesSomething(schema.items);
  }

  #prunes(schema: Schema | boolean): boolean {
    return typeof schema === "boolean" || this.#way(schema).kind !== "keep";
  }

  /** Functions with equal bodies are one. */
  #callWay(schema: Schema): Way {
    const body = this.#body(schema);
    const known = this.#names.get(body.text);
    if (known !== undefined) return { kind: "call", pruner: word(known) };
    const name = `${this.#verb}${this.#schemaNames.localName(schema)}Fields`;
    this.#names.set(body.text, name);
    this.#declare(name, body);
    return { kind: "call", pruner: word(name) };
  }

  #body(schema: Schema): Code {
    const { fields, values, items, preserveUnknownFields } = schema;
    const isList = items !== undefined && fields.size === 0 && values === undefined;
    if (isList && !preserveUnknownFields) {
      return this.#listBody(schema);
    }
    if (
      fields.size === 0 &&
      values !== undefined &&
      !schema.embeddedResource &&
      !preserveUnknownFields
    ) {
      return this.#mapBody(schema);
    }
    return this.#objectBody(schema, schema.embeddedResource);
  }

  /** A list; an object in its place is emptied. */
  #listBody({ items }: Schema): Code {
    const item = this.#pruner(this.#way(items));
    return code`if (!Array.isArray(value)) return ${this.#runtime("pruneUnspecified")}(value);
return ${this.#runtime("pruneItems")}(value, ${item});`;
  }

  #mapBody({ values }: Schema): Code {
    const way = this.#way(typeof values === "object" ? values : undefined);
    return code`return ${this.#runtime("pruneValues")}(value, ${this.#pruner(way)});`;
  }

  #objectBody(schema: Schema | undefined, embedded: boolean): Code {
    const preserves = schema?.preserveUnknownFields === true;
    const lists = this.#listStatement(schema);
    const cases = this.#cases(schema, embedded);
    const others = this.#others(schema, preserves);
    const clauses =
      others.text === ""
        ? cases
        : [
            ...cases,
            code`default:
  ${others}`,
          ];
    const isIdle = others.text === "" && cases.length === 0;
    if (isIdle) return code`return ${this.#runtime("isMembers")}(value) ? undefined : ${lists};`;
    return code`if (!${this.#runtime("isMembers")}(value)) return ${lists};
let pruned${code`: ${this.#context.runtimeType("Pruned")}`};
for (const key in value) {
  switch (key) {
    ${clauses}
  }
}
return pruned;`;
  }

  /** What becomes of a value that is no object. */
  #listStatement(schema: Schema | undefined): Code {
    const way =
      schema?.preserveUnknownFields === true
        ? this.#preservedItems(schema)
        : this.#way(schema?.items);
    if (way.kind === "keep") return code`undefined`;
    return code`${this.#runtime("pruneItems")}(value, ${this.#pruner(way)})`;
  }

  /** The items of a list that preserves unknown fields inherit that. */
  #preservedItems(list: Schema): Way {
    const preserved = itemsOf(list);
    if (list.items === undefined || preserved === undefined) return { kind: "keep" };
    return this.#specifiesSomething(preserved)
      ? this.#callPreserved(list.items, preserved)
      : { kind: "keep" };
  }

  #callPreserved(items: Schema, preserved: Schema): Way {
    const body = this.#objectBody(preserved, preserved.embeddedResource);
    const known = this.#names.get(body.text);
    const name = known ?? `${this.#verb}${this.#schemaNames.localName(items)}Specified`;
    if (known === undefined) {
      this.#names.set(body.text, name);
      this.#declare(name, body);
    }
    return { kind: "call", pruner: word(name) };
  }

  #cases(schema: Schema | undefined, embedded: boolean): readonly Code[] {
    const kept: Code[] = embedded ? [...typeMetaFields].map((name) => code`case ${name}:`) : [];
    const emptied: Code[] = [];
    const called: Code[] = [];
    for (const [name, field] of schema?.fields ?? []) {
      if (embedded && typeMetaFields.has(name)) continue;
      const way = this.#way(field);
      if (way.kind === "keep") kept.push(code`case ${name}:`);
      else if (way.kind === "empty") emptied.push(code`case ${name}:`);
      else called.push(this.#memberCase(name, way));
    }
    const cases = [...called];
    if (kept.length > 0)
      cases.unshift(code`${kept}
  break;`);
    if (emptied.length > 0)
      cases.push(code`${emptied}
  ${this.#memberStatement({ kind: "empty" })}
  break;`);
    return cases;
  }

  #memberCase(name: string, way: Way): Code {
    return code`case ${name}:
  ${this.#memberStatement(way)}
  break;`;
  }

  #memberStatement(way: Way): Code {
    const below = this.#runtime("prunedBelow");
    const call = code`${below}(pruned, key, ${this.#pruner(way)}(value[key]))`;
    const statement = code`pruned = ${call};`;
    // Most values of such members are scalars, and worth no call.
    return way.kind === "empty"
      ? code`if (typeof value[key] === "object") {
  ${statement}
}`
      : statement;
  }

  #others(schema: Schema | undefined, preserves: boolean): Code {
    if (schema?.values !== undefined) {
      const way = this.#way(typeof schema.values === "object" ? schema.values : undefined);
      return way.kind === "keep" ? empty : this.#memberStatement(way);
    }
    if (preserves) return empty;
    return code`pruned = ${this.#runtime("removeMember")}(value, key, pruned);`;
  }

  #pruner(way: Way): Code {
    return way.kind === "call"
      ? way.pruner
      : this.#runtime(way.kind === "empty" ? "pruneUnspecified" : "keepAll");
  }

  #runtime(name: RuntimeValue): Code {
    return code`${this.#context.runtime(name)}`;
  }

  #declare(name: string, body: Code): void {
    this.#file.add({
      kind: "function",
      name,
      exported: false,
      doc: empty,
      parameters: [{ name: "value", type: code`unknown` }],
      returns: code`${this.#context.runtimeType("Pruned")}`,
      body,
    });
  }
}
