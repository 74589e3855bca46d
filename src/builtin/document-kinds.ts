import type { FieldRow, FieldType } from "../runtime/v1/built-in/table/field-row.js";
import type {
  GroupVersionKindName,
  Kinds,
  KindTable,
  ResourceRow,
  StructRow,
  SubresourceRow,
} from "../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { asObject, DocumentTypes, structName } from "./document-types.js";

/** An OpenAPI v3 document of a server, and what it is called in messages. */
export interface OpenApiDocument {
  readonly path: string;
  readonly document: JsonObject;
}

/**
 * The kinds that documents of a server describe, aggregated APIs among them: OpenAPI v3 with the
 * extensions of Kubernetes (`x-kubernetes-group-version-kind`, `x-kubernetes-action`, …). What no
 * document says, such as columns and short names, is taken from the table where that knows a kind.
 */
export class DocumentKinds implements Kinds {
  readonly resources: readonly ResourceRow[];
  readonly #types: DocumentTypes;
  readonly #table: KindTable;
  readonly #structs = new Map<string, StructRow | undefined>();

  /** @param isLeftOut tells which resources are not meant, such as those of CRDs */
  constructor(
    documents: readonly OpenApiDocument[],
    table: KindTable,
    isLeftOut: (group: string, plural: string) => boolean = () => false,
  ) {
    this.#table = table;
    this.#types = new DocumentTypes(documents.map(({ document }) => schemasOf(document)));
    const found = new Map<string, Sketch>();
    for (const { document } of documents) readPaths(asObject(document["paths"]), found);
    this.resources = [...found.values()]
      .filter(({ group, plural }) => !isLeftOut(group, plural))
      .flatMap((sketch) => this.#resource(sketch) ?? [])
      .sort((one, other) => compare(placeOf(one), placeOf(other)));
  }

  ofKind(kind: GroupVersionKindName): ResourceRow | undefined {
    return this.resources.find((row) => isOf(row, kind));
  }

  findStruct(name: string): StructRow | undefined {
    if (!this.#structs.has(name)) this.#structs.set(name, this.#readStruct(name));
    return this.#structs.get(name);
  }

  enumValues(name: string): readonly string[] | undefined {
    return this.#types.enumValues(name);
  }

  #resource(sketch: Sketch): ResourceRow | undefined {
    const schema = this.#types.ofKind(sketch);
    if (schema === undefined) return undefined;
    const known = this.#table.ofKind(sketch);
    const { group, version, kind, plural, isNamespaced, verbs, parts } = sketch;
    return {
      group,
      version,
      kind,
      plural,
      singular: known?.singular ?? kind.toLowerCase(),
      scope: isNamespaced ? "Namespaced" : "Cluster",
      struct: structName(schema),
      shortNames: known?.shortNames ?? [],
      categories: known?.categories ?? [],
      verbs: [...verbs].sort(),
      selectableFields: known?.selectableFields ?? [],
      subresources: [...parts.values()].sort((one, other) => compare(one.name, other.name)),
      needs: known?.needs ?? [],
      columns: known?.columns ?? [
        { name: "Name", type: "string", priority: 0 },
        { name: "Created At", type: "date", priority: 0 },
      ],
    };
  }

  #readStruct(name: string): StructRow | undefined {
    const read = this.#types.struct(name);
    if (read === undefined) return undefined;
    const known = this.#table.findStruct(name);
    const fields = read.fields.map((row) => joined(row, known?.fields, this.#types));
    return { ...read, fields: inOrder(fields, known?.fields) };
  }
}

/** A field with what only the table knows of it: pointers, numbers, names of types. */
function joined(
  row: FieldRow,
  known: readonly FieldRow[] | undefined,
  types: DocumentTypes,
): FieldRow {
  const own = known?.find(({ name }) => name === row.name);
  if (own === undefined || shapeOf(own.type) !== shapeOf(row.type)) return row;
  types.nameEnum(row.type, own.type);
  const { type, number, isPrinted, mayBeAbsent, within, hasZeroDefault } = own;
  return {
    ...row,
    type,
    number,
    isPrinted,
    mayBeAbsent,
    ...(within !== undefined && { within }),
    ...(hasZeroDefault !== undefined && { hasZeroDefault }),
  };
}

/** The shape of a type in JSON, as far as both sources tell it. */
function shapeOf(type: FieldType): string {
  switch (type.kind) {
    case "pointer":
      return shapeOf(type.of);
    case "list":
    case "map":
      return `${type.kind} ${shapeOf(type.of)}`;
    case "struct":
      return type.struct;
    case "scalar":
      if (type.scalar.startsWith("JSON")) return "JSON";
      return textLike.has(type.scalar) ? "string" : type.scalar;
  }
}

const textLike: ReadonlySet<string> = new Set(["string", "Duration"]);

/** Fields in the order of the table, those that it lacks behind them. */
function inOrder(
  fields: readonly FieldRow[],
  known: readonly FieldRow[] | undefined,
): readonly FieldRow[] {
  if (known === undefined) return fields;
  const places = new Map(known.map(({ name }, index) => [name, index]));
  const placeIn = ({ name }: FieldRow): number => places.get(name) ?? known.length;
  return [...fields].sort((one, other) => placeIn(one) - placeIn(other));
}

/** A resource, as the paths of documents tell of it. */
interface Sketch extends GroupVersionKindName {
  readonly plural: string;
  readonly verbs: Set<string>;
  readonly parts: Map<string, SubresourceRow>;
  isNamespaced: boolean;
}

const verbsOfActions: { readonly [action: string]: string | undefined } = {
  post: "create",
  put: "update",
  get: "get",
  list: "list",
  patch: "patch",
  delete: "delete",
  deletecollection: "deletecollection",
  watch: "watch",
  watchlist: "watch",
  connect: "create",
};

/** Paths such as `/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale`. */
const pathPattern =
  /^\/(?:api|apis\/([^/{}]+))\/([^/{}]+)\/(watch\/)?(namespaces\/\{namespace\}\/)?([^/{}]+)(?:\/\{name\}(?:\/([^/{}]+))?)?$/;

function readPaths(paths: JsonObject, found: Map<string, Sketch>): void {
  const parts: (() => void)[] = [];
  for (const [path, item] of Object.entries(paths)) {
    const [matched, group = "", version = "", , namespaced, plural = "", part] =
      pathPattern.exec(path) ?? [];
    if (matched === undefined || !isFiled(group, version, plural)) continue;
    const key = `${group}/${version}/${plural}`;
    for (const operation of Object.values(asObject(item))) {
      const kind = kindOf(operation);
      const verb = verbsOfActions[textAt(operation, "x-kubernetes-action")];
      if (kind === undefined || !/^[A-Za-z]\w*$/.test(kind.kind) || verb === undefined) continue;
      if (part !== undefined) {
        parts.push(() => {
          addPart(found.get(key), part, kind, verb);
        });
        continue;
      }
      const sketch = found.get(key) ?? newSketch({ group, version, kind: kind.kind }, plural);
      found.set(key, sketch);
      sketch.verbs.add(verb);
      if (namespaced !== undefined) sketch.isNamespaced = true;
    }
  }
  for (const add of parts) add();
}

/** Documents are not trusted: what they name becomes folders. */
function isFiled(group: string, version: string, plural: string): boolean {
  const isLabel = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
  const isGroup = group === "" || group.split(".").every(isLabel);
  return isGroup && isLabel(version) && isLabel(plural);
}

function newSketch(kind: GroupVersionKindName, plural: string): Sketch {
  return { ...kind, plural, verbs: new Set(), parts: new Map(), isNamespaced: false };
}

function addPart(
  sketch: Sketch | undefined,
  name: string,
  kind: GroupVersionKindName,
  verb: string,
): void {
  if (sketch === undefined) return;
  const known = sketch.parts.get(name);
  const verbs = [...new Set([...(known?.verbs ?? []), verb])].sort();
  sketch.parts.set(name, { name, ...kind, verbs });
}

function kindOf(operation: Json): GroupVersionKindName | undefined {
  const { "x-kubernetes-group-version-kind": kind } = asObject(operation);
  if (!isObject(kind)) return undefined;
  const [group, version, name] = ["group", "version", "kind"].map((key) => textAt(kind, key));
  return { group: group ?? "", version: version ?? "", kind: name ?? "" };
}

function schemasOf(document: JsonObject): JsonObject {
  return asObject(asObject(document["components"])["schemas"]);
}

function textAt(value: Json | undefined, key: string): string {
  const { [key]: text } = asObject(value);
  return typeof text === "string" ? text : "";
}

function isOf(row: ResourceRow, { group, version, kind }: GroupVersionKindName): boolean {
  return row.group === group && row.version === version && row.kind === kind;
}

function placeOf({ group, version, plural }: ResourceRow): string {
  return `${group}/${version}/${plural}`;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
