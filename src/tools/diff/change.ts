import type { Path, SourceDocument } from "../../crd/source/source-file.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { ChangeCode } from "./catalog.js";
import type { Effect } from "./effect.js";

/** One difference between two CRDs of the same name. */
export interface Change {
  readonly code: ChangeCode;
  /** The gravest first; at least one. */
  readonly effects: readonly Effect[];
  /** The name of the CRD, such as `crontabs.stable.example.com`. */
  readonly resource: string;
  readonly kind: string;
  /** `undefined` where it concerns all versions. */
  readonly version: string | undefined;
  /** In the object, such as `spec.env[*].name`; `""` where it is about none of its fields. */
  readonly path: string;
  /** What stood there, and stands there now, as short texts; `undefined` for nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly reason: string;
  /** A value that was valid before and is refused now. */
  readonly example?: Json;
  /** The new name of a field that was renamed. */
  readonly renamedTo?: string;
  /** Where it stands in the old and in the new text. */
  readonly oldPlace: ChangePlace | undefined;
  readonly newPlace: ChangePlace | undefined;
}

/** A value in a document, or where it would stand. */
export interface ChangePlace {
  readonly document: SourceDocument;
  readonly path: Path;
}

/** What a report says beside its code. */
export interface ChangeFacts {
  readonly effects: readonly Effect[];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly reason: string;
  readonly example?: Json | undefined;
  readonly renamedTo?: string | undefined;
}
