import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import { decodeSource } from "../../../crd/source/decode.js";
import type { CrdText } from "../../../tools/language/contract.js";
import { attempt, seal, unseal, writeCacheFile } from "../../cache/run-record.js";
import { maskUrls } from "../../facts/run-facts.js";
import { findInputs } from "../../find-inputs.js";
import type { Host } from "../../host.js";
import { isUrl } from "../../input.js";

/** Tells whether an argument names CRDs that another machine has. */
export function isRemote(argument: string): boolean {
  return isUrl(argument) || /^cluster(?::|$)/.test(argument);
}

/** A part of the key of entries: what is kept in another form gets another name. */
const form = "crd-texts 1";

/**
 * The CRDs of clusters and URLs. They are asked for once, in the background, as an answer can take
 * minutes; until it comes, those of the last answer serve, which are kept on disk.
 */
export class RemoteTexts {
  /** Why arguments could not be asked for, by argument. */
  readonly faults = new Map<string, string>();
  readonly #host: Host;
  readonly #onAnswer: () => void;
  readonly #texts = new Map<string, readonly CrdText[]>();

  /** `onAnswer` is called when there are other texts or faults. */
  constructor(host: Host, onAnswer: () => void) {
    this.#host = host;
    this.#onAnswer = onAnswer;
  }

  /** The texts of an argument, as far as they are known. */
  async textsOf(argument: string): Promise<readonly CrdText[]> {
    const known = this.#texts.get(argument);
    if (known !== undefined) return known;
    const kept = await this.#readKept(argument);
    this.#texts.set(argument, kept ?? []);
    void this.#ask(argument, kept !== undefined);
    return kept ?? [];
  }

  async #ask(argument: string, isKept: boolean): Promise<void> {
    try {
      const texts = await readAll(argument, this.#host);
      await this.#keep(argument, texts);
      this.#texts.set(argument, texts);
    } catch (error) {
      const instead = isKept ? "; the CRDs of its last answer serve" : "";
      this.faults.set(argument, `${reasonOf(error)}${instead}`);
    }
    this.#onAnswer();
  }

  async #readKept(argument: string): Promise<readonly CrdText[] | undefined> {
    const { path, key } = this.#placeOf(argument);
    const bytes = await attempt(() => this.#host.readFile(path));
    const content = bytes && unseal(bytes, key);
    return content && (JSON.parse(Buffer.from(content).toString("utf8")) as readonly CrdText[]); // by its checksum
  }

  async #keep(argument: string, texts: readonly CrdText[]): Promise<void> {
    const { path, key } = this.#placeOf(argument);
    await writeCacheFile(path, seal(Buffer.from(JSON.stringify(texts)), key), this.#host);
  }

  /** What `cluster` means is decided by the kubeconfig. */
  #placeOf(argument: string): { readonly path: string; readonly key: string } {
    const { KUBECONFIG: kubeconfig = "" } = this.#host.environment;
    const about = JSON.stringify([form, argument, isUrl(argument) ? "" : kubeconfig]);
    const key = createHash("sha256").update(about).digest("hex");
    return { path: join(cacheFolder(this.#host), `${key}.crds`), key };
  }
}

async function readAll(argument: string, host: Host): Promise<readonly CrdText[]> {
  const texts: CrdText[] = [];
  for (const input of await findInputs([argument], host)) {
    const source = decodeSource(maskUrls(input.path), await input.read(), new Diagnostics());
    if (source !== undefined) texts.push({ path: source.path, text: source.text });
  }
  return texts;
}

/**
 * The user's folder for caches, as each system has it: a folder of manifests has no `node_modules`
 * where `generate` keeps its own, and nothing may turn up in it.
 */
function cacheFolder({ environment }: Host): string {
  const { XDG_CACHE_HOME: chosen = "", LOCALAPPDATA: local = "" } = environment;
  if (chosen !== "") return join(chosen, "crdgen");
  return local === "" ? join(homedir(), ".cache/crdgen") : join(local, "crdgen/cache");
}
