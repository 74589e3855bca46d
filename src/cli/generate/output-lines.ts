import { printable } from "../../crd/diagnostics/render/printable.js";
import type { CommonOptions } from "../report/options.js";
import type { OutputLine } from "../report/output-schemas.js";
import type { OutputChange } from "./output-changes.js";

/**
 * What became of each output, a JSON object on a line for each; `""` in other forms, which say it
 * on standard error.
 */
export function writtenLines(changes: readonly OutputChange[], { format }: CommonOptions): string {
  return format === "json" ? changes.map((change) => lineOf(writtenOf(change))).join("") : "";
}

/** The same for `--check`, which names the files. */
export function checkedLines(changes: readonly OutputChange[], { format }: CommonOptions): string {
  return format === "json" ? changes.map((change) => lineOf(checkedOf(change))).join("") : "";
}

function lineOf(line: OutputLine<"written" | "checked">): string {
  return `${printable(JSON.stringify(line))}\n`;
}

function writtenOf({ output, counts, plan }: OutputChange): OutputLine<"written"> {
  const { resources, versions } = counts;
  const { write, remove, unchanged } = plan;
  const files = { written: write.length, unchanged, removed: remove.length };
  return { out: output.out, resources, versions, ...files };
}

function checkedOf({ output, counts, plan }: OutputChange): OutputLine<"checked"> {
  const { resources, versions } = counts;
  const { unchanged, write, remove: stale } = plan;
  const differing = write.map(({ path }) => path);
  const upToDate = differing.length + stale.length === 0;
  return {
    out: output.out,
    resources,
    versions,
    unchanged,
    upToDate,
    differing,
    stale: [...stale],
  };
}
