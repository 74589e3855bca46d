import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { failed, Failure } from "./failure.js";
import type { ConvertObjects } from "./served-version.js";
import type { Pause } from "./turns.js";
import { Turns } from "./turns.js";

/** What converters answered that were asked within one run, and what they were asked besides. */
interface Run {
  readonly answers: Map<string, JsonObject | undefined>;
  readonly asked: Map<string, Promise<readonly object[]>>;
}

/**
 * How the objects of a resource get from one version to another (apiextensions
 * `apiserver/conversion`): by another `apiVersion` alone, or by a converter.
 */
export class Conversion {
  readonly #convert: ConvertObjects | undefined;
  #run: Run | undefined;

  constructor(convert: ConvertObjects | undefined) {
    this.#convert = convert;
  }

  /**
   * One by one, as the server decodes what is stored; the failure of the first that cannot be
   * converted.
   */
  async all(
    objects: readonly JsonObject[],
    apiVersion: string,
    pause?: Pause,
  ): Promise<JsonObject[] | Failure> {
    const converted: JsonObject[] = [];
    const turns = new Turns(pause);
    for (const object of objects) {
      const one = await this.one(object, apiVersion);
      if (one instanceof Failure) return one;
      converted.push(one);
      await turns.next();
    }
    return converted;
  }

  async one(object: JsonObject, apiVersion: string): Promise<JsonObject | Failure> {
    if (object["apiVersion"] === apiVersion) return object;
    if (this.#convert === undefined) return { ...object, apiVersion };
    const title = `conversion webhook for ${textOf(object, "apiVersion")}, Kind=${textOf(object, "kind")}`;
    const result = await askConverter(this.#convert, object, apiVersion, title);
    if (result instanceof Failure) return result;
    const fault = convertedFault(object, result, apiVersion, title);
    return fault === undefined ? withMetadataOf(object, result) : serverFailure(fault);
  }

  /** A copy of an object in another version, within `settled`; `undefined` if there is none. */
  atOnce(object: JsonObject, apiVersion: string): JsonObject | undefined {
    if (this.#convert === undefined) return { ...object, apiVersion };
    const key = `${apiVersion} ${goJson(object)}`;
    if (this.#run?.answers.has(key) === true) return this.#run.answers.get(key);
    const results = this.#convert([structuredClone(object)], apiVersion);
    if (!("then" in results)) return objectOrNone(results[0]);
    this.#run?.asked.set(
      key,
      results.catch(() => []),
    );
    return undefined;
  }

  /**
   * What a function gives that converts objects at once: it is called again when converters that
   * answer later have done so, until it asks for nothing new. What fails is as if there were none.
   */
  async settled<T>(call: () => T): Promise<T> {
    const answers = new Map<string, JsonObject | undefined>();
    for (;;) {
      const run: Run = { answers, asked: new Map() };
      const outcome = this.#within(run, call);
      if (run.asked.size === 0) return outcome;
      for (const [key, asked] of run.asked) answers.set(key, objectOrNone((await asked)[0]));
    }
  }

  #within<T>(run: Run, call: () => T): T {
    this.#run = run;
    try {
      return call();
    } finally {
      this.#run = undefined;
    }
  }
}

function objectOrNone(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The failure has what the converter threw, or a wrong number of objects. */
async function askConverter(
  convert: ConvertObjects,
  object: JsonObject,
  apiVersion: string,
  title: string,
): Promise<JsonObject | Failure> {
  let results: readonly object[];
  try {
    results = await convert([structuredClone(object)], apiVersion);
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return serverFailure(`${title} failed: ${fault}`);
  }
  if (results.length !== 1) {
    return serverFailure(`${title} returned ${results.length} objects, expected 1`);
  }
  const result: unknown = results[0];
  return isObject(result) ? result : serverFailure("Object 'Kind' is missing in 'null'");
}

/** Why what was converted is not the same object in the other version. */
function convertedFault(
  object: JsonObject,
  result: JsonObject,
  apiVersion: string,
  title: string,
): string | undefined {
  const [version, kind, expected] = [
    textOf(result, "apiVersion"),
    textOf(result, "kind"),
    textOf(object, "kind"),
  ];
  const wrongType = `${title} returned invalid object at index 0: invalid`;
  if (version !== apiVersion) {
    return `${wrongType} groupVersion (expected ${apiVersion}, received ${version})`;
  }
  if (kind !== expected) return `${wrongType} kind (expected ${expected}, received ${kind})`;
  const fault = identityFault(metadataOf(object), metadataOf(result));
  if (fault !== undefined) return `${title} returned invalid object: ${fault}`;
  if (result["metadata"] !== undefined) return undefined;
  return `${title} returned invalid metadata: missing metadata in converted object`;
}

function serverFailure(message: string): Failure {
  return failed(500, undefined, message);
}

/** Labels and annotations are all that a conversion changes of the metadata. */
function withMetadataOf(object: JsonObject, result: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object) };
  for (const key of ["labels", "annotations"]) {
    const value = metadataOf(result)[key];
    if (value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return { ...result, metadata };
}

function identityFault(before: JsonObject, after: JsonObject): string | undefined {
  const changed = ["name", "namespace", "uid"].find(
    (key) => textOf(before, key) !== textOf(after, key),
  );
  if (changed === undefined) return undefined;
  const name = changed === "uid" ? "UID" : changed;
  return `must have the same ${name}: ${textOf(before, changed)} != ${textOf(after, changed)}`;
}
