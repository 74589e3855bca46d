import type { FieldTable } from "../../docs/model/page.js";
import type { CodeLine, Token } from "./code-lines.js";
import { FieldPlace } from "./code-lines.js";

/**
 * The lines of a YAML document that `writeYaml` has written, with what they are about. Comments at
 * the beginning of lines are read as what they would be without the `# `.
 */
export function yamlLines(text: string, table: FieldTable): readonly CodeLine[] {
  const reader = new LineReader(table);
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      if (!line.startsWith("# ")) return reader.read(line);
      const { path } = reader.read(line.slice(2));
      return { path, tokens: [["comment", line]] };
    });
}

/** Where a key or an item stands, and what it is about. */
interface Level {
  readonly column: number;
  readonly place: FieldPlace;
}

const keyForm = /^((?:[^\s"'#[\]{}-]|-(?=\S))[^:]*|"(?:\\.|[^"\\])*"|'(?:''|[^'])*'):(?= |$)/;

class LineReader {
  readonly #root: FieldPlace;
  #levels: Level[] = [];
  /** The column of the key whose literal block goes on, if there is one. */
  #block: number | undefined;

  constructor(table: FieldTable) {
    this.#root = new FieldPlace(table);
  }

  read(line: string): CodeLine {
    let column = line.search(/\S|$/);
    if (this.#block !== undefined && (column > this.#block || line.trim() === "")) {
      return { path: this.#top().path, tokens: [["string", line]] };
    }
    this.#block = undefined;
    const tokens: Token[] = [["", line.slice(0, column)]];
    for (; line.startsWith("- ", column); column += 2) {
      this.#closeTo(column + 1);
      this.#levels.push({ column: column + 1, place: this.#top().item() });
      tokens.push(["", "- "]);
    }
    const rest = line.slice(column);
    const [, key] = keyForm.exec(rest) ?? [];
    if (key !== undefined) {
      this.#closeTo(column);
      this.#levels.push({ column, place: this.#top().member(nameOf(key)) });
      tokens.push(["key", key], ["", ":"]);
    }
    const value = key === undefined ? rest : rest.slice(key.length + 1);
    if (/^ ?[|>][+-]?\d?$/.test(value)) this.#block = this.#levels.at(-1)?.column ?? 0;
    tokens.push(...valueTokens(value));
    return { path: this.#top().path, tokens };
  }

  #top(): FieldPlace {
    return this.#levels.at(-1)?.place ?? this.#root;
  }

  /** Ends what stands at a column or to the right of it. */
  #closeTo(column: number): void {
    while ((this.#levels.at(-1)?.column ?? -1) >= column) this.#levels.pop();
  }
}

function nameOf(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1).replaceAll("''", "'");
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key) as string; // quoted as JSON quotes
  } catch {
    return key;
  }
}

function valueTokens(value: string): readonly Token[] {
  const text = value.trimStart();
  const blank: Token = ["", value.slice(0, value.length - text.length)];
  if (text.startsWith("#")) return [blank, ["comment", text]];
  if (/^(?:true|false|null|~)$/.test(text)) return [blank, ["word", text]];
  if (/^[-+]?\d[\d.e+-]*$/.test(text)) return [blank, ["number", text]];
  if (text === "" || /^(?:\{\}|\[\]|[|>][+-]?\d?)$/.test(text)) return [["", value]];
  return [blank, ["string", text]];
}
