import type { Json } from "../../runtime/v1/values/json/json.js";
import { byteOrderMark } from "./characters.js";

/** One input text. `path` is what diagnostics print: a file name, a URL or `<stdin>`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /**
   * Only of a file that was found in a folder or by a pattern. Without it, somebody named the file
   * itself.
   */
  readonly place?: FilePlace | undefined;
  /** The names of CRDs in it that do not count, since another file has a preferred variant. */
  readonly leftOut?: readonly string[] | undefined;
}

/** Facts about a file that its place and the files around it show. */
export interface FilePlace {
  /** The role that the kustomization of its folder, or of one around that, gives it. */
  readonly kustomize?: KustomizeRole | undefined;
  /** The kustomization that names it as a resource, and patches CRDs: its path. */
  readonly patchedBy?: string | undefined;
  /** True if its folder is called `patches`. */
  readonly inPatches: boolean;
  /** A chainsaw test compares it with the cluster, or only lies in its folder or around that. */
  readonly chainsaw?: "asserted" | "near" | undefined;
  /** Where in a Helm chart it lies. */
  readonly chart?: "templates" | "elsewhere" | undefined;
}

/**
 * The roles that a `kustomization.yaml` can give a file: a resource, a patch, configuration of
 * kustomize, or values of a chart.
 */
export type KustomizeRole = "resource" | "patch" | "configuration" | "values";

/** Half-open range of UTF-16 offsets in one file. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/**
 * Line and column, both from 1; the column counts UTF-16 units, a byte order mark before the first
 * aside.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<SourceFile, readonly number[]>();

/** The position of an offset; offsets beyond the text give the end of the text. */
export function positionAt(file: SourceFile, offset: number): Position {
  const starts = lineStartsOf(file);
  const target = Math.max(0, Math.min(offset, file.text.length));
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= target) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(0, target - (starts[low] ?? 0)) + 1 };
}

/** Offsets at which the lines of a file begin; worked out on first use. */
export function lineStartsOf(file: SourceFile): readonly number[] {
  const known = lineStarts.get(file);
  if (known !== undefined) return known;
  // No editor shows the mark.
  const starts = [file.text.charCodeAt(0) === byteOrderMark ? 1 : 0];
  for (let at = file.text.indexOf("\n"); at !== -1; at = file.text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  lineStarts.set(file, starts);
  return starts;
}

/** Steps from the root of a document to a value in it: keys and indices. */
export type Path = readonly (string | number)[];

/** Where a value stands. */
export interface Location {
  /** The key, or the item's value where the parent is a list, or the whole document at the root. */
  readonly key: Span;
  readonly value: Span;
  /**
   * The first token of an object or a list: its bracket, the dash of the item that it is, or its
   * first key; else the value.
   */
  readonly head: Span;
  /**
   * Of what stands at an anchor: the alias on the way to it, or the key of the object that merges
   * it in.
   */
  readonly via?: Span | undefined;
}

/** One YAML or JSON document of a file, read as `sigs.k8s.io/yaml` reads it. */
export interface SourceDocument {
  readonly file: SourceFile;
  /** Offsets of the document in the file's text. */
  readonly start: number;
  readonly end: number;
  readonly format: "yaml" | "json";
  /**
   * The value; plain objects with own keys only (a key `__proto__` is an own property like any
   * other).
   */
  readonly value: Json;
  /**
   * Where the value at `path` stands. Positions are worked out on the first call of a document,
   * since few documents need any. A path that leads nowhere gives the key of its longest prefix
   * that exists, which is where something is missing.
   */
  locate(path: Path): Location;
}
