import { join } from "node:path";
import { typesBackend } from "../../src/codegen/backends/types.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import { fieldPath } from "../../src/tools/diff/schema/schema-pair.js";
import { emitUnit } from "./emit-unit.js";

/** A place of an object: what a change calls it, and the code that reads it from `object`. */
interface Place {
  readonly path: string;
  readonly access: string;
}

/** A program that reads what differs between two versions, by the types of the old one. */
export interface ReaderProgram {
  /** By their names, below one folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The path of what is read, by the line of `reader.ts` that fails by the old types alone. */
  readonly oldLines: ReadonlyMap<number, string>;
  /** The same by the line that assigns the new value. */
  readonly newLines: ReadonlyMap<number, string>;
}

const runtime = join(import.meta.dirname, "../../src/runtime/v1");

/** Writes the program; what is equal on both sides is not read. */
export function readerProgram(
  old: readonly [Resource, Version],
  now: readonly [Resource, Version],
): ReaderProgram {
  const [oldFile, newFile] = [typesOf(...old), typesOf(...now)];
  const lines = [
    `import type { ${oldFile.type} as Old } from "./old.js";`,
    `import type { ${newFile.type} as Now } from "./now.js";`,
    "declare const old: Old; declare const now: Now;",
  ];
  const oldLines = new Map<number, string>();
  const newLines = new Map<number, string>();
  const places = [...changedPlaces(old[1].schema, now[1].schema, { path: "", access: "" }, 0)];
  for (const [index, { path, access }] of places.entries()) {
    oldLines.set(lines.push(`let v${index} = old${access};`), path);
    newLines.set(lines.push(`v${index} = now${access};`), path);
  }
  const files = new Map([
    ["old.ts", oldFile.text],
    ["now.ts", newFile.text],
    ["reader.ts", `${lines.join("\n")}\n`],
  ]);
  return { files, oldLines, newLines };
}

function typesOf(resource: Resource, version: Version): { type: string; text: string } {
  const [file] = emitUnit(resource, version, [typesBackend]);
  const [printed] = file?.print({ target: "ts", importExtension: ".js", banner: "" }) ?? [];
  const text = printed?.text.replaceAll('"../runtime/v1/', `"${runtime}/`) ?? "";
  const type = /^export interface (\w+) extends KubernetesObject</m.exec(text)?.[1] ?? "";
  return { type, text };
}

/** The places whose schemas differ, what holds them, and what lies below those that are gone. */
function* changedPlaces(
  old: Schema | undefined,
  now: Schema | undefined,
  place: Place,
  depth: number,
): Iterable<Place> {
  if (old === undefined || old === now || depth > 12) return;
  yield place;
  for (const [name, schema] of old.fields) {
    if (place.path === "" && name === "metadata") continue;
    const path = fieldPath(place.path, name);
    const access = `${place.access}?.[${JSON.stringify(name)}]`;
    yield* changedPlaces(schema, now?.fields.get(name), { path, access }, depth + 1);
  }
  const items = { path: `${place.path}[*]`, access: `${place.access}?.[0]` };
  yield* changedPlaces(old.items, now?.items, items, depth + 1);
  if (typeof old.values !== "object") return;
  const values = now && typeof now.values === "object" ? now.values : undefined;
  const key = { path: `${place.path}.*`, access: `${place.access}?.["anyOtherKey"]` };
  yield* changedPlaces(old.values, values, key, depth + 1);
}
