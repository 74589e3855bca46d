import type { Generator } from "./generator.js";
import { oneOf, sometimes } from "./generator.js";

/*
 * Bodies that are not what they should be, as texts.
 */

const wrongTexts = oneOf(
  "", " ", "{", "}", "[]", "null", "1", '"text"', "true", "{}", "{}{}", "[{}]", "text", "a: b", "a: b: c", "- a", "nul", "'", "\uFEFF{}",
  '{"kind":1}', '{"apiVersion":"v1"}', '{"kind":"Status","apiVersion":"v1"}', '{"a":1e400}', '{"a":01}', '{"a":"\\ud800"}', '{"a":"\\x"}',
  '{"a":1,}', '{"a" 1}', '{"a":.5}', '{"a":NaN}', '{"":{}}', '{"a":\t1}', '{"a":"\t"}', "\0", "k8s\0", "k8s\0\n", "&a *a", "!!x", "? a",
  "apiVersion: v1\nkind: ConfigMap\n", "---\n", "---\n---\n", "a: 1\na: 2\n", "%YAML 1.1\n", "# nothing\n", "{'a': 1}", "\t{}", "a:\n\tb: 1\n",
); // prettier-ignore

/** Faults in a text that was right. */
const faults: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}"${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)},${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\\${text.slice(at)}`,
  (text) => text + text,
  (text) => `${text}\n`,
  (text) => `${text} x`,
  (text) => ` \n\t${text}`,
  (text) => `[${text}]`,
  (text) => text.replace("{", '{"kind":"First",'),
  (text) => text.replace(/"metadata":\{/, '"metadata":{"name":"first","labels":{"a":"1","a":"2"},'),
  (text) => text.replace(/("\w+":)(\{)/, '$1{"twice":1,"twice":2},$1$2'),
  (text) => text.replace(/:(\d+)/, ":$1.0"),
  (text) => text.replace(/:(\d+)/, ":1e400"),
  (text) => text.replace(/:(\d+)/, ":9223372036854775808"),
  (text) => text.replace(/:"/, ':"\\u0000'),
  (text) => text.replace(/:"/, ':"\\ud800'),
  (text) => text.replace(/:"/, ':"\\/'),
  (text) => text.replace(/"(\w)(\w*)":/g, (whole, first: string, rest: string) =>
    first === "k" ? `"${first.toUpperCase()}${rest}":` : whole),
]; // prettier-ignore

/** A text with a fault, or another one. */
export function broken(text: string): Generator<string> {
  return sometimes(0.4, wrongTexts, ({ random }) => {
    return random.pick(faults)(text, random.below(text.length + 1));
  });
}
