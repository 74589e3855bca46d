import { parseStored } from "../../runtime/v1/testing/store.js";
import type { Pause } from "../../runtime/v1/testing/turns.js";
import { newestScheme } from "../../runtime/v1/values/dialect.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { decodeMessage, encodeList, encodeMessage } from "./codec.js";
import { messageOf } from "./messages.js";
import { wire, WireFault, WireWriter } from "./wire.js";

/** The media type of Kubernetes' Protocol Buffers. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** The bytes that each object begins with: `k8s` and a zero. */
const magic = [0x6b, 0x38, 0x73, 0x00] as const;

/** A kind that has no message here, or none in this version. */
export class UnknownKind extends Error {
  override readonly name = "UnknownKind";
  readonly kind: string;
  /** With its group. */
  readonly apiVersion: string;

  constructor(apiVersion: string, kind: string) {
    super(
      `no kind "${kind}" is registered for version "${apiVersion}" in scheme "${newestScheme}"`,
    );
    this.kind = kind;
    this.apiVersion = apiVersion;
  }
}

/**
 * An object as bytes: the magic, then `runtime.Unknown` with its type and message.
 *
 * @throws UnknownKind
 * @throws MessageFault
 */
export function encodeObject(object: JsonObject): Uint8Array {
  const type = typeOf(object);
  return enveloped(type, encodeMessage(nameOf(type.apiVersion, type.kind), object));
}

/** The same of a text that the server wrote, with turns for others between the items of a list. */
export async function encodeInTurns(text: string, pause: Pause): Promise<Uint8Array> {
  const begin = /^\{"kind":"\w+List"/.test(text) ? text.indexOf(itemsBegin) : -1;
  if (begin === -1) return encodeObject(parseStored(text));
  const first = begin + itemsBegin.length;
  const head = parseStored(`${text.slice(0, first)}]}`);
  const type = typeOf(head);
  const items = itemsFrom(text, first);
  return enveloped(type, await encodeList(nameOf(type.apiVersion, type.kind), head, items, pause));
}

const itemsBegin = '"items":[';

/** The objects of a list, each read when it is asked for. */
function* itemsFrom(text: string, first: number): Generator<JsonObject, void, undefined> {
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
  tokens.lastIndex = first;
  let depth = 0;
  let begin = first;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [mark] = token;
    if (mark === "{" || mark === "[") {
      if (depth++ === 0) begin = token.index;
    } else if (mark === "}" || mark === "]") {
      if (depth === 0) return;
      if (--depth === 0) yield parseStored(text.slice(begin, tokens.lastIndex));
    }
  }
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

function typeOf(object: JsonObject): TypeMeta {
  return { apiVersion: String(object["apiVersion"] ?? ""), kind: String(object["kind"] ?? "") };
}

/** The message `Unknown` is written by hand: as a member of an object, bytes would be text. */
function enveloped(typeMeta: TypeMeta, message: Uint8Array): Uint8Array {
  const unknown = new WireWriter();
  unknown.tag(1, wire.bytes);
  unknown.bytes(encodeMessage("TypeMeta", { ...typeMeta }));
  unknown.tag(2, wire.bytes);
  unknown.bytes(message);
  for (const empty of [3, 4]) {
    unknown.tag(empty, wire.bytes);
    unknown.text("");
  }
  return Buffer.concat([Uint8Array.from(magic), unknown.finish()]);
}

/** An event of a watch as a frame: its length in four bytes, the greatest first, and a message. */
export function encodeEvent({ type = "", object = null }: JsonObject): Uint8Array {
  const raw = isObject(object) ? Buffer.from(encodeObject(object)).toString("base64") : null;
  const event = encodeMessage("WatchEvent", { type, object: { raw } });
  const frame = new Uint8Array(4 + event.length);
  new DataView(frame.buffer).setUint32(0, event.length);
  frame.set(event, 4);
  return frame;
}

/**
 * An object from bytes; its type is `whole` where it does not say one.
 *
 * @throws WireFault with the words of the API server
 * @throws UnknownKind
 */
export function decodeObject(bytes: Uint8Array, whole: TypeMeta): JsonObject {
  if (bytes.length === 0) throw new WireFault("empty data");
  if (magic.some((byte, index) => bytes[index] !== byte)) {
    const prefix = magic.join(" ");
    throw new WireFault(
      `provided data does not appear to be a protobuf message, expected prefix [${prefix}]`,
    );
  }
  if (bytes.length === magic.length) throw new WireFault("empty body");
  const unknown = decodeMessage("Unknown", bytes.subarray(magic.length));
  const { typeMeta = {}, raw = "" } = isObject(unknown) ? unknown : {};
  const stated = isObject(typeMeta) ? typeMeta : {};
  const apiVersion = String(stated["apiVersion"] ?? whole.apiVersion);
  const kind = String(stated["kind"] ?? whole.kind);
  const message = Buffer.from(String(raw), "base64");
  const object: Json = decodeMessage(nameOf(apiVersion, kind), message);
  return { kind, apiVersion, ...(isObject(object) && object) };
}

function nameOf(apiVersion: string, kind: string): string {
  const name = messageOf(apiVersion, kind);
  if (name === undefined) throw new UnknownKind(apiVersion, kind);
  return name;
}
