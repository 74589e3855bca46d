import type { PrinterColumn, Version } from "../../crd/ir/resource.js";
import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import type { Imported, Stmt, TypeNode } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { DataObject } from "../emit/data-literal.js";
import { constantLiteral } from "../emit/data-literal.js";
import type { ClassField, Declaration } from "../emit/declaration.js";
import type { DocComment } from "../emit/jsdoc.js";
import { jsDoc } from "../emit/jsdoc.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import type { Member } from "../emit/types/type-expression.js";
import {
  field,
  keyword,
  literalType,
  objectType,
  reference,
  union,
} from "../emit/types/type-expression.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { valueType } from "./types/expressions.js";
import { cellType, createTypeContext } from "./types/type-context.js";

/**
 * Writes `client.ts`: the resource's definition and a client that has only the subresources that
 * the version declares; nothing for a version that is not served.
 */
export const clientBackend: Backend = {
  name: "client",
  needs: ["types"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    // There is no endpoint to call.
    if (!unit.version.served) return;
    const imports = createImports(unit, context);
    context
      .file("client")
      .add(
        definitionDeclaration(unit, imports),
        typesDeclaration(unit, imports, statusMembers(unit, context, imports)),
        clientDeclaration(unit, imports),
      );
  },
};

/** Imports from the runtime, under names that the unit's own class leaves free. */
interface Imports {
  value(name: RuntimeValue): Imported;
  type(name: RuntimeType): Imported;
  sibling(name: string): Imported;
}

function createImports({ names }: Unit, context: EmitContext): Imports {
  // A resource of kind Scale has a client of its own called ScaleClient, one of kind Status types
  // called StatusTypes.
  const own = new Set([clientName(names.type), names.clientTypes]);
  const free = (imported: Imported): Imported =>
    own.has(imported.local) ? { ...imported, local: `${imported.name}$1` } : imported;
  return {
    value: (name) => free(context.runtime(name)),
    type: (name) => free(context.runtimeType(name)),
    sibling: (name) => free(context.siblingType("types", name)),
  };
}

function clientName(type: string): string {
  return `${type}Client`;
}

function definitionDeclaration(unit: Unit, imports: Imports): Declaration {
  const name = unit.names.value;
  const type = tsType`${imports.type("ResourceDefinition")}`;
  return {
    kind: "const",
    name,
    exported: true,
    doc: docOf(unit.version, "The resource as the API server and its clients know it."),
    type,
    value: constantLiteral(definitionOf(unit)),
  };
}

/** Returns a version of a resource as servers and clients know it, as a `ResourceDefinition`. */
export function definitionOf({
  resource,
  version,
}: Pick<Unit, "resource" | "version">): DataObject {
  const { kind, listKind, plural, singular, shortNames, categories } = resource.names;
  return {
    group: resource.group,
    version: version.name,
    kind,
    listKind,
    plural,
    singular,
    scope: resource.scope,
    shortNames,
    categories,
    subresources: {
      status: version.status,
      scale: version.scale === undefined ? undefined : { ...version.scale },
    },
    printerColumns: version.printerColumns.map(columnOf),
    selectableFields: selectableFields(version),
  };
}

/**
 * Writes a column without the members that equal their defaults: no format, no description,
 * priority 0.
 */
function columnOf(column: PrinterColumn): DataObject {
  return {
    name: column.name,
    type: column.type,
    format: column.format === "" ? undefined : column.format,
    description: column.description === "" ? undefined : column.description,
    priority: column.priority === 0 ? undefined : column.priority,
    jsonPath: column.jsonPath,
  };
}

/**
 * As field selectors name them: without the dot at the start (apiextensions
 * `registry/customresource/strategy.go`).
 */
function selectableFields(version: Version): readonly string[] {
  return version.selectableFields.map((path) => path.replace(/^\./, ""));
}

/**
 * Describes the objects that may be sent as the status, if it has an endpoint of its own: anything
 * if the schema does not name it.
 */
function statusMembers(unit: Unit, emit: EmitContext, imports: Imports): readonly Member[] {
  if (!unit.version.status) return [];
  const schema = unit.version.schema?.fields.get("status");
  if (schema === undefined) return [field("status", keyword("unknown"))];
  const context = createTypeContext(unit, emit, (name) => imports.sibling(name));
  return [
    field("status", valueType(context, schema, "input", unit.names.types[0]?.below.get("status"))),
  ];
}

/** The resource's types in one bundle, for code that takes any client. */
function typesDeclaration(
  { resource, version, names }: Unit,
  imports: Imports,
  status: readonly Member[],
): Declaration {
  const typeOf = (suffix: string): TypeNode => reference(imports.sibling(names.type + suffix));
  return typeDeclaration({
    kind: "interface",
    name: names.clientTypes,
    doc: jsDoc({ text: "The types of the client." }),
    extends: undefined,
    members: [
      field("scope", literalType(resource.scope)),
      field("read", typeOf("")),
      field("input", typeOf("Input")),
      field("apply", typeOf("Apply")),
      field("list", typeOf("List")),
      ...status,
      field("field", union(selectableFields(version).map(literalType))),
      field("columns", objectType(columnMembers(version))),
    ],
  });
}

/** A row of the table that the server makes: one member for each column, named as its head. */
function columnMembers({ printerColumns }: Version): readonly Member[] {
  const columns = new Map([["Name", keyword("string")]]);
  const shown = printerColumns.length === 0 ? [{ name: "Age", type: "date" }] : printerColumns;
  for (const { name, type } of shown) columns.set(name, cellType(type));
  return [...columns].map(([name, type]) => field(name, type));
}

function clientDeclaration(unit: Unit, imports: Imports): Declaration {
  const { resource, version, names } = unit;
  const types = reference(names.clientTypes);
  const options = imports.type(
    resource.scope === "Namespaced" ? "NamespacedClientOptions" : "ClientOptions",
  );
  // The definition's own name must not be hidden.
  const transport = names.value === "transport" ? "transport$1" : "transport";
  const settings = names.value === "options" ? "options$1" : "options";
  const { fields, assignments } = subresourceMembers(unit, imports, types);
  return {
    kind: "class",
    name: clientName(names.type),
    doc: docOf(
      version,
      "Calls the API server. Every call may fail with an `ApiError`, a\n`TransportError` or a `TimeoutError`.",
    ),
    extends: { name: imports.value("ResourceClient"), types: [types] },
    fields,
    parameters: [
      { name: transport, type: tsType`${imports.type("Transport")}` },
      { name: settings, type: tsType`${options}`, initial: expr`{}` },
    ],
    body: stmt`super(${word(names.value)}, ${word(transport)}, ${word(settings)});
      ${assignments}`,
  };
}

/** The subresources as fields, and what the constructor does for them. */
interface Members {
  readonly fields: readonly ClassField[];
  readonly assignments: readonly Stmt[];
}

function subresourceMembers(
  { resource, version }: Unit,
  imports: Imports,
  types: TypeNode,
): Members {
  const fields: ClassField[] = [];
  const assignments: Stmt[] = [];
  if (version.status) {
    const client = imports.value("StatusClient");
    const doc = jsDoc({ text: "Reads objects, and writes their `status` alone." });
    fields.push({ name: "status", doc, type: tsType`${client}<${types}>` });
    assignments.push(stmt`this.status = new ${client}(this.caller);`);
  }
  if (version.scale !== undefined) {
    const client = imports.value("ScaleClient");
    const doc = jsDoc({ text: "The number of replicas." });
    fields.push({ name: "scale", doc, type: tsType`${client}<${resource.scope}>` });
    assignments.push(stmt`this.scale = new ${client}(this.caller);`);
  }
  return { fields, assignments };
}

function docOf(version: Version, text: string): DocComment {
  const tags = version.deprecated
    ? [{ name: "deprecated" as const, text: version.deprecationWarning ?? "" }]
    : [];
  return jsDoc({ text, tags });
}
