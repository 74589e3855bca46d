import { closeSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";
import { UsageError } from "../usage-error.js";

/** The first line of every file. */
const heading = JSON.stringify({ crdgen: "serve", format: 1 });

/**
 * The objects of a server in one file: a line for each change, written before the change is
 * answered, so that a crash of the process loses nothing that was answered. When the file is
 * opened, it is written anew with the objects alone.
 */
export class DataFile {
  /** What the file held. */
  readonly snapshot: ServerSnapshot | undefined;
  /** What was lost, in words: a last line that was not written whole, and so never answered. */
  readonly warning: string | undefined;
  readonly #descriptor: number;

  private constructor(
    descriptor: number,
    snapshot: ServerSnapshot | undefined,
    warning: string | undefined,
  ) {
    this.#descriptor = descriptor;
    this.snapshot = snapshot;
    this.warning = warning;
  }

  /**
   * @throws UsageError for a file that is not of this kind, or damaged; it stays as it is. And the
   *   error of the system for one that cannot be read or written
   */
  static open(path: string): DataFile {
    const read = readAll(path);
    const { snapshot, warning } = read === undefined ? fresh : parseLines(path, read);
    const written = `${path}.new`;
    const descriptor = openSync(written, "w", 0o600);
    writeSync(descriptor, `${heading}\n`);
    const file = new DataFile(descriptor, snapshot, warning);
    if (snapshot !== undefined) file.appendAll(snapshot);
    // Never in place: until here, the old file is whole.
    renameSync(written, path);
    return file;
  }

  appendAll(snapshot: ServerSnapshot): void {
    for (const change of changesOf(snapshot)) this.append(change);
  }

  append(change: StoredChange): void {
    writeSync(this.#descriptor, `${JSON.stringify(change)}\n`);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

interface ReadLines {
  readonly snapshot: ServerSnapshot | undefined;
  readonly warning: string | undefined;
}

const fresh: ReadLines = { snapshot: undefined, warning: undefined };

function readAll(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parseLines(path: string, text: string): ReadLines {
  if (text === "") return fresh;
  const lines = text.split("\n");
  const torn = lines.pop() ?? "";
  if (lines[0] !== heading) {
    const advice = "name another one, or one that does not exist yet";
    throw new UsageError(`--data: ${path} is not a data file of crdgen serve; ${advice}`);
  }
  const resources = new Map<string, Map<string, string>>();
  let newest = 0;
  for (const [index, line] of lines.slice(1).entries()) {
    const change = parseChange(line);
    if (change === undefined) {
      const advice = "restore it from a copy, or cut it off before this line";
      throw new UsageError(`--data: ${path} is damaged at line ${index + 2}; ${advice}`);
    }
    const { resource, key, resourceVersion, text: object } = change;
    newest = Math.max(newest, resourceVersion);
    let objects = resources.get(resource);
    if (objects === undefined) resources.set(resource, (objects = new Map<string, string>()));
    if (object === undefined) objects.delete(key);
    else objects.set(key, object);
  }
  const warning =
    torn === "" ? undefined : `${path}: the last line was not written whole, and is left out`;
  const objects = [...resources].map(([resource, kept]) => [resource, [...kept]] as const);
  return { snapshot: { resourceVersion: newest, objects: Object.fromEntries(objects) }, warning };
}

function parseChange(line: string): StoredChange | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isChange(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isChange(value: unknown): value is StoredChange {
  if (typeof value !== "object" || value === null) return false;
  const { resource, key, resourceVersion, text } = value as Partial<StoredChange>; // any object
  const isPlace = typeof resource === "string" && typeof key === "string";
  const isObject = text === undefined || typeof text === "string";
  return isPlace && isObject && Number.isSafeInteger(resourceVersion);
}

function* changesOf(snapshot: ServerSnapshot): Iterable<StoredChange> {
  const { resourceVersion, objects } = snapshot;
  for (const [resource, entries] of Object.entries(objects)) {
    for (const [key, text] of entries) yield { resource, key, resourceVersion, text };
  }
}
