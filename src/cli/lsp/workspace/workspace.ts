import { fileURLToPath } from "node:url";
import type { InitializeParams } from "vscode-languageserver";
import type { LanguageService } from "../../../tools/language/service.js";
import type { Host } from "../../host.js";
import type { CrdFlags } from "../../read-config.js";
import { readCrdTexts } from "./crd-texts.js";

/** The folders that an editor has open, and the CRDs that are known there. */
export class Workspace {
  /** Paths of the folders. */
  folders: readonly string[] = [];
  readonly #service: LanguageService;
  readonly #flags: CrdFlags;
  readonly #host: Host;
  readonly #listeners: (() => void)[] = [];
  #onError: (error: unknown) => void = ignore;
  #ready: Promise<void> = Promise.resolve();

  constructor(service: LanguageService, flags: CrdFlags, host: Host) {
    this.#service = service;
    this.#flags = flags;
    this.#host = host;
  }

  /** Settles when the CRDs have been read as they are now. Never rejects. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Takes the folders of a client. */
  initialize({ workspaceFolders }: InitializeParams): void {
    const uris = (workspaceFolders ?? []).map(({ uri }) => uri);
    this.folders = uris.filter((uri) => uri.startsWith("file:")).map((uri) => fileURLToPath(uri));
  }

  /** Calls a function whenever CRDs have changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Calls a function with what makes it impossible to read the CRDs. */
  onError(listener: (error: unknown) => void): void {
    this.#onError = listener;
  }

  /** Reads the CRDs anew, after those that are being read. */
  refresh(): void {
    this.#ready = this.#ready.then(() => this.#useCrds()).catch(this.#onError);
    void this.#ready.then(() => {
      for (const listener of this.#listeners) listener();
    });
  }

  async #useCrds(): Promise<void> {
    const found = await readCrdTexts(this.folders, this.#flags, new Map(), this.#host);
    if (found === undefined) return;
    await this.#service.use(found.texts, `1.${found.minor}`);
  }
}

function ignore(): void {
  // Until somebody listens.
}
