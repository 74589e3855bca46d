import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdFlags, CrdSettings } from "../../read-config.js";

/** What the thread that reads a configuration is asked. */
export interface SettingsTask {
  readonly flags: CrdFlags;
}

/** What it answers: plain data. */
export interface SettingsAnswer {
  /** Absent where the configuration has faults. */
  readonly settings?: CrdSettings;
  /** The faults that have places, or files at least. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why it could not be read at all. */
  readonly reason?: string;
}
