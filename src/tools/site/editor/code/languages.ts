import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import type { Extension } from "@codemirror/state";

const yamlLanguage = yaml();
const jsonLanguage = json();

/** Objects and CRDs are JSON if they begin with a brace, else YAML. */
export function languageOfObject(text: string): Extension {
  return /^\s*\{/.test(text) ? jsonLanguage : yamlLanguage;
}
