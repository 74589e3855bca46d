import { TransportError } from "../client/api-error.js";
import { errorText } from "../client/error-text.js";
import { loadModule } from "./http-module.js";

/** Milliseconds for which a token is kept: the kubelet renews its file long before it expires. */
const tokenAge = 60_000;

/** A text file that changes. */
export class FreshFile {
  readonly #path: string;
  readonly #owner: string;
  #last: { readonly text: string; readonly time: number } | undefined;

  /** The owner is for errors: `the service account`. */
  constructor(path: string, owner: string) {
    this.#path = path;
    this.#owner = owner;
  }

  /**
   * The text, read again when it is `age` milliseconds old. Where that fails, the old text has to
   * do; throws a TransportError if there is none.
   */
  async text(age: number = tokenAge): Promise<string> {
    if (this.#last !== undefined && Date.now() - this.#last.time < age) return this.#last.text;
    try {
      const files = await loadModule<FileModule>("node:fs/promises");
      this.#last = { text: await files.readFile(this.#path, "utf8"), time: Date.now() };
    } catch (error) {
      if (this.#last === undefined) {
        throw new TransportError(`${this.#owner}: ${fileFault(this.#path, error)}`, error);
      }
    }
    return this.#last.text;
  }
}

/** Why a file cannot be read, with its path, which not every error of the system has. */
export function fileFault(path: string, error: unknown): string {
  if (isMissingFile(error)) return `'${path}' does not exist`;
  return `'${path}' cannot be read: ${errorText(error).replace(/, (open|read)\b.*$/s, "")}`;
}

/** Whether it is the error of a file that is not there. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The part of `node:fs/promises` that is used. */
export interface FileModule {
  readFile(path: string, encoding: "utf8"): Promise<string>;
}
