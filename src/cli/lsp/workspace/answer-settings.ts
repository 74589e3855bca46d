import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import type { Host } from "../../host.js";
import type { CrdFlags } from "../../read-config.js";
import { readCrdSettings } from "../../read-config.js";
import type { SettingsAnswer } from "./settings-task.js";

/** Reads where CRDs are, as the flags and the configuration say; never throws. */
export async function answerSettings(flags: CrdFlags, host: Host): Promise<SettingsAnswer> {
  const diagnostics = new Diagnostics();
  try {
    const settings = await readCrdSettings(flags, diagnostics, host);
    return { ...(settings && { settings }), diagnostics: diagnostics.list };
  } catch (error) {
    return { diagnostics: diagnostics.list, reason: reasonOf(error) };
  }
}
