import type { RuntimeType, RuntimeValue } from "../../runtime/contract.js";
import type { ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import type { Flavour } from "../backends/types/flavours.js";
import { suffixes } from "../backends/types/flavours.js";
import { cellType } from "../backends/types/type-context.js";
import type { Imported, Stmt, TypeNode } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { DataObject } from "../emit/data-literal.js";
import { constantLiteral } from "../emit/data-literal.js";
import type { ClassField, Declaration } from "../emit/declaration.js";
import { camelCase } from "../emit/identifiers.js";
import { jsDoc } from "../emit/jsdoc.js";
import * as make from "../emit/nodes/make.js";
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
import { hasStatus } from "./kind-types.js";

/** Where the client of a kind gets its names from. */
export interface ClientNames {
  value(name: RuntimeValue): Imported;
  type(name: RuntimeType): Imported;
  /** A type of the kind's `types.ts`. */
  own(name: string): Imported;
  /** A component in a flavour, by its struct. */
  component(struct: string, flavour: "read" | "input"): Imported;
}

/**
 * The declarations of `client.ts` of a kind: its definition, its client, and the types of that.
 *
 * @param open the flavours that hold enums
 */
export function clientDeclarations(
  resource: ResourceRow,
  status: string | undefined,
  open: ReadonlySet<Flavour>,
  names: ClientNames,
): readonly Declaration[] {
  return [
    definitionDeclaration(resource, names),
    typesDeclaration(resource, status, names),
    ...writesDeclaration(resource, open, names),
    clientDeclaration(resource, names),
  ];
}

/**
 * The writes of a client whose objects hold enums: beside the values of an enum a call takes
 * strings of variables, and no other literals.
 */
function writesDeclaration(
  resource: ResourceRow,
  open: ReadonlySet<Flavour>,
  names: ClientNames,
): readonly Declaration[] {
  const { kind, scope } = resource;
  const ofScope = literalType(scope);
  const read = reference(names.own(kind));
  const never = reference(names.type("NeverStored"), read);
  const write = (name: string, flavour: "input" | "apply"): readonly Member[] => {
    if (!open.has(flavour)) return [];
    const own = reference(names.own(kind + suffixes[flavour]), reference("Text"));
    const options = names.type(flavour === "apply" ? "ApplyOptions" : "WriteOptions");
    const object = make.parameter(word(flavour === "apply" ? "configuration" : "object"), own);
    const stored = reference(options, ofScope, literalType(false));
    const any = reference(options, ofScope);
    const of = (type: TypeNode, isOptional: boolean, returns: TypeNode): Member =>
      make.method(
        name,
        "Text extends string = never",
        [object, make.parameter(word("options"), type, isOptional)],
        reference("Promise", returns),
      );
    return name === "update"
      ? [of(any, true, read)]
      : [of(stored, true, read), of(any, false, never)];
  };
  const members = [
    ...write("create", "input"),
    ...write("update", "input"),
    ...write("apply", "apply"),
  ];
  if (members.length === 0) return [];
  const name = `${kind}Client`;
  return [{ kind: "type", doc: [], of: make.interfaceOf(name, members, [], "export ") }];
}

/** The name of a kind's definition: `deployment`. */
export function definitionName({ kind }: ResourceRow): string {
  return camelCase(kind);
}

function definitionDeclaration(resource: ResourceRow, names: ClientNames): Declaration {
  return {
    kind: "const",
    name: definitionName(resource),
    exported: true,
    doc: jsDoc({ text: "The resource as the API server and its clients know it." }),
    type: tsType`${names.type("ResourceDefinition")}`,
    value: constantLiteral(definitionOf(resource)),
  };
}

/** A resource as servers and clients know it, as a `ResourceDefinition`. */
function definitionOf(resource: ResourceRow): DataObject {
  const { group, version, kind, plural, singular, scope, shortNames, categories } = resource;
  return {
    group,
    version,
    kind,
    listKind: `${kind}List`,
    plural,
    singular,
    scope,
    shortNames,
    categories,
    subresources: { status: hasStatus(resource) },
    printerColumns: [],
    selectableFields: resource.selectableFields,
  };
}

function typesDeclaration(
  resource: ResourceRow,
  status: string | undefined,
  names: ClientNames,
): Declaration {
  const { kind, scope, selectableFields, columns } = resource;
  const own = (suffix: string): TypeNode => reference(names.own(kind + suffix));
  const statusType =
    status === undefined ? keyword("unknown") : reference(names.component(status, "input"));
  return typeDeclaration({
    kind: "interface",
    name: `${kind}Types`,
    doc: jsDoc({ text: "The types of the client." }),
    extends: undefined,
    members: [
      field("scope", literalType(scope)),
      field("read", own("")),
      field("input", own("Input")),
      field("apply", own("Apply")),
      field("list", own("List")),
      ...(hasStatus(resource) ? [field("status", statusType)] : []),
      field("field", union(selectableFields.map(literalType))),
      field("columns", objectType(columns.map(({ name, type }) => field(name, cellType(type))))),
      field("strategic", own("Input")),
    ],
  });
}

function clientDeclaration(resource: ResourceRow, names: ClientNames): Declaration {
  const types = reference(`${resource.kind}Types`);
  const isNamespaced = resource.scope === "Namespaced";
  const options = names.type(isNamespaced ? "NamespacedClientOptions" : "ClientOptions");
  const { fields, assignments } = subresourceMembers(resource, types, names);
  return {
    kind: "class",
    name: `${resource.kind}Client`,
    doc: jsDoc({
      text: "Calls the API server. Every call may fail with an `ApiError`, a\n`TransportError` or a `TimeoutError`.",
    }),
    extends: { name: names.value("ResourceClient"), types: [types] },
    fields,
    parameters: [
      { name: "transport", type: tsType`${names.type("Transport")}` },
      { name: "options", type: tsType`${options}`, initial: expr`{}` },
    ],
    body: stmt`super(${word(definitionName(resource))}, transport, options);
      ${assignments}`,
  };
}

interface Members {
  readonly fields: readonly ClassField[];
  readonly assignments: readonly Stmt[];
}

/** What a subresource is as a field of the client. */
interface SubresourceField {
  readonly doc: string;
  readonly client: RuntimeValue;
  /** The types that its client takes. */
  readonly types: (
    resource: ResourceRow,
    types: TypeNode,
    names: ClientNames,
  ) => readonly TypeNode[];
}

const ofResource: SubresourceField["types"] = (_resource, types) => [types];
const ofScope: SubresourceField["types"] = ({ scope }) => [literalType(scope)];
const alone: SubresourceField["types"] = () => [];

/** By the names of subresources; what upgrades connections has no client. */
const subresources: { readonly [name: string]: SubresourceField | undefined } = {
  approval: {
    doc: "Reads objects, and writes the conditions of their approval.",
    client: "ApprovalClient",
    types: ofResource,
  },
  binding: { doc: "Says on which node a pod runs.", client: "BindingClient", types: alone },
  ephemeralcontainers: {
    doc: "Adds containers to debug a pod with.",
    client: "EphemeralContainersClient",
    types: ofResource,
  },
  eviction: {
    doc: "Deletes pods, unless disruption budgets forbid it.",
    client: "EvictionClient",
    types: alone,
  },
  log: { doc: "What containers write.", client: "LogClient", types: alone },
  resize: {
    doc: "Changes the resources of running containers.",
    client: "ResizeClient",
    types: ofResource,
  },
  scale: { doc: "The number of replicas.", client: "ScaleClient", types: ofScope },
  status: {
    doc: "Reads objects, and writes their `status` alone.",
    client: "StatusClient",
    types: ofResource,
  },
  token: { doc: "Issues tokens of service accounts.", client: "TokenClient", types: alone },
};

function subresourceMembers(resource: ResourceRow, types: TypeNode, names: ClientNames): Members {
  const fields: ClassField[] = [];
  const assignments: Stmt[] = [];
  for (const { name } of resource.subresources) {
    const known = subresources[name];
    if (known === undefined) continue;
    const client = names.value(known.client);
    const [type] = known.types(resource, types, names);
    const own = type === undefined ? tsType`${client}` : tsType`${client}<${type}>`;
    fields.push({ name, doc: jsDoc({ text: known.doc }), type: own });
    assignments.push(stmt`this.${word(name)} = new ${client}(this.caller);`);
  }
  return { fields, assignments };
}
