import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { textsAt } from "../../crd/frontend/raw-fields.js";
import { decodeSource } from "../../crd/source/decode.js";
import { readDocuments } from "../../crd/source/read.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { findConfigs, isCode } from "../config/find.js";
import type { Host } from "../host.js";

/**
 * The inputs that the configuration names. One that is code is never run for a completion: only
 * texts that stand in a list `inputs: […]` are found in it.
 */
export async function configuredInputs(
  path: string | undefined,
  host: Host,
): Promise<readonly string[]> {
  const found = path ?? (await findConfigs())[0];
  if (found === undefined || (await host.kindOf(found)) !== "file") return [];
  const diagnostics = new Diagnostics();
  const source = decodeSource(found, await host.readFile(found), diagnostics);
  if (source === undefined) return [];
  if (isCode(found)) return inputsInCode(source.text);
  const [document] = await readDocuments(source, diagnostics);
  return isObject(document?.value) ? textsAt(document.value, "inputs") : [];
}

function inputsInCode(text: string): readonly string[] {
  const list = /\binputs["']?\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return [...list.matchAll(/"([^"\\]*)"|'([^'\\]*)'/g)].map((match) => match[1] ?? match[2] ?? "");
}
