import { goJson } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { Failure } from "./failure.js";
import { badRequestFailure, failed } from "./failure.js";
import { orderedMetadata, structJson } from "./json-texts.js";
import { optionIn } from "./request-info.js";
import type { TableLayout, TypedKind } from "./served-version.js";
import type { ServerAnswer, ServerCall } from "./server-call.js";
import { parseStored } from "./store.js";
import type { Pause } from "./turns.js";
import { mapInTurns } from "./turns.js";

/** The metadata of a list. */
export interface ListHead {
  readonly resourceVersion: string;
  readonly continue: string;
  readonly remainingItemCount: number | undefined;
}

/** The environment that the form of an object depends on, and who else waits. */
export interface OutputEnvironment {
  now(): number;
  readonly pause: Pause;
}

/** The type that a kind has in Go. */
export type OutputType = Pick<TypedKind, "goType"> & Partial<Pick<TypedKind, "ordered">>;

/**
 * Sends objects in the form that a request asks for (apiserver `endpoints/handlers/response.go`).
 */
export class ObjectOutput {
  readonly #call: ServerCall;
  readonly #columns: () => TableLayout;
  readonly #environment: OutputEnvironment;
  readonly #type: OutputType | undefined;
  #hasHead = false;

  /** @param type of kinds that have one in Go */
  constructor(
    call: ServerCall,
    columns: () => TableLayout,
    environment: OutputEnvironment,
    type: OutputType | undefined,
  ) {
    this.#call = call;
    this.#columns = columns;
    this.#environment = environment;
    this.#type = type;
  }

  /** Objects are sent whole. */
  get isPlain(): boolean {
    return this.#call.form.as === undefined;
  }

  /** One object. */
  object(status: number, text: string): ServerAnswer {
    return this.#call.answer(status, this.objectText(text));
  }

  objectText(text: string): string {
    switch (this.#call.form.as) {
      case undefined: {
        const { ordered } = this.#type ?? {};
        return ordered === undefined ? text : structJson(ordered(parseStored(text)));
      }
      case "PartialObjectMetadata":
        return structJson(this.#partial(parseStored(text)));
      case "PartialObjectMetadataList":
        if (this.#type === undefined) throw failed(500, undefined, "content is not a list");
        throw this.#misfit(`not a list (*${this.#type.goType})`);
      case "Table": {
        const object = parseStored(text);
        const { resourceVersion = "" } = metadataOf(object);
        const metadata = resourceVersion === "" ? {} : { resourceVersion };
        return structJson(this.#table(metadata, [object]));
      }
    }
  }

  async list(
    apiVersion: string,
    listKind: string,
    head: ListHead,
    texts: readonly string[],
  ): Promise<ServerAnswer> {
    const { resourceVersion, remainingItemCount } = head;
    const counted = { ...(remainingItemCount !== undefined && { remainingItemCount }) };
    const next = { ...(head.continue !== "" && { continue: head.continue }) };
    switch (this.#call.form.as) {
      case "PartialObjectMetadata":
        throw this.#misfit(`a list (*${this.#type?.goType ?? "unstructured.Unstructured"}List)`);
      case "PartialObjectMetadataList": {
        const list = {
          kind: "PartialObjectMetadataList",
          apiVersion: this.#metaVersion,
          metadata: { resourceVersion, ...next, ...counted },
          // Go writes a list that was never filled as null.
          items: null,
        };
        if (texts.length === 0) return this.#call.answerObject(200, list);
        return this.#filled(list, "null", texts, (object) => this.#partial(object));
      }
      case "Table": {
        const table = this.#table({ resourceVersion, ...next, ...counted }, []);
        const columns = this.#columns();
        return this.#filled(table, "[]", texts, (object) => this.#row(columns, object));
      }
      case undefined: {
        const { ordered } = this.#type ?? {};
        if (ordered !== undefined) {
          const metadata = { resourceVersion, ...next, ...counted };
          const begin = structJson({ kind: listKind, apiVersion, metadata }).slice(0, -1);
          const items = await mapInTurns(this.#environment.pause, texts, (text) =>
            structJson(ordered(withoutType(text))),
          );
          return this.#call.answerInParts(200, `${begin},"items":[`, items, "]}");
        }
        const metadata = goJson({ resourceVersion, continue: head.continue, ...counted });
        const [version, kind] = [goJson(apiVersion), goJson(listKind)];
        const begin = `{"apiVersion":${version},"items":[`;
        const end = `],"kind":${kind},"metadata":${metadata}}`;
        return this.#call.answerInParts(200, begin, texts, end);
      }
    }
  }

  /** An answer whose last member is a list that is still empty. */
  async #filled(
    list: object,
    empty: string,
    texts: readonly string[],
    itemOf: (object: JsonObject) => object,
  ): Promise<ServerAnswer> {
    const begin = structJson(list).slice(0, -empty.length - 1);
    const items = await mapInTurns(this.#environment.pause, texts, (text) =>
      structJson(itemOf(parseStored(text))),
    );
    return this.#call.answerInParts(200, `${begin}[`, items, "]}");
  }

  #misfit(fault: string): Failure {
    const message = `you requested ${this.#call.form.as ?? ""}, but the requested object is ${fault}`;
    return failed(406, "NotAcceptable", message);
  }

  get #metaVersion(): string {
    return `meta.k8s.io/${this.#call.form.version}`;
  }

  #partial(object: JsonObject): JsonObject {
    return {
      kind: "PartialObjectMetadata",
      apiVersion: this.#metaVersion,
      metadata: orderedMetadata(metadataOf(object)),
    };
  }

  /** The columns come with the first table alone. */
  #table(metadata: JsonObject, objects: readonly JsonObject[]): JsonObject {
    this.#checkInclude();
    const columns = this.#columns();
    const rows = objects.map((object) => this.#row(columns, object));
    const columnDefinitions = this.#hasHead ? null : columns.definitions;
    this.#hasHead = true;
    return { kind: "Table", apiVersion: this.#metaVersion, metadata, columnDefinitions, rows };
  }

  #row(columns: TableLayout, object: JsonObject): JsonObject {
    const cells = columns.row(object, this.#environment.now());
    return { cells, object: this.#rowObject(object) };
  }

  /** @throws Failure 400 */
  #checkInclude(): void {
    const include = optionIn(this.#call.query, "includeObject");
    if (["", "Metadata", "Object", "None"].includes(include)) return;
    throw badRequestFailure(
      `Unable to convert to Table as requested: includeObject: Invalid value: ${quote(include)}: must be 'Metadata', 'Object', 'None', or empty`,
    );
  }

  #rowObject(object: JsonObject): JsonObject | null {
    const include = optionIn(this.#call.query, "includeObject");
    if (include === "Object") return this.#type?.ordered?.(object) ?? object;
    return include === "None" && !isInitialEventsEnd(object) ? null : this.#partial(object);
  }
}

function isInitialEventsEnd(object: JsonObject): boolean {
  const { annotations = null } = metadataOf(object);
  return isObject(annotations) && textOf(annotations, "k8s.io/initial-events-end") === "true";
}

/** Lists of kinds with types say the type of their items once. */
function withoutType(text: string): JsonObject {
  const object = parseStored(text);
  delete object["apiVersion"];
  delete object["kind"];
  return object;
}
