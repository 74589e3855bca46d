import type { Json } from "../../runtime/v1/values/json/json.js";
import type { SourceFile, Span } from "./source-file.js";

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
