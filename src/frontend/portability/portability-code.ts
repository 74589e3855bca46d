import type { SchemaTable } from "../../ir/schema-table.js";
import type { FaultyPlaces } from "./faulty-places.js";
import type { CleanSchemas } from "../schema/clean-schemas.js";

/** Warnings of crdgen's own; each can be switched off by its code. */
export const portabilityCodes = [
  "portability/deprecated-construct",
  "portability/newer-server",
  "portability/default-surprise",
  "portability/field-unsettable",
  "portability/storage-version-unserved",
  "portability/name-collision",
  "portability/key-not-text",
] as const;

/** What `--ignore` takes. */
export type PortabilityCode = (typeof portabilityCodes)[number];

/** What looking for portability warnings takes besides the CRD. */
export interface PortabilityCheck {
  readonly ignored: ReadonlySet<PortabilityCode>;
  readonly table: SchemaTable;
  readonly clean: CleanSchemas;
  /** Where errors are: what they are about is not warned of too. */
  readonly faults: FaultyPlaces;
}
