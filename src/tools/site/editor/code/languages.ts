import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import type { StringStream } from "@codemirror/language";
import { StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { yamlScalars } from "./yaml-scalars.js";

const yamlLanguage: Extension = [yaml(), yamlScalars];
const jsonLanguage = json();

/** Objects and CRDs are JSON if they begin with a brace, else YAML. */
export function languageOfObject(text: string): Extension {
  return /^\s*\{/.test(text) ? jsonLanguage : yamlLanguage;
}

const keywords =
  /^(?:as|async|await|boolean|break|case|const|continue|default|else|export|extends|false|for|from|function|if|import|in|interface|keyof|let|new|null|number|of|readonly|return|string|switch|throw|true|type|typeof|undefined|unknown|void|while)$/;

interface Reading {
  /** The state in which a line begins. */
  inside: "code" | "comment" | "template";
}

/**
 * Colours of TypeScript, as far as generated code needs them: comments, strings, numbers and
 * keywords. CodeMirror's own package knows the whole grammar and is five times as large as all else
 * here.
 */
export const typescriptMode: StreamLanguage<Reading> = StreamLanguage.define<Reading>({
  name: "typescript",
  startState: () => ({ inside: "code" }),
  token: (stream, state) => {
    if (state.inside === "comment") return readUntil(stream, state, "*/", "comment");
    if (state.inside === "template") return readUntil(stream, state, "`", "string");
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inside = "comment";
      return readUntil(stream, state, "*/", "comment");
    }
    if (stream.match("`")) {
      state.inside = "template";
      return readUntil(stream, state, "`", "string");
    }
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/)) return "string";
    if (stream.match(/^\d[\w.]*/)) return "number";
    if (stream.match(/^[\w$]+/)) return keywords.test(stream.current()) ? "keyword" : null;
    stream.next();
    return null;
  },
});

function readUntil(stream: StringStream, state: Reading, end: string, style: string): string {
  const found = stream.string.indexOf(end, stream.pos);
  if (found < 0) {
    stream.skipToEnd();
  } else {
    stream.pos = found + end.length;
    state.inside = "code";
  }
  return style;
}
