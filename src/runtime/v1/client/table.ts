import type { KubernetesObject, ListMeta } from "../values/kubernetes.js";
import { TransportError } from "./api-error.js";
import type { ListOptions } from "./options.js";
import { listRequest } from "./request.js";
import type { ResourceClient, ResourceTypes } from "./resource-client.js";
import type { TableColumn } from "./tables/print-table.js";

/** A list as `kubectl get` shows it (`meta/v1/types.go`, `Table`). */
export interface Table<Columns = { readonly [column: string]: unknown }> {
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumn[];
  readonly rows: readonly TableRow<Columns>[];
}

/** One object. */
export interface TableRow<Columns> {
  /** The cells by the names of their columns. */
  readonly columns: Columns;
  /** The cells in their order. */
  readonly cells: readonly unknown[];
  /** `apiVersion`, `kind` and metadata of the object, unless `includeObject` says otherwise. */
  readonly object?: KubernetesObject | undefined;
}

/** The columns of a resource, as far as its types say. */
export type ColumnsOf<T extends ResourceTypes> = T extends { readonly columns: infer Columns }
  ? Columns
  : { readonly [column: string]: unknown };

/** How `table` lists. */
export type TableOptions<T extends ResourceTypes> = ListOptions<T["scope"], T["field"]> & {
  /** How much of each object comes with its row; absent = `Metadata`. */
  readonly includeObject?: "None" | "Metadata" | "Object" | undefined;
};

/**
 * The objects as a table that the server makes, with the printer columns of the resource. Of a
 * generated client the cells have types: texts and ages are strings, and what an object lacks is
 * null.
 *
 * ```ts
 * const { rows } = await table(client);
 * for (const { columns } of rows) console.log(columns.Name, columns.Age);
 * ```
 */
export async function table<T extends ResourceTypes>(
  client: ResourceClient<T>,
  options: TableOptions<T> = {},
): Promise<Table<ColumnsOf<T>>> {
  const caller = client["caller"];
  const target = caller.collection(options);
  const { query = "", ...request } = listRequest(target, options);
  const { includeObject } = options;
  const more = includeObject === undefined ? "" : `&includeObject=${includeObject}`;
  const answer = await caller.call<SentTable>(
    target,
    {
      ...request,
      query: (query + more).replace(/^&/, "") || undefined,
      headers: [["accept", "application/json;as=Table;v=v1;g=meta.k8s.io"]],
    },
    options,
  );
  if (answer.kind !== "Table") {
    throw new TransportError(`${request.method} ${request.path}: the answer is no table`);
  }
  const { metadata, columnDefinitions, rows } = answer;
  return {
    metadata,
    columnDefinitions,
    rows: (rows ?? []).map(({ cells, object }) => {
      const named = columnDefinitions.map(({ name }, index) => [name, cells[index]]);
      const columns = Object.fromEntries(named) as ColumnsOf<T>; // as the printer columns say
      return { columns, cells, object: object ?? undefined };
    }),
  };
}

interface SentTable {
  readonly kind: string;
  readonly metadata: ListMeta;
  readonly columnDefinitions: readonly TableColumn[];
  readonly rows:
    | readonly { readonly cells: readonly unknown[]; readonly object?: KubernetesObject | null }[]
    | null;
}
