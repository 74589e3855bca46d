import { isAbsolute, relative, resolve } from "node:path";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import { decodeSource } from "../../../crd/source/decode.js";
import type { CrdText } from "../../../tools/language/contract.js";
import { mayHoldCrds } from "../../../tools/language/crds/may-hold-crds.js";
import { findInputs } from "../../find-inputs.js";
import type { Host } from "../../host.js";
import type { Input } from "../../input.js";
import { preferInputs } from "../../open-inputs.js";
import type { RemoteTexts } from "./remote-texts.js";
import { isRemote } from "./remote-texts.js";

/** Where the CRDs of a workspace are. */
export interface CrdPlaces {
  /** Inputs as on the command line; then come the folders. */
  readonly inputs: readonly string[];
  readonly folders: readonly string[];
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer: readonly string[];
}

/** The CRDs of a workspace, and why others could not be had. */
interface CrdTexts {
  readonly texts: readonly CrdText[];
  readonly faults: readonly string[];
}

/** A text of a file as it was when the file had this state. */
interface KnownFile {
  readonly state: string;
  /** Undefined for one without CRDs, or that is no text. */
  readonly text: string | undefined;
}

/**
 * Reads the texts that hold CRDs: those that somebody names, then those below the folders of the
 * workspace. What is there twice counts once. Files that have not changed are not read again.
 */
export class CrdReader {
  readonly #host: Host;
  readonly #remote: RemoteTexts;
  #inputs: readonly Input[] = [];
  #remoteArguments: readonly string[] = [];
  #faults: readonly string[] = [];
  #known = new Map<string, KnownFile>();

  constructor(remote: RemoteTexts, host: Host) {
    this.#remote = remote;
    this.#host = host;
  }

  /** The files that may be manifests, by absolute paths: those that are named, and the folders'. */
  get files(): readonly Input[] {
    return this.#inputs;
  }

  /** Looks which files there are. What cannot be found is a fault, and the rest counts. */
  async find({ inputs, folders }: CrdPlaces): Promise<void> {
    const found = new Map<string, Input>();
    const faults: string[] = [];
    const isLocal = (argument: string): boolean => !isRemote(argument) && argument !== "-";
    if (inputs.includes("-")) faults.push("standard input (-) is the editor's: name files instead");
    for (const argument of [...inputs.filter(isLocal), ...folders]) {
      for (const input of await findSome(argument, faults, this.#host)) {
        const path = resolve(input.path);
        if (!found.has(path)) found.set(path, { ...input, path });
      }
    }
    this.#inputs = [...found.values()];
    this.#remoteArguments = [...new Set(inputs.filter(isRemote))];
    this.#faults = faults;
  }

  /**
   * Reads what was found.
   *
   * @param open the texts that an editor has open, by path: they count in place of the files, and
   *   behind them where they are elsewhere
   */
  async read({ prefer }: CrdPlaces, open: ReadonlyMap<string, string>): Promise<CrdTexts> {
    const faults = [...this.#faults];
    const texts: CrdText[] = [];
    const known = new Map<string, KnownFile>();
    for (const input of this.#inputs) {
      const text = open.get(input.path) ?? (await this.#textOf(input, known, faults));
      if (text !== undefined && mayHoldCrds(text)) texts.push({ ...aboutOf(input), text });
    }
    this.#known = known;
    for (const argument of this.#remoteArguments) {
      texts.push(...(await this.#remote.textsOf(argument)));
      faults.push(...[this.#remote.faults.get(argument)].filter((fault) => fault !== undefined));
    }
    const there = new Set(this.#inputs.map(({ path }) => path));
    for (const [path, text] of open) {
      if (!there.has(path) && mayHoldCrds(text)) texts.push({ path, text });
    }
    return { texts: await this.#prefer(texts, prefer), faults };
  }

  async #textOf(
    input: Input,
    known: Map<string, KnownFile>,
    faults: string[],
  ): Promise<string | undefined> {
    const { path } = input;
    try {
      const state = input.isLocal ? (await this.#host.factsOfFile(path))?.state : undefined;
      const before = this.#known.get(path);
      const isSame = before !== undefined && before.state === state;
      const text = isSame ? before.text : textIn(path, await input.read());
      if (state !== undefined) known.set(path, { state, text });
      return text;
    } catch (error) {
      faults.push(reasonOf(error));
      return undefined;
    }
  }

  async #prefer(texts: readonly CrdText[], prefer: readonly string[]): Promise<readonly CrdText[]> {
    if (prefer.length === 0) return texts;
    const inputs = texts.map((one): Input => ({
      // As on the command line, where patterns begin at the working folder.
      path: isAbsolute(one.path) ? relative(resolve("."), one.path) : one.path,
      isLocal: true,
      read: () => Promise.resolve(new TextEncoder().encode(one.text)),
    }));
    const ranked = await preferInputs(inputs, prefer, true, this.#host);
    return texts.map((one, index) => ({ ...one, leftOut: ranked[index]?.leftOut }));
  }
}

function aboutOf({ path, place }: Input): Pick<CrdText, "path" | "place"> {
  return { path, ...(place && { place }) };
}

async function findSome(argument: string, faults: string[], host: Host): Promise<readonly Input[]> {
  try {
    return await findInputs([argument], host);
  } catch (error) {
    faults.push(reasonOf(error));
    return [];
  }
}

function textIn(path: string, bytes: Uint8Array): string | undefined {
  const text = decodeSource(path, bytes, new Diagnostics())?.text;
  return text !== undefined && mayHoldCrds(text) ? text : undefined;
}
