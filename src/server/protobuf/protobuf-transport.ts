import { unrecognizedText } from "../../runtime/v1/admission/decode-body.js";
import { noScale } from "../../runtime/v1/admission/scale-write.js";
import { tokenRequest } from "../../runtime/v1/built-in/strategies/service-account.js";
import { kindTable } from "../../runtime/v1/built-in/table/kind-table.js";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../runtime/v1/client/transport.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import { badRequestFailure, failed, Failure } from "../../runtime/v1/testing/failure.js";
import { statusJson } from "../../runtime/v1/testing/json-texts.js";
import type { RequestInfo } from "../../runtime/v1/testing/request-info.js";
import { requestInfo } from "../../runtime/v1/testing/request-info.js";
import { ServerCall } from "../../runtime/v1/testing/server-call.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { Pause } from "../../runtime/v1/testing/turns.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { reviewVersions } from "../builtins/reviews.js";
import { textResponse } from "../text-response.js";
import { readYaml } from "../yaml/read-yaml.js";
import type { AcceptedForm, Target } from "./accepted-form.js";
import { acceptedForm } from "./accepted-form.js";
import { MessageFault } from "./codec.js";
import {
  decodeObject,
  encodeEvent,
  encodeInTurns,
  encodeObject,
  protobufType,
  UnknownKind,
} from "./envelope.js";
import { encodeOpenApiV2, openApiV2Path, openApiV2Type, wantsOpenApiV2 } from "./openapi-v2.js";
import { WireFault } from "./wire.js";

/** The kinds that have messages, by `<plural>.<group>`. */
const builtinKinds: { readonly [resource: string]: string | undefined } = Object.fromEntries(
  kindTable(newestMinor).resources.map(({ plural, group, kind }) => [`${plural}.${group}`, kind]),
);

const reviews = new Set(reviewVersions().map(({ plural, group }) => `${plural}.${group}`));

/** The most bytes that the server reads of a body. */
const mostOfBody = 3 * 1024 * 1024;

/**
 * A server that writes and reads Protocol Buffers too, in front of one that has JSON alone. As with
 * the real one, built-in kinds have them, and custom resources for their metadata alone.
 */
export class ProtobufTransport implements Transport {
  readonly #json: Transport;
  readonly #pause: Pause;
  #openApi: { readonly text: string; readonly bytes: Uint8Array } = {
    text: "",
    bytes: new Uint8Array(),
  };

  /** @param pause lets others work while a long list is written */
  constructor(json: Transport, pause?: Pause) {
    this.#json = json;
    this.#pause = pause;
  }

  get defaultNamespace(): string | undefined {
    return this.#json.defaultNamespace;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const accept = headerOf(request, "accept");
    if (request.path === openApiV2Path && wantsOpenApiV2(accept)) return this.#openApiV2(request);
    const type = headerOf(request, "content-type");
    const isSent = type.split(";")[0]?.trim().toLowerCase() === protobufType;
    if (!isSent && !accept.includes(protobufType)) return this.#json.send(request);
    const isWatch = /(^|&)watch=(1|t|true)(&|$)/i.test(request.query ?? "");
    let info: RequestInfo;
    try {
      info = requestInfo(request.method, request.path, isWatch);
    } catch (error) {
      if (error instanceof Failure) return this.#json.send(request);
      throw error;
    }
    const target = targetOf(info);
    if (target === undefined) return this.#json.send(request);
    const form = acceptedForm(accept, target);
    try {
      const asked = isSent ? withJsonBody(request, info) : request;
      return await this.#ask(asked, form, info);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return (
        (await this.#refusedBefore(request, form, info)) ?? failureResponse(request, error, form)
      );
    }
  }

  async #ask(
    request: TransportRequest,
    form: AcceptedForm,
    info: RequestInfo,
  ): Promise<TransportResponse> {
    const { asJson } = form;
    // What else is accepted decides how a failure is written.
    const accept = `${asJson ?? ""},${headerOf(request, "accept")}`;
    const sent = asJson === undefined ? request : replaceHeader(request, "accept", accept);
    return encodeResponse(await this.#json.send(sent), form, info, this.#pause);
  }

  /**
   * Returns the answer that refuses a write before its body is read: one without a body gets no
   * further.
   */
  async #refusedBefore(
    request: TransportRequest,
    form: AcceptedForm,
    info: RequestInfo,
  ): Promise<TransportResponse | undefined> {
    if (!["POST", "PUT", "DELETE"].includes(request.method)) return undefined;
    // A deletion needs no body, but is none with what cannot be read.
    const body = request.method === "DELETE" ? "}" : "";
    const bare = replaceHeader({ ...request, body }, "content-type", "application/json");
    const response = await this.#ask(bare, form, info);
    return response.status > 400 ? response : undefined;
  }

  /** Encoded once for each text of the document. */
  async #openApiV2(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#json.send(replaceHeader(request, "accept", "application/json"));
    if (response.status !== 200) return response;
    const text = await response.text();
    if (text !== this.#openApi.text) {
      this.#openApi = { text, bytes: encodeOpenApiV2(readObject(text)) };
    }
    return binaryResponse(response, this.#openApi.bytes, openApiV2Type);
  }
}

/** Undefined for what never has Protocol Buffers, such as `/version`. */
function targetOf({ resource, group, path }: RequestInfo): Target | undefined {
  if (resource === undefined) return /^\/apis?(\/|$)/.test(path) ? "discovery" : undefined;
  if (reviews.has(`${resource}.${group}`)) return "asked";
  return `${resource}.${group}` in builtinKinds ? "built-in" : "custom";
}

/** @throws Failure 400 */
function withJsonBody(request: TransportRequest, info: RequestInfo): TransportRequest {
  const { body } = request;
  const isDelete = request.method === "DELETE";
  const sent = sentKind(info);
  const kind = isDelete ? "DeleteOptions" : sent?.kind;
  const hasObject = ["POST", "PUT", "DELETE"].includes(request.method);
  if (!hasObject || kind === undefined || typeof body === "string") return request;
  const isEmpty = body === undefined || body.length === 0;
  if (isEmpty && isDelete) return replaceHeader(request, "content-type", "application/json");
  const asked = replaceHeader(request, "content-type", "application/json");
  if (body !== undefined && body.length > mostOfBody) return asked;
  const bytes = body ?? new Uint8Array();
  const apiVersion = apiVersionOf(sent ?? info);
  try {
    return { ...asked, body: goJson(decodeObject(bytes, { apiVersion, kind })) };
  } catch (error) {
    const isFault = error instanceof UnknownKind || error instanceof WireFault;
    if (isFault && sent === scaleKind) throw new Failure(noScale({}).status);
    if (error instanceof UnknownKind) {
      if (isDelete) throw badRequestFailure(error.message);
      const version = error.apiVersion.replace(/^.*\//, "");
      throw badRequestFailure(
        `${error.kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`,
      );
    }
    if (!(error instanceof WireFault)) throw error;
    if (isDelete) throw badRequestFailure(error.message);
    throw badRequestFailure(unrecognizedText(kind, error.message, bytes));
  }
}

/** Of built-in kinds, and what scales others; undefined for all else. */
function sentKind(info: RequestInfo): GroupVersionKind | undefined {
  const { group, version, resource = "", subresource } = info;
  if (group === "" && resource === "serviceaccounts" && subresource === "token")
    return tokenRequest;
  const kind = builtinKinds[`${resource}.${group}`];
  if (kind === undefined) return subresource === "scale" ? scaleKind : undefined;
  return { group, version, kind };
}

const scaleKind: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

async function encodeResponse(
  response: TransportResponse,
  { asJson, isFailureBinary }: AcceptedForm,
  { verb }: RequestInfo,
  pause: Pause,
): Promise<TransportResponse> {
  const type = response.header("content-type") ?? "";
  const isFailure = response.status >= 400;
  if (isFailure && isFailureBinary && type.startsWith("application/yaml")) {
    return binaryResponse(response, await encodeText(readYaml(await response.text()).json, pause));
  }
  const isJson = type.startsWith("application/json");
  if (!isJson || !(isFailure ? isFailureBinary : asJson !== undefined)) return response;
  if (verb !== "watch" || isFailure) {
    const text = await response.text();
    // Who asks for the head alone gets no text.
    return binaryResponse(response, text === "" ? new Uint8Array() : await encodeText(text, pause));
  }
  return {
    ...passedOn(response),
    header: typed(response, `${protobufType};stream=watch`),
    text: () => Promise.reject(new TypeError("frames are no text")),
    chunks: () => encodeFrames(response.chunks()),
  };
}

/** @throws Failure 500 */
async function encodeText(text: string, pause: Pause): Promise<Uint8Array> {
  try {
    return await encodeInTurns(text, pause);
  } catch (error) {
    if (error instanceof MessageFault || error instanceof UnknownKind) {
      throw failed(500, "InternalError", `Internal error occurred: ${error.message}`);
    }
    throw error;
  }
}

/** An event that cannot be written ends the watch. */
async function* encodeFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + reader.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield encodeEvent(readObject(line));
  }
}

/** Reads an object that the server itself wrote. */
function readObject(text: string): JsonObject {
  return parseStored(text);
}

function failureResponse(
  request: TransportRequest,
  failure: Failure,
  { isFailureBinary }: AcceptedForm,
): TransportResponse {
  const answer = textResponse(new ServerCall(request).refusal(failure));
  if (!isFailureBinary) return answer;
  return binaryResponse(answer, encodeObject(readObject(statusJson(failure.status))));
}

function binaryResponse(
  response: TransportResponse,
  bytes: Uint8Array,
  type: string = protobufType,
): TransportResponse {
  return {
    ...passedOn(response),
    header: typed(response, type),
    text: () => Promise.resolve(new TextDecoder().decode(bytes)),
    async *chunks() {
      yield await Promise.resolve(bytes);
    },
  };
}

function passedOn(response: TransportResponse): Pick<TransportResponse, "status" | "close"> {
  return {
    status: response.status,
    close: () => {
      response.close();
    },
  };
}

function typed(response: TransportResponse, type: string): TransportResponse["header"] {
  return (name) => (name.toLowerCase() === "content-type" ? type : response.header(name));
}

function headerOf({ headers }: TransportRequest, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
}

function replaceHeader(request: TransportRequest, name: string, value: string): TransportRequest {
  const others = request.headers.filter(([key]) => key.toLowerCase() !== name);
  return { ...request, headers: [...others, [name, value]] };
}
