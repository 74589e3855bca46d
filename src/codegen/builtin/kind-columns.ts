import type { RuntimeValue } from "../../runtime/contract.js";
import type { ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import { autoscalingCells } from "../../runtime/v1/built-in/tables/autoscaling.js";
import { builtinTable } from "../../runtime/v1/built-in/tables/builtin-table.js";
import type { CellsByKind } from "../../runtime/v1/built-in/tables/cell.js";
import { coreCells } from "../../runtime/v1/built-in/tables/core.js";
import { definitionCells } from "../../runtime/v1/built-in/tables/definitions.js";
import { eventCells } from "../../runtime/v1/built-in/tables/events.js";
import { networkingCells } from "../../runtime/v1/built-in/tables/networking.js";
import { otherCells } from "../../runtime/v1/built-in/tables/others.js";
import { podCells } from "../../runtime/v1/built-in/tables/pods.js";
import { storageCells } from "../../runtime/v1/built-in/tables/storage.js";
import { workloadCells } from "../../runtime/v1/built-in/tables/workloads.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { columnLabel } from "../backends/table.js";
import { cellType } from "../backends/types/type-context.js";
import type { Expr } from "../emit/code.js";
import { expr, stmt, tsType, word } from "../emit/code.js";
import type { DataObject } from "../emit/data-literal.js";
import { constantLiteral } from "../emit/data-literal.js";
import type { Declaration } from "../emit/declaration.js";
import { jsDoc } from "../emit/jsdoc.js";
import { listCode } from "../emit/object-code.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import { reference, tupleOf } from "../emit/types/type-expression.js";
import type { ApplyNames } from "./kind-apply.js";
import { definitionName } from "./kind-client.js";

/** The cells of kinds, by the names that the runtime has for them. */
const cellsByName: readonly (readonly [name: RuntimeValue, cells: CellsByKind])[] = [
  ["autoscalingCells", autoscalingCells],
  ["coreCells", coreCells],
  ["definitionCells", definitionCells],
  ["eventCells", eventCells],
  ["networkingCells", networkingCells],
  ["otherCells", otherCells],
  ["podCells", podCells],
  ["storageCells", storageCells],
  ["workloadCells", workloadCells],
];

/** The names that `table.ts` of a kind declares. */
export function tableNames(resource: ResourceRow): readonly [columns: string, row: string] {
  const name = definitionName(resource);
  return [`${name}Columns`, `${name}Row`];
}

/**
 * The declarations of `table.ts` of a kind: the columns and cells that `kubectl get` shows.
 *
 * @param minor whose tables are written; undefined for kinds of documents
 */
export function tableDeclarations(
  resource: ResourceRow,
  minor: KubernetesMinor | undefined,
  names: Omit<ApplyNames, "constant">,
): readonly Declaration[] {
  const { kind, group } = resource;
  const [columns, row] = tableNames(resource);
  const definitions = minor === undefined ? [] : builtinTable(resource, minor).definitions;
  // Documents bring kinds that the table lacks.
  const heads =
    definitions.length > 0
      ? definitions
      : resource.columns.map((column) => ({ ...column, format: "", description: "" }));
  const key = `${kind === "Event" ? "" : group}/${kind}`;
  const [cellsName, ofKinds] = cellsByName.find(([, cells]) => cells[key] !== undefined) ?? [];
  const own = ofKinds?.[key] ?? {};
  const cells = resource.columns.map(
    ({ name, type }) => [columnLabel(name), cellType(type)] as const,
  );
  const more = own[""] === undefined ? [] : [["more", cellType("string")] as const];
  const rowName = `${kind}Row`;
  const object = group === "events.k8s.io" && kind === "Event" ? converted(names) : word("object");
  const ofKind =
    cellsName === undefined ? expr`undefined` : expr`${names.value(cellsName)}[${key}]`;
  return [
    {
      kind: "const",
      name: columns,
      exported: true,
      doc: jsDoc({
        text: "The columns that `kubectl get` shows. Those whose priority is not 0 are shown by `--output wide` alone.",
      }),
      type: tsType`readonly ${names.runtimeType("TableColumn")}[]`,
      value: listCode(heads.map((head) => constantLiteral({ ...head } as DataObject))), // of scalars
    },
    typeDeclaration({
      kind: "alias",
      name: rowName,
      doc: jsDoc({ text: "The cells of one object." }),
      type: tupleOf([...cells, ...more]),
    }),
    {
      kind: "function",
      name: row,
      exported: true,
      doc: jsDoc({
        text: `What the server shows of an object in the columns of \`${columns}\`, in their order. \`now\`, a Date or milliseconds since 1970, is what ages are counted to; absent = the clock.`,
      }),
      parameters: [
        { name: "object", type: tsType`${names.own(kind)}` },
        { name: "now", type: tsType`number | Date`, optional: true },
      ],
      returns: reference(rowName),
      body: stmt`return ${names.value("kindRow")}(${ofKind}, ${word(columns)}, ${object}, now) as unknown as ${word(rowName)};`,
    },
  ];
}

/** Events of both groups are shown as those of the core group. */
function converted(names: Omit<ApplyNames, "constant">): Expr {
  return expr`${names.value("convertEvent")}(object as never, "v1")`;
}
