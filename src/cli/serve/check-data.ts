import { closeSync, fstatSync, openSync } from "node:fs";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import { nameOfOwner } from "./data-owner.js";
import type { DataFault, ReadData } from "./data-reader.js";
import { readData } from "./data-reader.js";

/**
 * `crdgen serve --data FILE --check`: says what is wrong with a data file, and leaves it as it is.
 *
 * @throws UsageError for a file that cannot be read, or is of something else
 */
export function checkData(path: string, host: Host): ExitCode {
  const faults: DataFault[] = [];
  let left = 0;
  const read = readAt(path, (fault) => {
    if (faults.length < mostFaults) faults.push(fault);
    else left++;
  });
  for (const { line, offset, reason } of faults) {
    host.print(`${path}:${line}: ${reason} (byte ${offset})\n`);
  }
  if (left > 0) host.print(`${path}: and ${left} more\n`);
  const notes = notesOf(read);
  for (const note of notes) host.print(`${path}: ${note}\n`);
  const isWhole = faults.length === 0 && notes.length === 0;
  host.print(`${path}: ${isWhole ? "whole" : "not whole"}; ${summaryOf(read)}\n`);
  return isWhole ? exitCode.good : exitCode.notGood;
}

const mostFaults = 20;

function readAt(path: string, report: (fault: DataFault) => void): ReadData {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    if (!fstatSync(file).isFile()) throw new UsageError(`--data: ${path} is no regular file`);
    return readData(file, path, report);
  } catch (error) {
    if (error instanceof UsageError || errorCode(error) === undefined) throw error;
    const words = error instanceof Error ? error.message : "";
    throw new UsageError(`--data: ${path} cannot be read: ${words}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Lists findings that are no damage, and yet worth a look. */
function notesOf({ isTorn, late, moved }: ReadData): readonly string[] {
  const notes: string[] = [];
  if (isTorn) notes.push("the last line was not written whole; a server leaves it out");
  if (late > 0) notes.push(`${late} lines of a process that had lost the file are left out`);
  if (moved !== undefined) notes.push(`it is an older state; the objects are in ${moved} since`);
  return notes;
}

function summaryOf({ format, lines, snapshot, owner }: ReadData): string {
  if (format === undefined) return "it is empty";
  const objects = Object.values(snapshot?.objects ?? {}).reduce(
    (sum, { length }) => sum + length,
    0,
  );
  const parts = [
    `format ${format}`,
    `${lines} lines`,
    `${objects} objects`,
    `resource version ${snapshot?.resourceVersion ?? 0}`,
  ];
  const last = owner && `last opened by ${nameOfOwner(owner)}, which has not closed it`;
  return [...parts, ...(last === undefined ? [] : [last])].join(", ");
}
