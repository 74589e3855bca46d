import { metaType, metaTypes, schemasPrefix } from "../../crd/openapi/meta-types.js";
import { typeInV2 } from "../../crd/openapi/openapi-v2.js";
import type { KindTable, ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { builtinPaths, watchPaths } from "./builtin-paths.js";
import { knownTypes, typesInV2 } from "./known-types.js";
import { PathsInV2 } from "./paths-v2.js";
import { groupPathV3, rootPathsV3, versionPathV3 } from "./root-paths.js";
import { subresourcePaths } from "./subresource-paths.js";
import { tableType } from "./table-types.js";

/*
 * What a server publishes of its built-in kinds, as the table has them: without descriptions of
 * types and fields.
 */

const bearerToken = {
  type: "apiKey",
  description: "Bearer Token authentication",
  name: "authorization",
  in: "header",
};

/** The documents of built-in kinds. */
export interface BuiltinDocuments {
  /** By their paths: `/openapi/v3/apis/apps/v1`. */
  readonly v3: ReadonlyMap<string, JsonObject>;
  /** Their part of the document of `/openapi/v2`. */
  readonly v2: JsonObject;
}

/**
 * The OpenAPI documents of built-in kinds.
 *
 * @param table the kinds of the release
 * @param rows those of its resources that are served
 */
export function builtinOpenApi(table: KindTable, rows: readonly ResourceRow[]): BuiltinDocuments {
  const publisher = new Publisher(table);
  const paths = pathsByPlace(table, rows);
  const v3 = [...paths].map(([place, own]) => {
    return [`/openapi/v3/${place}`, publisher.documentV3(place, own)] as const;
  });
  return { v3: new Map(v3), v2: publisher.documentV2([...paths.values()]) };
}

/** Paths of OpenAPI v3, by the documents in which they are. */
function pathsByPlace(
  table: KindTable,
  rows: readonly ResourceRow[],
): ReadonlyMap<string, JsonObject> {
  const places = new Map<string, JsonObject>(rootPathsV3());
  const add = (place: string, paths: JsonObject): void => {
    places.set(place, { ...places.get(place), ...paths });
  };
  for (const row of rows) {
    const { group, version } = row;
    if (group !== "") add(`apis/${group}`, groupPathV3(group));
    const place = group === "" ? `api/${version}` : `apis/${group}/${version}`;
    const paths = builtinPaths(row);
    add(place, {
      ...versionPathV3(group, version),
      ...paths,
      ...subresourcePaths({ row, table, paths }),
      ...watchPaths(row, paths),
    });
  }
  return places;
}

class Publisher {
  readonly #table: KindTable;
  readonly #info: JsonObject;
  /** By their names in documents. */
  readonly #types = new Map<string, JsonObject>();

  constructor(table: KindTable) {
    this.#table = table;
    this.#info = { title: "Kubernetes", version: `1.${table.minor}` };
  }

  documentV3(place: string, paths: JsonObject): JsonObject {
    const [version = "", group = ""] = place.split("/").slice(1).reverse();
    const names = this.#usedBy(JSON.stringify(paths));
    const schemas = names.map((name) => [name, this.#ofGroup(name, group, version)] as const);
    return {
      openapi: "3.0.0",
      info: this.#info,
      paths: sorted(Object.entries(paths)),
      components: { schemas: sorted(schemas), securitySchemes: { BearerToken: bearerToken } },
    };
  }

  documentV2(parts: readonly JsonObject[]): JsonObject {
    const writer = new PathsInV2();
    const paths = parts.flatMap((part) => Object.entries(writer.write(part)));
    const names = this.#usedBy(JSON.stringify(parts));
    const definitions = names.map(
      (name) => [name, typesInV2[name] ?? typeInV2(this.#type(name))] as const,
    );
    return {
      info: this.#info,
      paths: sorted(paths),
      definitions: sorted(definitions),
      parameters: sorted(Object.entries(writer.parameters)),
      securityDefinitions: { BearerToken: bearerToken },
      security: [{ BearerToken: [] }],
    };
  }

  #type(name: string): JsonObject {
    let type = this.#types.get(name);
    if (type === undefined) {
      type = typesOfMeta[name] ?? knownTypes[name] ?? tableType(this.#table, name) ?? {};
      this.#types.set(name, type);
    }
    return type;
  }

  /** The types that a text refers to, and those that they refer to. */
  #usedBy(text: string, found: Set<string> = new Set<string>()): readonly string[] {
    for (const [, name = ""] of text.matchAll(references)) {
      if (found.has(name)) continue;
      found.add(name);
      this.#usedBy(JSON.stringify(this.#type(name)), found);
    }
    return [...found];
  }

  /** Two types are registered for every group (apiserver `pkg/server/routes/openapi.go`). */
  #ofGroup(name: string, group: string, version: string): JsonObject {
    const type = this.#type(name);
    const [, kind = ""] = /\.(DeleteOptions|WatchEvent)$/.exec(name) ?? [];
    if (kind === "") return type;
    const own = group === "" ? [] : [{ group, version, kind }];
    const kinds = [{ group: "", version: "v1", kind }, ...own];
    return { ...type, "x-kubernetes-group-version-kind": kinds };
  }
}

const references = new RegExp(`"${schemasPrefix}([^"]*)"`, "g");

const typesOfMeta: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(metaTypes).map(([name, type]) => [metaType(name), type]),
);

function sorted(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
