import { goJson, jsonKind } from "../../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../runtime/v1/values/go/parse-json.js";
import { utf8Length } from "../../runtime/v1/values/go/utf8.js";
import { copyJson } from "../../runtime/v1/values/json/copy-json.js";
import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";

/*
 * JSON patches (RFC 6902) of webhooks: as those of clients, but for the words about what does not
 * fit, which a server keeps from clients (evanphx/json-patch 4).
 */

/** Why a patch does not fit. */
export class PatchFault extends Error {
  override readonly name = "PatchFault";
}

/** Reads a patch; a text is the fault of one that is none. */
export function readPatch(text: string): readonly JsonObject[] | string {
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault) return parsed.message;
  const operations = parsed.value;
  if (operations === null) return [];
  const wrong = (value: Json, type: string): string =>
    `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`;
  if (!Array.isArray(operations)) return wrong(operations, "jsonpatch.Patch");
  const odd = operations.find((one) => one !== null && !isObject(one));
  if (odd !== undefined) return wrong(odd, "jsonpatch.Operation");
  return operations.map((one) => (isObject(one) ? one : {}));
}

/** Applies a patch to a copy of a document. @throws PatchFault */
export function applyPatch(operations: readonly JsonObject[], document: JsonObject): Json {
  const patching = new Patching(copyJson(document));
  for (const operation of operations) patching.apply(operation);
  return patching.document;
}

/** How many bytes of JSON the copies of a patch may add up to. */
const maxCopied = 3 * 2 ** 20;

interface Place {
  readonly container: JsonObject | Json[];
  readonly key: string;
}

class Patching {
  document: Json;
  #copied = 0;

  constructor(document: Json) {
    this.document = document;
  }

  apply(operation: JsonObject): void {
    const { op = null } = operation;
    switch (op) {
      case "add":
        this.#add(pathOf(operation), operation);
        return;
      case "remove":
        this.#remove(pathOf(operation));
        return;
      case "replace":
        this.#replace(pathOf(operation), operation);
        return;
      case "move":
        this.#move(operation);
        return;
      case "copy":
        this.#copy(operation);
        return;
      case "test":
        this.#test(pathOf(operation), operation);
        return;
      default:
        throw new PatchFault(`Unexpected kind: ${typeof op === "string" ? op : "unknown"}`);
    }
  }

  #add(path: string, { value }: JsonObject): void {
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`add operation does not apply: doc is missing path: "${path}"`);
    }
    within(`error in add for path: '${path}'`, () => {
      add(place, copyJson(value ?? null));
    });
  }

  #remove(path: string): void {
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`remove operation does not apply: doc is missing path: "${path}"`);
    }
    within(`error in remove for path: '${path}'`, () => {
      remove(place);
    });
  }

  #replace(path: string, { value }: JsonObject): void {
    const replacement = copyJson(value ?? null);
    if (path === "") {
      if (!isObject(replacement) && !Array.isArray(replacement)) {
        throw new PatchFault("replace operation value must be object or array: %!w(<nil>)");
      }
      this.document = replacement;
      return;
    }
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`replace operation does not apply: doc is missing path: ${path}`);
    }
    const { container, key } = place;
    if (!Array.isArray(container)) {
      setKey(container, key, replacement);
      return;
    }
    let index: number;
    try {
      index = itemIndex(container, key);
    } catch {
      throw missing(`replace operation does not apply: doc is missing key: ${path}`);
    }
    container[index] = replacement;
  }

  #move(operation: JsonObject): void {
    const from = pathOf(operation, "from");
    const source = this.#find(from);
    if (source === undefined) {
      throw missing(`move operation does not apply: doc is missing from path: ${from}`);
    }
    const value = within(`error in move for path: '${source.key}'`, () => {
      const found = valueAt(source);
      remove(source);
      return found ?? null;
    });
    const path = pathOf(operation);
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`move operation does not apply: doc is missing destination path: ${path}`);
    }
    within(`error in move for path: '${path}'`, () => {
      add(place, value);
    });
  }

  #copy(operation: JsonObject): void {
    const from = pathOf(operation, "from");
    const source = this.#find(from);
    if (source === undefined) {
      throw missing(`copy operation does not apply: doc is missing from path: ${from}`);
    }
    const value = within(`error in copy for from: '${from}'`, () => valueAt(source) ?? null);
    const path = pathOf(operation);
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`copy operation does not apply: doc is missing destination path: ${path}`);
    }
    this.#copied += utf8Length(goJson(value));
    if (this.#copied > maxCopied) {
      throw new PatchFault(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${maxCopied}`,
      );
    }
    within("error while adding value during copy", () => {
      add(place, copyJson(value));
    });
  }

  #test(path: string, { value }: JsonObject): void {
    const failed = new PatchFault(`testing value ${path} failed: test failed`);
    if (path === "") {
      if (!deepEqual(this.document, value ?? null)) throw failed;
      return;
    }
    const place = this.#find(path);
    if (place === undefined) {
      throw missing(`test operation does not apply: is missing path: ${path}`);
    }
    const found = within(`error in test for path: '${path}'`, () => valueAt(place));
    if (!deepEqual(found ?? null, value ?? null)) throw failed;
  }

  /** The container of what a path names; undefined if there is none. */
  #find(path: string): Place | undefined {
    const [, ...steps] = path.split("/");
    const key = steps.pop();
    if (key === undefined) return undefined;
    let container: Json = this.document;
    for (const step of steps) {
      if (!isObject(container) && !Array.isArray(container)) return undefined;
      try {
        container = valueAt({ container, key: unescaped(step) }) ?? null;
      } catch (error) {
        if (error instanceof PatchFault) return undefined;
        throw error;
      }
    }
    if (!isObject(container) && !Array.isArray(container)) return undefined;
    return { container, key: unescaped(key) };
  }
}

/** @throws PatchFault where the operation has no such text */
function pathOf(operation: JsonObject, name: "path" | "from" = "path"): string {
  const { op = null, [name]: path = null } = operation;
  if (typeof path === "string") return path;
  const isBrief = name === "path" && (op === "add" || op === "remove" || op === "copy");
  const comma = name === "from" ? "," : "";
  const words = isBrief ? "" : `operation${comma} missing ${name} field: `;
  throw missing(`${String(op)} operation failed to decode ${name}: ${words}`.replace(/: $/, ""));
}

function missing(text: string): PatchFault {
  return new PatchFault(`${text}: missing value`);
}

/** Words the faults of a step. */
function within<T>(title: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    throw new PatchFault(`${title}: ${error.message}`);
  }
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function valueAt({ container, key }: Place): Json | undefined {
  if (Array.isArray(container)) return container[itemIndex(container, key)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

function add({ container, key }: Place, value: Json): void {
  if (!Array.isArray(container)) {
    setKey(container, key, value);
    return;
  }
  if (key === "-") {
    container.push(value);
    return;
  }
  const index = integer(key, (fault) => `value was not a proper array index: '${key}': ${fault}`);
  container.splice(inRange(index, container.length + 1), 0, value);
}

function remove({ container, key }: Place): void {
  if (Array.isArray(container)) container.splice(itemIndex(container, key), 1);
  else if (Object.hasOwn(container, key)) delete container[key];
  else throw missing(`Unable to remove nonexistent key: ${key}`);
}

function itemIndex(list: readonly Json[], key: string): number {
  return inRange(
    integer(key, (fault) => fault),
    list.length,
  );
}

function integer(key: string, wording: (fault: string) => string): number {
  if (/^[+-]?\d+$/.test(key)) return Number(key);
  throw new PatchFault(wording(`strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`));
}

/** Negative indices count from the end. */
function inRange(index: number, size: number): number {
  if (index >= size || index < -size) {
    throw new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return index < 0 ? index + size : index;
}
