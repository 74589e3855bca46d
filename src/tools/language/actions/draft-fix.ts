import type { ObjectDocument } from "../../../codegen/pipeline/objects/find-objects.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Path } from "../../../crd/source/source-file.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Change } from "./change.js";

/** A change that would mend a fault. */
export interface DraftFix {
  readonly title: string;
  /** Paths lead from the document. */
  readonly change: Change;
  /** What has to change with it; default: nothing. */
  readonly also?: readonly Change[];
  readonly isPreferred: boolean;
}

/** The place of a fault in its object. */
export interface FaultyPlace {
  readonly object: ObjectDocument;
  /** From the object. */
  readonly path: Path;
  /** Of the object; undefined where the CRD says nothing. */
  readonly schema: Schema | undefined;
  readonly minor: KubernetesMinor;
}
