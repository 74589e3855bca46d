import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { oldestMinor } from "../../values/kubernetes-version.js";
import type { FieldRow } from "./field-row.js";
import { factOf, readFieldRow } from "./field-row.js";
import type { RowTexts } from "./kind-rows.js";
import { kindRows } from "./kind-rows.js";

/*
 * What Kubernetes says of its own kinds: those of stable versions, which servers have as they come.
 * scripts/builtin-kinds.js writes the table.
 */

/** A resource that a server has of itself. */
export interface ResourceRow {
  /** `""` for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Cluster" | "Namespaced";
  /** The name of its struct: `apps/v1.Deployment`. */
  readonly struct: string;
  readonly shortNames: readonly string[];
  /** Such as `all`. */
  readonly categories: readonly string[];
  /** As discovery lists them, sorted. */
  readonly verbs: readonly string[];
  /** Fields that lists select by, beside `metadata.name` and `metadata.namespace`; sorted. */
  readonly selectableFields: readonly string[];
  readonly subresources: readonly SubresourceRow[];
  /** Top-level fields without which no server takes an object, whatever OpenAPI says. */
  readonly needs: readonly string[];
  /** Of its table, in their order; none for what cannot be listed. */
  readonly columns: readonly ColumnRow[];
}

/** A column of a table. */
export interface ColumnRow {
  readonly name: string;
  readonly type: "string" | "date" | "boolean" | "integer" | "number";
  /** Above 0 it is shown by `kubectl get -o wide` alone. */
  readonly priority: number;
}

/** A subresource, such as `scale`. */
export interface SubresourceRow {
  readonly name: string;
  /** What is sent to it, or read from it; for `log` and the like its options are its query. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** A struct of Go; it is named as `core/v1.Secret`. */
export interface StructRow {
  readonly name: string;
  /** In the order in which Go prints them; those of inlined structs stand in their place. */
  readonly fields: readonly FieldRow[];
  /** It has one owner as a whole (`x-kubernetes-map-type`). */
  readonly isAtomic: boolean;
  /** Of the documents that it was read from. */
  readonly description?: string;
}

/** What is known of kinds that a server has of itself, by the table or by its documents. */
export interface Kinds {
  readonly resources: readonly ResourceRow[];
  /** The resource of a kind; undefined for kinds that there are not. */
  ofKind(kind: GroupVersionKindName): ResourceRow | undefined;
  findStruct(name: string): StructRow | undefined;
  /** The values of an enum, by the name of its type; undefined for types that are none. */
  enumValues(name: string): readonly string[] | undefined;
}

/** The kinds of one release. */
export class KindTable implements Kinds {
  readonly minor: KubernetesMinor;
  readonly resources: readonly ResourceRow[];
  readonly #structs = new Map<string, StructRow>();
  readonly #byKind = new Map<string, ResourceRow>();

  constructor(minor: KubernetesMinor) {
    this.minor = minor;
    this.resources = Object.entries(kindRows.resources).flatMap(([place, texts]) => {
      const [own, ...parts] = textsIn(texts, minor);
      return own === undefined ? [] : [readResource(place, own, parts)];
    });
    for (const resource of this.resources) {
      this.#byKind.set(kindKey(resource), resource);
    }
  }

  ofKind(kind: GroupVersionKindName): ResourceRow | undefined {
    return this.#byKind.get(kindKey(kind));
  }

  /** @throws TypeError for a struct that is not in the table */
  struct(name: string): StructRow {
    const struct = this.findStruct(name);
    if (struct === undefined) throw new TypeError(`no struct ${name}`);
    return struct;
  }

  findStruct(name: string): StructRow | undefined {
    const known = this.#structs.get(name);
    if (known !== undefined) return known;
    const texts = rowsOf(kindRows.structs, name, this.minor);
    if (texts === undefined) return undefined;
    const rows = texts.filter((text) => text !== "empty");
    const isAtomic = rows[0] === "atomic";
    const fields = (isAtomic ? rows.slice(1) : rows).map(readFieldRow);
    const struct = { name, fields, isAtomic };
    this.#structs.set(name, struct);
    return struct;
  }

  enumValues(name: string): readonly string[] | undefined {
    return rowsOf(kindRows.enums, name, this.minor)?.map((text) => (text === '""' ? "" : text));
  }
}

/** What names a kind. */
export interface GroupVersionKindName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function kindKey({ group, version, kind }: GroupVersionKindName): string {
  return `${group}/${version}/${kind}`;
}

const tables = new Map<KubernetesMinor, KindTable>();

/** The kinds of a release. */
export function kindTable(minor: KubernetesMinor): KindTable {
  let table = tables.get(minor);
  if (table === undefined) {
    table = new KindTable(minor);
    tables.set(minor, table);
  }
  return table;
}

function rowsOf(rows: RowTexts, name: string, minor: number): readonly string[] | undefined {
  const texts = Object.hasOwn(rows, name) ? textsIn(rows[name] ?? [], minor) : [];
  return texts.length === 0 ? undefined : texts;
}

/** The rows that a release has: others say since and until which one they are there. */
function textsIn(texts: readonly string[], minor: number): readonly string[] {
  return texts.flatMap((text) => {
    const at = text.search(/ (?:since|until)=\d+/);
    if (at === -1) return [text];
    const facts = new Map(
      text
        .slice(at + 1)
        .split(" ")
        .map(factOf),
    );
    const [since, until] = [facts.get("since") ?? oldestMinor, facts.get("until") ?? minor];
    return Number(since) <= minor && minor <= Number(until) ? [text.slice(0, at)] : [];
  });
}

const usualVerbs = "create,delete,deletecollection,get,list,patch,update,watch";

function readResource(place: string, own: string, parts: readonly string[]): ResourceRow {
  const [plural = "", version = "", group = ""] = place.split("/").reverse();
  const [kind = "", struct = "", scope, ...words] = own.split(" ");
  const facts = new Map(words.map(factOf));
  const listed = (name: string): readonly string[] => facts.get(name)?.split(",") ?? [];
  return {
    group,
    version,
    kind,
    plural,
    singular: facts.get("singular") ?? kind.toLowerCase(),
    scope: scope === "Namespaced" ? scope : "Cluster",
    struct,
    shortNames: listed("short"),
    categories: listed("in"),
    verbs: (facts.get("verbs") ?? usualVerbs).split(","),
    selectableFields: listed("select"),
    needs: listed("needs"),
    subresources: parts
      .filter((text) => text.startsWith("/"))
      .map((text) => readSubresource({ group, version, kind }, text)),
    columns: parts.filter((text) => text.startsWith("|")).map(readColumn),
  };
}

/** `|string 0 Up-to-date` */
function readColumn(text: string): ColumnRow {
  const [, type = "", priority = "0", name = ""] = /^\|(\w+) (\d+) (.*)$/.exec(text) ?? [];
  return { name, type: type as ColumnRow["type"], priority: Number(priority) }; // of our own table
}

/** `/scale autoscaling/v1/Scale verbs=get,patch,update`; the kind is named where it is another. */
function readSubresource(owner: GroupVersionKindName, text: string): SubresourceRow {
  const [name = "", ...words] = text.split(" ");
  const [sent] = words.filter((word) => !word.includes("="));
  const verbs = new Map(words.map(factOf)).get("verbs") ?? "";
  const [kind = owner.kind, version = owner.version, group = ""] = sent?.split("/").reverse() ?? [];
  const place = sent === undefined ? owner : { group, version };
  return { name: name.slice(1), ...place, kind, verbs: verbs === "" ? [] : verbs.split(",") };
}
