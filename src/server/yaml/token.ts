import type { Mark } from "./cursor.js";

/** The parts of YAML; the brackets, the comma and the dash (`-`) stand for themselves. */
export type TokenKind =
  | "stream start"
  | "stream end"
  | "version directive"
  | "tag directive"
  | "document start"
  | "document end"
  | "block sequence"
  | "block mapping"
  | "block end"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "-"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

/** A part of a text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: Mark;
  /** The line where it ends, from 0. */
  readonly endLine: number;
  /** Of a scalar; the name of an anchor or an alias; the handle of a tag; the version. */
  readonly text: string;
  /** The rest of a tag, or the prefix of a tag directive. */
  readonly suffix: string;
  /** A scalar without quotes that is no block. */
  readonly isPlain: boolean;
}
