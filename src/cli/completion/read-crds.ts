import { isPattern } from "../../codegen/pipeline/pattern.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { findCrds } from "../../crd/frontend/find-crds.js";
import { textsAt } from "../../crd/frontend/raw-fields.js";
import { decodeSource } from "../../crd/source/decode.js";
import { readDocuments } from "../../crd/source/read.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { findConfigs, isCode } from "../config/find.js";
import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import type { ReadWords } from "./read-words.js";

/** Nobody waits longer for a completion; what has been read by then has to do. */
const longestRead = 100;

/**
 * The CRDs that `--crd`, or else the configuration, names: those in files of this machine alone. No
 * server, no revision of git and no standard input is read, and nothing is judged.
 *
 * @param word a word that the texts of interest contain, in upper or lower case
 */
export async function readCrds(
  { values }: ReadWords,
  word: string,
  host: Host,
): Promise<readonly CrdDocument[]> {
  const inputs =
    values.get("--crd") ?? (await configuredInputs(values.get("--config")?.at(-1), host));
  const end = performance.now() + longestRead;
  const crds: CrdDocument[] = [];
  for (const argument of inputs) {
    if (!(await isHere(argument, host))) continue;
    for (const input of await findInputs([argument], host)) {
      if (performance.now() > end) return crds;
      const source = decodeSource(input.path, await input.read(), new Diagnostics());
      if (source === undefined || !mayDefine(source.text, word)) continue;
      const documents = await readDocuments(source, new Diagnostics());
      crds.push(...findCrds(documents, new Diagnostics()).crds);
    }
  }
  return crds;
}

async function isHere(input: string, host: Host): Promise<boolean> {
  if (input === "-" || /^(?:https?:\/\/|cluster(?::|$))/i.test(input)) return false;
  const kind = await host.kindOf(input);
  if (kind === undefined) return isPattern(input);
  // Devices and pipes, which may never end, have no size.
  return kind === "folder" || ((await host.factsOfFile(input))?.bytes ?? 0) > 0;
}

function mayDefine(text: string, word: string): boolean {
  return (
    text.includes("CustomResourceDefinition") && text.toLowerCase().includes(word.toLowerCase())
  );
}

/**
 * The inputs that the configuration names. One that is code is never run for a completion: only
 * texts that stand in a list `inputs: […]` are found in it.
 */
async function configuredInputs(path: string | undefined, host: Host): Promise<readonly string[]> {
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
