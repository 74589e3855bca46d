import { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageService } from "yaml-language-server";
import { getLanguageService } from "yaml-language-server";

/** What the YAML extensions of editors say of a manifest. */
export interface EditorAnswers {
  /** `line: message`, lines counted from 1. */
  readonly faults: readonly string[];
  /** Of completion at the mark `|`: labels and what is told of them. */
  readonly proposals: ReadonlyMap<string, string>;
  /** Of hover at the mark. */
  readonly hover: string;
}

/** The server of those extensions, with the files of an output below `file:///out/`. */
export class Editor {
  readonly #service: LanguageService;
  static #opened = 0;

  /** `schema`: the file that manifests are checked by. */
  constructor(files: ReadonlyMap<string, string>, schema: string) {
    this.#service = getLanguageService({
      schemaRequestService: (uri) => {
        const text = files.get(uri.replace("file:///out/", ""));
        return text === undefined
          ? Promise.reject(new Error(`no file ${uri}`))
          : Promise.resolve(text);
      },
      workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
    });
    const schemas = [{ fileMatch: ["*.yaml"], uri: `file:///out/${schema}` }];
    this.#service.configure({ validate: true, hover: true, completion: true, schemas });
  }

  async faults(text: string): Promise<readonly string[]> {
    const faults = await this.#service.doValidation(this.#open(text), false);
    return faults.map(({ message, range }) => `${range.start.line + 1}: ${textOf(message)}`);
  }

  /** Asks at the first `|` of the text, which is left out. */
  async ask(marked: string): Promise<EditorAnswers> {
    const at = marked.indexOf("|");
    const document = this.#open(marked.slice(0, at) + marked.slice(at + 1));
    const position = document.positionAt(at);
    const { items } = await this.#service.doComplete(document, position, false);
    const hover = await this.#service.doHover(document, position);
    return {
      faults: await this.faults(document.getText()),
      proposals: new Map(items.map(({ label, documentation }) => [label, textOf(documentation)])),
      hover: textOf(hover?.contents),
    };
  }

  /** Each text is a document of its own, since all servers of a process share what they read. */
  #open(text: string): TextDocument {
    Editor.#opened += 1;
    return TextDocument.create(`file:///manifests/${Editor.#opened}.yaml`, "yaml", 1, text);
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const isMarkup = typeof content === "object" && content !== null && "value" in content;
  return isMarkup ? String(content.value) : "";
}
