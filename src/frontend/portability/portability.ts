import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { CrdDocument } from "../find-crds.js";

/** Warnings of crdgen's own; each can be switched off by its code. */
export type PortabilityCode =
  | "portability/deprecated-construct"
  | "portability/newer-server"
  | "portability/default-surprise"
  | "portability/field-unsettable"
  | "portability/storage-version-unserved"
  | "portability/name-collision";

/** Reports what servers accept, but what behaves otherwise than it looks, or not everywhere alike. */
export function checkPortability(
  _crd: CrdDocument,
  _options: { readonly ignoredPortability: ReadonlySet<PortabilityCode> },
  _diagnostics: Diagnostics,
): void {}
