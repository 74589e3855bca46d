import type { TableLayout } from "../../testing/served-version.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import type { ColumnRow } from "../table/kind-table.js";
import { kindTable } from "../table/kind-table.js";
import { autoscalingCells } from "./autoscaling.js";
import type { CellsByKind } from "./cell.js";
import { coreCells } from "./core.js";
import { definitionCells } from "./definitions.js";
import { columnDescription } from "./descriptions.js";
import { eventCells } from "./events.js";
import { cellsOf } from "./kind-row.js";
import { networkingCells } from "./networking.js";
import { otherCells } from "./others.js";
import { podCells } from "./pods.js";
import { storageCells } from "./storage.js";
import { workloadCells } from "./workloads.js";

const cellsByKind: CellsByKind = {
  ...autoscalingCells,
  ...coreCells,
  ...definitionCells,
  ...eventCells,
  ...networkingCells,
  ...otherCells,
  ...podCells,
  ...storageCells,
  ...workloadCells,
};

/**
 * The table of a built-in kind: its columns by the release, and their cells. A column that is
 * unknown here is null. Events of both groups are those of the core group.
 */
export function builtinTable(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  minor: KubernetesMinor,
): TableLayout {
  const columns = kindTable(minor).ofKind(kind)?.columns ?? [];
  const group = kind.kind === "Event" ? "" : kind.group;
  const own = cellsByKind[`${group}/${kind.kind}`] ?? {};
  const cells = cellsOf(own, columns);
  return {
    definitions: columns.map(({ name, type, priority }) => {
      const description = columnDescription(`${group}/${kind.kind}`, name);
      return { name, type, format: formatOf(kind.kind, name), description, priority };
    }),
    row: (object, now) => cells.map((cell) => cell?.(object, now) ?? null),
  };
}

/** Names have a format, but for one kind; another has one for a second column. */
function formatOf(kind: string, column: ColumnRow["name"]): string {
  const isName = column === "Name" && kind !== "StorageVersionMigration";
  return isName || (kind === "VolumeAttachment" && column === "Attacher") ? "name" : "";
}
