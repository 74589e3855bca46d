import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { Random } from "./random.js";

const alphabet = [
  "a", "Z", "0", "9", ".", "-", "_", "/", " ", "'", "\"", "\\", "[", "]", "(", ")", "{", "}", "?", ":", ",", "!", "|", "&", "=", "<",
  "+", "*", "$", "\n", "\t", "é", "😀", "__", "self", "oldSelf", "size(", "has(", "in ", "null", "true", "1.5", "u", "x'", "r'", "//",
]; // prettier-ignore

/** A text with a few characters, or a piece, removed, added, doubled or put elsewhere. */
export function mutateText(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count--) result = mutateOnce(result, random);
  return result.replace(/\p{Surrogate}/gu, ""); // halves of characters, which no file can hold
}

function mutateOnce(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(random.chance(0.3) ? 20 : 2));
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + text.slice(at, end) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(alphabet) + text.slice(end);
    case 3:
      return mutateWord(text, random);
    default:
      return text.slice(0, at) + random.pick(alphabet) + text.slice(at);
  }
}

/** A word of the text in the place of another, so that more of what comes out can be read. */
function mutateWord(text: string, random: Random): string {
  const words = [...text.matchAll(/[A-Za-z_]\w*|\d+|[^\w\s]+/g)];
  if (words.length === 0) return text;
  const target = random.pick(words);
  const [source] = random.pick(words);
  return text.slice(0, target.index) + source + text.slice(target.index + target[0].length);
}

/** A path such as `.spec.replicas` to something that the schema has, now and then with a fault. */
export function madeUpJsonPath(root: JsonObject, random: Random): string {
  let path = "";
  let at: Json | undefined = root;
  for (let depth = 1 + random.below(5); depth > 0 && isObject(at); depth--) {
    const properties: Json | undefined = at["properties"];
    const names: string[] = isObject(properties) ? Object.keys(properties) : [];
    if (names.length === 0) {
      at = isObject(at["items"]) ? at["items"] : at["additionalProperties"];
      path += random.pick([".x", "['x']", "[0]", ""]);
      continue;
    }
    const name: string = random.pick(names);
    path += random.chance(0.9) ? `.${name}` : `['${name}']`;
    at = isObject(properties) ? properties[name] : undefined;
  }
  return random.chance(0.2) ? mutateText(path, random) : path;
}
