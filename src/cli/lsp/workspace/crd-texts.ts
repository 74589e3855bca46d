import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../../../crd/source/decode.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdText } from "../../../tools/language/contract.js";
import { findInputs } from "../../find-inputs.js";
import type { Host } from "../../host.js";
import type { CrdFlags } from "../../read-config.js";
import { readCrdSettings } from "../../read-config.js";

/** The CRDs of a workspace. */
export interface WorkspaceCrds {
  readonly texts: readonly CrdText[];
  readonly minor: KubernetesMinor;
  /** What is wrong with the configuration, or with texts that cannot be read. */
  readonly diagnostics: Diagnostics;
}

/**
 * Reads the texts that hold CRDs: those that the command line or the configuration names, then
 * those below the folders of the workspace. What is there twice counts once.
 *
 * @param open the texts that an editor has open, by path: they count in place of the files
 */
export async function readCrdTexts(
  folders: readonly string[],
  flags: CrdFlags,
  open: ReadonlyMap<string, string>,
  host: Host,
): Promise<WorkspaceCrds | undefined> {
  const diagnostics = new Diagnostics();
  const settings = await readCrdSettings(flags, diagnostics, host);
  if (settings === undefined) return undefined;
  const inputs = await findInputs([...settings.crds, ...folders], host);
  const texts: CrdText[] = [];
  for (const input of inputs) {
    const text = open.get(input.path) ?? textOf(input.path, await input.read(), diagnostics);
    if (text !== undefined && mayHoldCrds(text)) texts.push({ path: input.path, text });
  }
  return { texts, minor: settings.minor, diagnostics };
}

function textOf(path: string, bytes: Uint8Array, diagnostics: Diagnostics): string | undefined {
  return decodeSource(path, bytes, diagnostics)?.text;
}

/** Most files of a workspace hold none, and reading them as YAML is dear. */
function mayHoldCrds(text: string): boolean {
  return text.includes("CustomResourceDefinition");
}
