import { sentWarnings } from "../admission/strict-errors.js";
import type { TransportRequest } from "../client/transport.js";
import { quote } from "../values/go/quote.js";
import { failed, Failure, tooLarge } from "./failure.js";
import { indentJson, statusJson, structJson } from "./json-texts.js";
import type { OutputForm } from "./media-types.js";
import { negotiateOutput } from "./media-types.js";
import type { RequestInfo } from "./request-info.js";
import { optionIn, parseQuery, requestInfo } from "./request-info.js";
import { writeYaml } from "./write-yaml.js";

/** An answer of the server. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The whole text; the frames of a watch, and the parts of a long list, come one by one. */
  readonly body: string | AsyncIterable<string>;
  /** Gives up a watch; nobody has to who reads it to its end. */
  readonly close?: (() => void) | undefined;
}

/** The limit of bodies, in bytes. */
const maxBody = 3 * 1024 * 1024;

/** A request while it is answered. */
export class ServerCall {
  readonly request: TransportRequest;
  readonly query: Map<string, readonly string[]>;
  readonly info: RequestInfo;
  /** Sent with the answer, whatever it is. */
  readonly #warnings: string[] = [];
  #form: OutputForm | undefined;

  /** @throws Failure for a path that cannot be decoded */
  constructor(request: TransportRequest) {
    this.request = request;
    this.query = parseQuery(request.query);
    const isWatch = optionIn(this.query, "watch");
    this.info = requestInfo(request.method, request.path, isWatch);
    if (isIncomplete(this.info)) throw unknownTarget(request);
  }

  header(name: string): string {
    return headerOf(this.request, name);
  }

  /** @throws Failure 413 */
  body(): string {
    const body = this.rawBody();
    return typeof body === "string"
      ? body
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  }

  /** The body as it was sent. @throws Failure 413 */
  rawBody(): string | Uint8Array {
    const { body = "" } = this.request;
    if (body.length > maxBody) throw tooLarge(`limit is ${maxBody}`);
    const mayBeLarge = typeof body === "string" && body.length * 3 > maxBody;
    if (mayBeLarge && new TextEncoder().encode(body).length > maxBody) {
      throw tooLarge(`limit is ${maxBody}`);
    }
    return body;
  }

  get isPretty(): boolean {
    const pretty = optionIn(this.query, "pretty");
    if (pretty !== "") return /^(1|t|T|true|TRUE|True)$/.test(pretty);
    return /^(curl|Wget|Mozilla\/5\.0)/.test(this.header("user-agent"));
  }

  /** Objects are sent in this form from now on. */
  set form(form: OutputForm) {
    this.#form = form;
  }

  get form(): OutputForm {
    const isYaml = /^\s*application\/yaml/.test(this.header("accept"));
    return (
      this.#form ?? {
        format: isYaml ? "yaml" : "json",
        as: undefined,
        version: "v1",
        isPretty: this.isPretty,
      }
    );
  }

  /** An answer with a JSON text. */
  answer(status: number, json: string, headers: ServerAnswer["headers"] = []): ServerAnswer {
    const { format, isPretty } = this.form;
    const texts = { json: isPretty ? indentJson(json) : `${json}\n`, yaml: "" };
    const body = format === "yaml" ? writeYaml(json) : texts.json;
    return {
      status,
      headers: [["content-type", `application/${format}`], ...this.warningHeaders(), ...headers],
      body,
    };
  }

  /** An answer with a JSON text whose middle has commas between its texts; a long one in parts. */
  answerInParts(
    status: number,
    begin: string,
    texts: readonly string[],
    end: string,
  ): ServerAnswer {
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (size < longText) return this.answer(status, begin + texts.join(",") + end);
    return { ...this.answer(status, "{}"), body: partsOf(texts, frameOf(this.form, begin, end)) };
  }

  /** An answer with an object whose members are in their order. */
  answerObject(status: number, value: object): ServerAnswer {
    return this.answer(status, structJson(value));
  }

  /** Says more with the answer, behind what was said before. */
  warn(warnings: readonly string[]): void {
    for (const warning of warnings) this.#warnings.push(warning);
  }

  /** The answer to a request that failed. */
  refusal({ status, warnings }: Failure): ServerAnswer {
    this.warn(warnings);
    const seconds = status.details?.retryAfterSeconds;
    const headers = seconds === undefined ? [] : [["retry-after", String(seconds)] as const];
    const json = statusJson(status);
    const code = status.code ?? 500;
    this.#form = this.#refusalForm;
    if (this.#form !== undefined) return this.answer(code, json, headers);
    const all = [
      ["content-type", "application/json"],
      ...this.warningHeaders(),
      ...headers,
    ] as const;
    return { status: code, headers: all, body: indentJson(json) };
  }

  /**
   * Undefined if the client takes a Status in no form: it gets one all the same (apiserver
   * `endpoints/handlers/responsewriters/writers.go`, WriteRawJSON).
   */
  get #refusalForm(): OutputForm | undefined {
    try {
      return negotiateOutput(this.header("accept"), this.isPretty, false, false);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  warningHeaders(): ServerAnswer["headers"] {
    return sentWarnings(this.#warnings).map((text) => [
      "warning",
      `299 - "${text.replace(/[\\"]/g, "\\$&")}"`,
    ]);
  }
}

/** `watch` and `proxy` ask for something behind them. */
function isIncomplete({ resource, name, namespace }: RequestInfo): boolean {
  return (resource === "watch" || resource === "proxy") && name + namespace === "";
}

/** Said before anything else is looked at (apiserver `endpoints/filters/requestinfo.go`). */
function unknownTarget({ path, query }: TransportRequest): Failure {
  const url = query === undefined ? path : `${path}?${query}`;
  const fault = `failed to create RequestInfo: unable to determine kind and namespace from url, ${url}`;
  const text = `Internal Server Error: ${quote(url)}: ${fault}`;
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return failed(500, undefined, `${safe}\n`);
}

/** The length above which a text is sent in parts, since slow readers would hold it as a whole. */
const longText = 1024 * 1024;
const partSize = 64 * 1024;

/** How one format writes a list. */
interface ListFrame {
  readonly begin: string;
  readonly separator: string;
  readonly end: string;
  readonly write: (text: string) => string;
}

/** A list stands in an object: its items are on the second level. */
function frameOf({ format, isPretty }: OutputForm, begin: string, end: string): ListFrame {
  if (format === "yaml") {
    const [before = "", behind = ""] = writeYaml(`${begin}0${end}`).split(/^- 0\n/m);
    const write = (text: string): string => writeYaml(`[${text}]`);
    return { begin: before, separator: "", end: behind, write };
  }
  if (!isPretty) return { begin, separator: ",", end: `${end}\n`, write: (text) => text };
  const write = (text: string): string => indentJson(text, 2);
  return { begin: indentJson(begin), separator: indentJson(",", 2), end: write(end), write };
}

/** Whoever reads the parts may let others work between them. */
async function* partsOf(
  texts: readonly string[],
  { begin, separator, end, write }: ListFrame,
): AsyncGenerator<string, void, undefined> {
  let part = begin;
  for (const [index, text] of texts.entries()) {
    part += (index === 0 ? "" : separator) + write(text);
    if (part.length < partSize) continue;
    yield await Promise.resolve(part);
    part = "";
  }
  yield part + end;
}

/** The first value of a header; `""` if there is none. */
export function headerOf({ headers }: TransportRequest, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
}

/** An answer in plain text. */
export function plainAnswer(status: number, text: string): ServerAnswer {
  const headers = [
    ["content-type", "text/plain; charset=utf-8"],
    ["x-content-type-options", "nosniff"],
  ] as const;
  return { status, headers, body: text };
}
