import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import { portabilityCatalog } from "../../diagnostics/catalog/portability.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { NewerServerAdvice } from "../findings/newer-server-help.js";
import type { CleanSchemas } from "../schema/clean-schemas.js";
import type { FaultyPlaces } from "./faulty-places.js";

/** Warnings of crdgen's own; each can be switched off by its code. */
export type PortabilityCode = keyof typeof portabilityCatalog;

/** All of them. */
export const portabilityCodes: readonly PortabilityCode[] = Object.keys(
  portabilityCatalog,
) as PortabilityCode[]; // its only keys

/** What looking for portability warnings takes besides the CRD. */
export interface PortabilityCheck {
  readonly ignored: ReadonlySet<PortabilityCode>;
  /** The oldest server that the CRD has to work on. */
  readonly minimum: KubernetesMinor;
  readonly adviseNewer: NewerServerAdvice | undefined;
  readonly table: SchemaTable;
  readonly clean: CleanSchemas;
  /** Where errors are: what they are about is not warned of too. */
  readonly faults: FaultyPlaces;
}
