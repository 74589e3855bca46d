import { schemaAt } from "../../../crd/ir/child-schemas.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Path } from "../../../crd/source/source-file.js";
import { splitApiVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { MetadataType } from "../../../runtime/v1/values/metadata/types.js";
import {
  goFieldType,
  goItemType,
  isStruct,
  objectMetaType,
} from "../../../runtime/v1/values/metadata/types.js";
import { fieldTableOf } from "../../docs/model/fields.js";
import type { FieldNode, FieldTable } from "../../docs/model/page.js";
import { fieldAnchor } from "../../docs/model/page.js";
import type { CrdSet } from "../crds/crd-set.js";
import type { Entry, Outline } from "./outline.js";
import { plainText } from "./outline.js";

/** The object around a place, and what is known of it. */
export interface KnownObject {
  readonly object: Entry;
  /** `""` where the object names none yet. */
  readonly apiVersion: string;
  readonly kind: string;
  /** From the object to the place. */
  readonly path: Path;
  /** Undefined where no CRD defines the object's kind and version. */
  readonly fields: KnownFields | undefined;
}

/** The object that a chain of entries leads into. */
export function knownObject(document: Outline, chain: readonly Entry[], crds: CrdSet): KnownObject {
  const { object, rest } = objectOf(document, chain);
  const apiVersion = textOf(document, object, "apiVersion");
  const kind = textOf(document, object, "kind");
  const { group, version: name } = splitApiVersion(apiVersion);
  const resource = crds.resource(group, kind);
  const version = resource?.versions.find((one) => one.name === name);
  const fields = resource && version && new KnownFields(resource, version);
  return { object, apiVersion, kind, path: rest.map(({ key }) => key), fields };
}

/** The text of a child, without quotes; `""` if there is none. */
function textOf(document: Outline, holder: Entry | undefined, key: string): string {
  const child = holder?.children.find((entry) => entry.key === key);
  if (child?.value === undefined) return "";
  return plainText(document.text.slice(child.value.from, child.value.to));
}

/** An object of a document, and the way from there. */
interface PlacedObject {
  readonly object: Entry;
  readonly rest: readonly Entry[];
}

/** The object that a chain leads into: of a list of objects, one of its items. */
function objectOf(document: Outline, chain: readonly Entry[]): PlacedObject {
  let [object = document.root, ...rest] = chain;
  for (;;) {
    const [items, item, ...others] = rest;
    const isList =
      textOf(document, object, "kind").endsWith("List") &&
      items?.key === "items" &&
      item !== undefined;
    if (!isList) return { object, rest };
    object = item;
    rest = others;
  }
}

/** A field as it can be written. */
export interface KnownField {
  readonly name: string;
  readonly required: boolean;
  readonly node: FieldNode;
  /** The form of the value behind the colon. */
  readonly shape: "scalar" | "object" | "list" | "list of objects";
}

/** A field with its place in the site. */
interface PlacedNode {
  readonly path: string;
  readonly node: FieldNode;
  readonly href: string | undefined;
}

const tables = new WeakMap<Version, FieldTable>();

/** A version's knowledge of the fields of its objects. */
class KnownFields {
  readonly #resource: Resource;
  readonly #version: Version;
  readonly #table: FieldTable;

  constructor(resource: Resource, version: Version) {
    this.#resource = resource;
    this.#version = version;
    const table = tables.get(version) ?? fieldTableOf(version);
    tables.set(version, table);
    this.#table = table;
  }

  /** The schema at a path; undefined where there is none, as within metadata. */
  schemaAt(path: Path): Schema | undefined {
    return this.#metadataOf(path) === undefined ? this.#ownSchema(path) : undefined;
  }

  /** The fields of an object, in the order of the schema. */
  fieldsAt(path: Path): readonly KnownField[] {
    const at = this.#metadataOf(path);
    if (at !== undefined) return metadataFields(path.slice(at + 1), at === 0);
    const own = this.#ownFields(path);
    if (path.length > 0 && !this.#isEmbedded(path)) return own;
    const known = new Map(own.map((field) => [field.name, field]));
    const first = headFields.map(({ required, shape, ...field }) => ({ ...field, ...known.get(field.name), shape, required: required || path.length === 0 })); // prettier-ignore
    const rest = own.filter(({ name }) => !headFields.some((field) => field.name === name));
    return [...first, ...rest];
  }

  /** Which step of a path is the metadata of the object, or of one that is embedded in it. */
  #metadataOf(path: Path): number | undefined {
    const at = path.findIndex(
      (step, index) =>
        step === "metadata" && (index === 0 || this.#isEmbedded(path.slice(0, index))),
    );
    return at === -1 ? undefined : at;
  }

  #isEmbedded(path: Path): boolean {
    return this.#ownSchema(path)?.embeddedResource === true;
  }

  #ownSchema(path: Path): Schema | undefined {
    return schemaAt(this.#version.schema, path);
  }

  /** The node of a field and where its page shows it. */
  nodeAt(path: Path): PlacedNode | undefined {
    const found = this.#walk(path);
    if (found?.steps !== "" && typeof path.at(-1) === "number") return found && this.#placed(found);
    if (found !== undefined) return this.#placed(found);
    const [field] = this.fieldsAt(path.slice(0, -1)).filter(({ name }) => name === path.at(-1));
    return field && { path: path.join("."), node: field.node, href: undefined };
  }

  #placed({ node, text }: Walk): PlacedNode {
    const { group, names } = this.#resource;
    const page = `${group}/${names.plural}/${this.#version.name}.html`;
    return { path: text, node, href: `${page}#${fieldAnchor(text)}` };
  }

  #ownFields(path: Path): readonly KnownField[] {
    const schema = this.schemaAt(path);
    const entries = this.#walk(path)?.node.fields ?? [];
    const required = new Set(schema?.validation.required);
    return entries.flatMap(([name, index]) => {
      const node = this.#table.nodes[index];
      const field = schema?.fields.get(name);
      if (node === undefined || field === undefined) return [];
      return [{ name, node, required: required.has(name), shape: shapeOf(field) }];
    });
  }

  /** Follows names through nodes, and items and values through what a node has of them. */
  #walk(path: Path): Walk | undefined {
    let node = this.#table.nodes[0];
    let text = "";
    let steps = "";
    for (const step of path) {
      const layer = /^(?:\[\*\]|\.\*)/.exec(steps)?.[0];
      if (layer !== undefined) {
        steps = steps.slice(layer.length);
        text += layer;
        continue;
      }
      const index = node?.fields?.find(([name]) => name === step)?.[1];
      node = index === undefined ? undefined : this.#table.nodes[index];
      if (node === undefined) return undefined;
      text += `${text === "" ? "" : "."}${step}`;
      steps = node.steps ?? stepsOfType(node.type);
    }
    return node && { node, text, steps };
  }
}

interface Walk {
  readonly node: FieldNode;
  readonly text: string;
  /** The lists and maps that are left before the fields of the node. */
  readonly steps: string;
}

/** Of lists and maps of scalars, which have no fields. */
function stepsOfType(type: string): string {
  const layers = /^(?:\[\]|map\[string\])*/.exec(type)?.[0] ?? "";
  return layers.replaceAll("[]", "[*]").replaceAll("map[string]", ".*");
}

function shapeOf({ kind, items, fields }: Schema): KnownField["shape"] {
  if (kind === "list")
    return items !== undefined && items.fields.size > 0 ? "list of objects" : "list";
  return kind === "object" || kind === "map" || fields.size > 0 ? "object" : "scalar";
}

/** Of an object; of an embedded one, too, which need not have metadata. */
const headFields: readonly KnownField[] = [
  { name: "apiVersion", required: true, node: { type: "string" }, shape: "scalar" },
  { name: "kind", required: true, node: { type: "string" }, shape: "scalar" },
  { name: "metadata", required: false, node: { type: "object" }, shape: "object" },
];

/** Fields that a server sets, and nobody writes. */
const setByServers: ReadonlySet<string> = new Set([
  "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp",
  "deletionGracePeriodSeconds", "managedFields",
]); // prettier-ignore

function metadataFields(path: Path, isOfRoot: boolean): readonly KnownField[] {
  let type: MetadataType | undefined = objectMetaType;
  for (const step of path) {
    if (typeof step === "number") type = goItemType(type);
    else type = isStruct(type) ? goFieldType(type, step) : undefined;
  }
  if (!isStruct(type)) return [];
  const { fields, always = [] } = type;
  const isMetadata = path.length === 0;
  return Object.entries(fields)
    .filter(([name]) => !isMetadata || !setByServers.has(name))
    .map(([name, field]) => ({
      name,
      required: isMetadata ? isOfRoot && name === "name" : always.includes(name),
      node: { type: typeText(field) },
      shape: shapeOfGoType(field),
    }));
}

function shapeOfGoType(type: MetadataType): KnownField["shape"] {
  const item = goItemType(type);
  if (item !== undefined) return isStruct(item) ? "list of objects" : "list";
  return isStruct(type) || type === "map[string]string" || type === "raw" ? "object" : "scalar";
}

function typeText(type: MetadataType): string {
  const item = goItemType(type);
  if (item !== undefined) return `[]${typeText(item)}`;
  switch (type) {
    case "map[string]string":
      return type;
    case "int64":
    case "*int64":
      return "integer";
    case "*bool":
      return "boolean";
    default:
      return isStruct(type) || type === "raw" ? "object" : "string";
  }
}
