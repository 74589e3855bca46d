import type { Path } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { shorten } from "../short-text.js";
import type { SchemaContext } from "./schema-pair.js";
import { fieldPath } from "./schema-pair.js";

/** A raw schema on both sides. */
interface RawPair {
  readonly old: Json | undefined;
  readonly now: Json | undefined;
  readonly path: string;
  readonly oldPath: Path;
  readonly newPath: Path;
}

/** Compares the texts for people, which are no part of a schema that judges. */
export function diffDescriptions(context: SchemaContext, pair: RawPair): void {
  const { old, now } = pair;
  if (old === now || !isObject(old) || !isObject(now)) return;
  for (const keyword of ["title", "description"]) {
    const [before, after] = [textAt(old, keyword), textAt(now, keyword)];
    if (before === after) continue;
    const paths = {
      path: pair.path,
      oldPath: [...pair.oldPath, keyword],
      newPath: [...pair.newPath, keyword],
    };
    context.changes.report("diff/description-changed", context.compared, paths, {
      effects: ["safe"],
      before: before === "" ? undefined : shorten(before),
      after: after === "" ? undefined : shorten(after),
      reason: "the server does not look at it",
    });
  }
  for (const below of belowOf(old, now, pair)) diffDescriptions(context, below);
}

function* belowOf(
  old: { readonly [key: string]: Json },
  now: { readonly [key: string]: Json },
  pair: RawPair,
): Iterable<RawPair> {
  const step = (path: string, ...steps: Path): RawPair => ({
    old: follow(old, steps),
    now: follow(now, steps),
    path,
    oldPath: [...pair.oldPath, ...steps],
    newPath: [...pair.newPath, ...steps],
  });
  const { properties } = old;
  for (const name of Object.keys(isObject(properties) ? properties : {})) {
    yield step(fieldPath(pair.path, name), "properties", name);
  }
  yield step(`${pair.path}[*]`, "items");
  yield step(pair.path === "" ? "*" : `${pair.path}.*`, "additionalProperties");
}

function follow(value: Json | undefined, steps: Path): Json | undefined {
  let at = value;
  for (const step of steps) {
    at = isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at;
}

function textAt(value: { readonly [key: string]: Json }, key: string): string {
  const text = value[key];
  return typeof text === "string" ? text : "";
}
