import type { Code, Imported } from "../emit/code.js";
import { code, empty, join, literal, typeOnly, word } from "../emit/code.js";
import type { DataObject } from "../emit/data-literal.js";
import { constantLiteral } from "../emit/data-literal.js";
import type { Declaration } from "../emit/declaration.js";
import { jsDoc } from "../emit/jsdoc.js";
import { textWidth } from "../emit/layout/layout.js";
import { memberCode } from "../emit/types/print-declaration.js";
import { field, keyword } from "../emit/types/type-expression.js";
import type { PrinterColumn, Version } from "../ir/resource.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { valueType } from "./types/expressions.js";
import { createTypeContext } from "./types/type-context.js";

/**
 * Writes `client.ts`: the resource's definition and a client that has only the subresources that the version declares;
 * nothing for a version that is not served.
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
        typesDeclaration(unit, imports, statusMember(unit, context, imports)),
        clientDeclaration(unit, imports),
      );
  },
};

/** Imports from the runtime, under names that the unit's own class leaves free. */
interface Imports {
  value(name: string): Imported;
  type(name: string): Imported;
  sibling(name: string): Imported;
}

function createImports({ names }: Unit, context: EmitContext): Imports {
  // A resource of kind Scale has a client of its own called ScaleClient, one with a field `types` may have a type of
  // that name.
  const own = new Set([clientName(names.type), typesName(names.type)]);
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
  const type = code`${imports.type("ResourceDefinition")}`;
  return {
    kind: "const",
    name,
    exported: true,
    doc: docOf(unit.version, "The resource as the API server and its clients know it."),
    type,
    value: constantLiteral(`export const ${name}: ${type.text} = `, definitionOf(unit)),
  };
}

function definitionOf({ resource, version }: Unit): DataObject {
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

/** What holds anyway, no format, no description, priority 0, is left out. */
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

/** As field selectors name them: without the dot at the start (apiextensions `registry/customresource/strategy.go`). */
function selectableFields(version: Version): readonly string[] {
  return version.selectableFields.map((path) => path.replace(/^\./, ""));
}

/** What may be sent as the status where it has an endpoint of its own: anything if the schema does not name it. */
function statusMember(unit: Unit, emit: EmitContext, imports: Imports): Code {
  if (!unit.version.status) return empty;
  const schema = unit.version.schema?.fields.get("status");
  if (schema === undefined) return memberCode(field("status", keyword("unknown")));
  const context = createTypeContext(unit, emit, (name) => imports.sibling(name));
  return memberCode(field("status", valueType(context, schema, "input")));
}

/** The resource's types in one bundle. Not exported: a field called `types` may have a type of this name. */
function typesDeclaration(
  { resource, version, names }: Unit,
  imports: Imports,
  status: Code,
): Declaration {
  return {
    kind: "type",
    text: code`interface ${word(typesName(names.type))} {
  scope: ${resource.scope};
  read: ${imports.sibling(names.type)};
  input: ${imports.sibling(names.type + "Input")};
  apply: ${imports.sibling(names.type + "Apply")};
  list: ${imports.sibling(names.type + "List")};
${status}  field:${fieldUnion(selectableFields(version))};
}`,
  };
}

function typesName(type: string): string {
  return `${type}Types`;
}

function fieldUnion(fields: readonly string[]): Code {
  if (fields.length === 0) return code` never`;
  const members = fields.map((path) => code`${path}`);
  const flat = fields.map((path) => literal(path)).join(" | ");
  if (members.length === 1 || textWidth(`  field: ${flat};`) <= 80) {
    return code` ${join(members, " | ")}`;
  }
  return join(
    members.map((member) => code`\n  | ${member}`),
    "",
  );
}

function clientDeclaration(unit: Unit, imports: Imports): Declaration {
  const { resource, version, names } = unit;
  const types = word(typesName(names.type));
  const head = code`class ${word(clientName(names.type))} extends ${imports.value("ResourceClient")}${typeOnly`<${types}>`}`;
  const doc = docOf(
    version,
    "Calls the API server. Every call may fail with an `ApiError`, a\n`TransportError` or a `TimeoutError`.",
  );
  const options = imports.type(
    resource.scope === "Namespaced" ? "NamespacedClientOptions" : "ClientOptions",
  );
  const members = subresourceMembers(unit, imports, types);
  return {
    kind: "other",
    name: clientName(names.type),
    text: code`${doc}
export ${head} {
${typeOnly`${members.fields}`}${constructorOf(unit, imports, options, members.assignments)}
}`,
    declaration: code`${doc}
export declare ${head} {
${members.fields}  constructor(transport: ${imports.type("Transport")}, options?: ${options});
}

export {};`,
  };
}

/** The subresources as fields, and what the constructor does for them. */
interface Members {
  /** Declarations with their line ends, and a blank line after them. */
  readonly fields: Code;
  readonly assignments: readonly Code[];
}

function subresourceMembers({ resource, version }: Unit, imports: Imports, types: Code): Members {
  const fields: Code[] = [];
  const assignments: Code[] = [];
  if (version.status) {
    const client = imports.value("StatusClient");
    fields.push(code`  /** Reads objects, and writes their \`status\` alone. */
  readonly status: ${client}<${types}>;\n`);
    assignments.push(code`this.status = new ${client}(this.caller);`);
  }
  if (version.scale !== undefined) {
    const client = imports.value("ScaleClient");
    fields.push(code`  /** The number of replicas. */
  readonly scale: ${client}<${resource.scope}>;\n`);
    assignments.push(code`this.scale = new ${client}(this.caller);`);
  }
  return {
    fields: fields.length === 0 ? empty : code`${join(fields, "")}\n`,
    assignments,
  };
}

function constructorOf(
  { names }: Unit,
  imports: Imports,
  options: Imported,
  assignments: readonly Code[],
): Code {
  // The definition's own name must not be hidden.
  const transportName = word(names.value === "transport" ? "transport$1" : "transport");
  const optionsName = word(names.value === "options" ? "options$1" : "options");
  const parameters = [
    code`${transportName}${typeOnly`: ${imports.type("Transport")}`}`,
    code`${optionsName}${typeOnly`: ${options}`} = {}`,
  ];
  const statements = [
    code`${superCall([word(names.value), transportName, optionsName])}`,
    ...assignments,
  ];
  return code`  constructor(${join(parameters, ", ")}) {
    ${statements}
  }`;
}

function superCall(args: readonly Code[]): Code {
  const flat = code`super(${join(args, ", ")});`;
  if (textWidth(`    ${flat.text}`) <= 80) return flat;
  return code`super(\n${join(
    args.map((argument) => code`  ${argument},\n`),
    "",
  )});`;
}

function docOf(version: Version, text: string): Code {
  const tags = version.deprecated
    ? [{ name: "deprecated" as const, text: version.deprecationWarning ?? "" }]
    : [];
  return jsDoc({ text, tags });
}
