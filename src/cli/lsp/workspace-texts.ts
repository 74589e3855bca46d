import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { CancellationToken, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { decodeSource } from "../../crd/source/decode.js";
import { attempt } from "../cache/run-record.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import type { Workspace } from "./workspace/workspace.js";

/** A text as it is open in the editor, or as its file has it. */
export interface WorkspaceText {
  readonly uri: string;
  readonly text: string;
}

/** Where texts come from. */
interface TextsContext {
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
  readonly host: Host;
}

/** What is known of a file as long as it has this state. */
interface KnownFile {
  readonly state: string;
  readonly kinds: ReadonlySet<string>;
}

/** Milliseconds for which others may have to wait. */
const longest = 20;

/**
 * Finds the texts of a workspace that may hold objects of a kind. Which kinds a file names is
 * remembered; files are read one after another, so that others have their turn in between.
 */
export class WorkspaceTexts {
  readonly #context: TextsContext;
  #known = new Map<string, KnownFile>();

  constructor(context: TextsContext) {
    this.#context = context;
  }

  /** The texts of all that name a kind, the open ones first; ends early when that is asked for. */
  async *naming(kind: string, token: CancellationToken): AsyncGenerator<WorkspaceText> {
    const { documents, workspace } = this.#context;
    const open = new Set<string>();
    let last = performance.now();
    for (const document of documents.all()) {
      open.add(document.uri);
      const text = document.getText();
      if (kindsIn(text).has(kind)) yield { uri: document.uri, text };
    }
    for (const input of workspace.files) {
      if (performance.now() - last > longest) {
        await setImmediate();
        last = performance.now();
      }
      if (token.isCancellationRequested) return;
      const uri = input.isLocal ? pathToFileURL(input.path).href : undefined;
      if (uri === undefined || open.has(uri)) continue;
      const text = await this.#textNaming(input, kind);
      if (text !== undefined) yield { uri, text };
    }
  }

  async #textNaming(input: Input, kind: string): Promise<string | undefined> {
    const { path } = input;
    const state = (await attempt(() => this.#context.host.factsOfFile(path)))?.state;
    const before = this.#known.get(path);
    if (state !== undefined && before?.state === state && !before.kinds.has(kind)) return undefined;
    const bytes = await attempt(() => input.read());
    const text = bytes && decodeSource(path, bytes, new Diagnostics())?.text;
    const kinds = kindsIn(text ?? "");
    if (state !== undefined) this.#known.set(path, { state, kinds });
    return kinds.has(kind) ? text : undefined;
  }
}

/** The values of all that is called `kind`. */
export function kindsIn(text: string): ReadonlySet<string> {
  const named = text.matchAll(/\bkind["']?\s*:\s*["']?([\w-]+)/g);
  return new Set(Array.from(named, ([, kind = ""]) => kind));
}
