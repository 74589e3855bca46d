import { mergeSchemaOf } from "../../crd/ir/merge-schema.js";
import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import type {
  MergeAtom,
  MergeList,
  MergeMap,
  MergeSchema,
  MergeType,
} from "../../runtime/v1/apply/merge-schema.js";
import type { Expr, Imported } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { Declaration } from "../emit/declaration.js";
import type { GeneratedFile } from "../emit/generated-file.js";
import type { DocComment } from "../emit/jsdoc.js";
import { jsDoc } from "../emit/jsdoc.js";
import { flatWidth } from "../emit/nodes/fold.js";
import type { Member } from "../emit/object-code.js";
import { listCode, objectCode } from "../emit/object-code.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { apiVersionOf } from "./backend.js";
import { jsonLiteral } from "./json-literal.js";

/** Writes `apply.ts`: server-side apply on objects in memory. */
export const applyBackend: Backend = {
  name: "apply",
  needs: ["types"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("apply");
    new MergeSchemaWriter(unit, context, file).declare();
    declareApplyTo(unit, context, file);
  },
};

function schemaName({ names }: Unit): string {
  return `${names.value}MergeSchema`;
}

function declareApplyTo(unit: Unit, context: EmitContext, file: GeneratedFile): void {
  const { resource, names } = unit;
  file.add(
    applyToDeclaration({
      name: `${names.value}ApplyTo`,
      schema: word(schemaName(unit)),
      apiVersion: apiVersionOf(unit),
      kind: resource.names.kind,
      type: context.siblingType("types", names.type),
      configuration: context.siblingType("types", `${names.type}Apply`),
      runtime: (name) => context.runtime(name),
      runtimeType: (name) => context.runtimeType(name),
    }),
  );
}

/** What the function that applies configurations of a kind is made of. */
export interface ApplyToParts {
  readonly name: string;
  /** The constant with what merging needs to know. */
  readonly schema: Expr;
  readonly apiVersion: string;
  readonly kind: string;
  /** The type of the kind's objects. */
  readonly type: Imported;
  /** The type of what is applied. */
  readonly configuration: Imported;
  readonly runtime: (name: RuntimeValue) => Imported;
  readonly runtimeType: (name: RuntimeType) => Imported;
}

/** The function that applies configurations of a kind to objects in memory. */
export function applyToDeclaration(parts: ApplyToParts): Declaration {
  const { name, schema, apiVersion, kind, type, configuration, runtime, runtimeType } = parts;
  const stored = tsType`${runtimeType("Stored")}<${type}>`;
  return {
    kind: "function",
    name,
    exported: true,
    doc: jsDoc({
      text: "Merges a configuration into an object as server-side apply does, and says who owns which fields, or what is in the way. Without an object, it makes one. Defaults are not filled in. The given objects stay as they are. Throws an `ApiError` for what the server refuses in any case.",
    }),
    parameters: [
      { name: "live", type: tsType`${type} | undefined` },
      { name: "configuration", type: tsType`${configuration}` },
      { name: "manager", type: tsType`string | ${runtimeType("ApplyToOptions")}` },
    ],
    returns: tsType`${runtimeType("Applied")}<${stored}>`,
    body: stmt`return ${runtime("applyTo")}(
  ${schema},
  ${apiVersion},
  ${kind},
  live,
  configuration,
  manager,
);`,
  };
}

/** What is said of a constant with what merging needs to know. */
export const mergeSchemaDoc: DocComment = jsDoc({
  text: "What server-side apply needs to know of the schema.",
});

/** Shorter shapes are written anew each time. */
export const minShared = 60;

/** Writes a merge schema as a literal; shapes that occur more than once are constants. */
class MergeSchemaWriter {
  readonly #unit: Unit;
  readonly #context: EmitContext;
  readonly #file: GeneratedFile;
  readonly #schema: MergeSchema;
  readonly #uses = new Map<MergeAtom, number>();
  readonly #names = new Map<MergeAtom, string>();

  constructor(unit: Unit, context: EmitContext, file: GeneratedFile) {
    this.#unit = unit;
    this.#context = context;
    this.#file = file;
    this.#schema = mergeSchemaOf(unit.resource, unit.version);
  }

  declare(): void {
    this.#count(this.#schema.type);
    const { status, replicas } = this.#schema;
    const members: Member[] = [{ key: "type", value: this.#typeCode(this.#schema.type) }];
    if (status === true) members.push({ key: "status", value: expr`true` });
    if (replicas !== undefined) members.push({ key: "replicas", value: textsCode(replicas) });
    this.#file.add({
      kind: "const",
      name: schemaName(this.#unit),
      exported: true,
      doc: mergeSchemaDoc,
      type: tsType`${this.#context.runtimeType("MergeSchema")}`,
      value: objectCode(members),
    });
  }

  #count(type: MergeType): void {
    if (typeof type === "string") return;
    const uses = this.#uses.get(type) ?? 0;
    this.#uses.set(type, uses + 1);
    if (uses > 0) return;
    const { map, list } = type;
    const inner = [...Object.values(map?.fields ?? {}), map?.values, list?.items];
    for (const child of inner) if (child !== undefined) this.#count(child);
  }

  #typeCode(type: MergeType): Expr {
    if (typeof type === "string") return expr`${type}`;
    const known = this.#names.get(type);
    if (known !== undefined) return word(known);
    const value = this.#atomCode(type);
    if ((this.#uses.get(type) ?? 0) < 2 || flatWidth(value) < minShared) return value;
    const name = `${this.#unit.names.value}MergeType${this.#names.size + 1}`;
    this.#names.set(type, name);
    this.#file.add({
      kind: "const",
      name,
      exported: false,
      doc: [],
      type: tsType`${this.#context.runtimeType("MergeAtom")}`,
      value,
    });
    return word(name);
  }

  #atomCode({ map, scalar, list }: MergeAtom): Expr {
    const members: Member[] = [];
    if (map !== undefined) members.push({ key: "map", value: this.#mapCode(map) });
    if (scalar !== undefined) members.push({ key: "scalar", value: expr`${scalar}` });
    if (list !== undefined) members.push({ key: "list", value: this.#listCode(list) });
    return objectCode(members);
  }

  #mapCode({ fields, values, atomic }: MergeMap): Expr {
    const members: Member[] = [];
    if (fields !== undefined) {
      const entries = Object.entries(fields);
      const value = objectCode(
        entries.map(([key, type]) => ({ key, value: this.#typeCode(type) })),
      );
      members.push({ key: "fields", value });
    }
    if (values !== undefined) members.push({ key: "values", value: this.#typeCode(values) });
    if (atomic === true) members.push({ key: "atomic", value: expr`true` });
    return objectCode(members);
  }

  #listCode({ items, set, keys, defaults }: MergeList): Expr {
    const members: Member[] = [{ key: "items", value: this.#typeCode(items) }];
    if (set === true) members.push({ key: "set", value: expr`true` });
    if (keys !== undefined) members.push({ key: "keys", value: textsCode(keys) });
    if (defaults !== undefined) {
      const value = jsonLiteral({ ...defaults }, (name) => this.#context.runtime(name));
      members.push({ key: "defaults", value });
    }
    return objectCode(members);
  }
}

/** A list of texts. */
export function textsCode(texts: readonly string[]): Expr {
  return listCode(texts.map((text) => expr`${text}`));
}
