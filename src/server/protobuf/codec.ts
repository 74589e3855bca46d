import type { Pause } from "../../runtime/v1/testing/turns.js";
import { Turns } from "../../runtime/v1/testing/turns.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject, setKey } from "../../runtime/v1/values/json/json.js";
import { adapters } from "./adapters.js";
import { messageFields } from "./messages.js";
import { wire, WireFault, WireReader, WireWriter } from "./wire.js";

/** A value that has no place in the message that it stands for. */
export class MessageFault extends Error {
  override readonly name = "MessageFault";

  constructor(field: string, type: string, value: Json) {
    super(`${field}: ${goJson(value)} is no ${type} and cannot be said in Protocol Buffers`);
  }
}

type Shape = "always" | "pointer" | "list" | "map" | "inline";

interface Field {
  readonly number: number;
  readonly name: string;
  /** Of one value. */
  readonly type: string;
  readonly shape: Shape;
  /** Zeros stand in JSON too. */
  readonly isKept: boolean;
}

interface Message {
  /** By number, in the order of their numbers. */
  readonly fields: ReadonlyMap<number, Field>;
}

const known = new Map<string, Message>();

function messageNamed(name: string): Message {
  const found = known.get(name);
  if (found !== undefined) return found;
  const rows = messageFields(name);
  if (rows === undefined) throw new TypeError(`no message ${name}`);
  const message = {
    fields: new Map(rows.map(([number, field, type]) => [number, parseField(number, field, type)])),
  };
  known.set(name, message);
  return message;
}

function parseField(number: number, name: string, text: string): Field {
  const [, prefix = "", type = "", mark] =
    /^(\*|~|\[\]|map\[string\])?([\w/.+]+)(!)?$/.exec(text) ?? [];
  const shapes: { readonly [prefix: string]: Shape } = {
    "*": "pointer",
    "~": "inline",
    "[]": "list",
    "": "always",
  };
  return { number, name, type, shape: shapes[prefix] ?? "map", isKept: mark !== undefined };
}

/**
 * Writes a message as Go's code does, to the byte: fields by number, maps by key.
 *
 * @param value what JSON has; members that the message does not have are left out
 * @throws MessageFault
 */
export function encodeMessage(name: string, value: Json | undefined): Uint8Array {
  const adapter = adapters[name];
  const adapted = adapter === undefined ? value : adapter.toMessage(value);
  const object = adapted ?? {};
  if (!isObject(object)) throw new MessageFault(name, name, object);
  const writer = new WireWriter();
  if (adapter !== undefined && adapted === undefined) return writer.finish();
  for (const field of messageNamed(name).fields.values()) {
    writeField(writer, field, field.shape === "inline" ? object : (object[field.name] ?? null));
  }
  return writer.finish();
}

/**
 * As `encodeMessage`, of a list whose items are made one by one: others have their turns between
 * them.
 */
export async function encodeList(
  name: string,
  head: JsonObject,
  items: Iterable<Json>,
  pause: Pause,
): Promise<Uint8Array> {
  const turns = new Turns(pause);
  const writer = new WireWriter();
  for (const field of messageNamed(name).fields.values()) {
    if (field.name !== "items") {
      writeField(writer, field, head[field.name] ?? null);
      continue;
    }
    for (const item of items) {
      writeValue(writer, field, item);
      await turns.next();
    }
  }
  return writer.finish();
}

function writeField(writer: WireWriter, field: Field, value: Json): void {
  const { number, name, type, shape } = field;
  if (shape === "always" || shape === "inline") writeValue(writer, field, value);
  else if (value === null) return;
  else if (shape === "pointer") writeValue(writer, field, value);
  else if (shape === "list") {
    if (!Array.isArray(value)) throw new MessageFault(name, `list of ${type}`, value);
    for (const item of value) writeValue(writer, field, item);
  } else {
    if (!isObject(value)) throw new MessageFault(name, `map of ${type}`, value);
    for (const key of sortedKeys(value)) {
      const entry = new WireWriter();
      writeValue(entry, { ...field, number: 1, type: "string" }, key);
      const item = value[key] ?? null;
      if (type !== "bytes" || item !== null) writeValue(entry, { ...field, number: 2 }, item);
      writer.tag(number, wire.bytes);
      writer.bytes(entry.finish());
    }
  }
}

/** As Go sorts strings: by their bytes. */
function sortedKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
}

function writeValue(writer: WireWriter, { number, name, type }: Field, value: Json): void {
  switch (type) {
    case "string":
      writer.tag(number, wire.bytes);
      writer.text(checked(name, type, value ?? "", isText));
      return;
    case "bytes":
      writer.tag(number, wire.bytes);
      writer.bytes(Buffer.from(checked(name, type, value ?? "", isText), "base64"));
      return;
    case "json":
      writer.tag(number, wire.bytes);
      writer.text(goJson(value));
      return;
    case "int":
      writer.tag(number, wire.varint);
      writer.varint(checked(name, type, value ?? 0, isInteger));
      return;
    case "bool":
      writer.tag(number, wire.varint);
      writer.varint(checked(name, type, value ?? false, isFlag) ? 1 : 0);
      return;
    case "double":
      writer.tag(number, wire.fixed64);
      writer.double(Number(checked(name, type, value ?? 0, isNumber)));
      return;
    default:
      writer.tag(number, wire.bytes);
      writer.bytes(encodeMessage(type, value ?? undefined));
  }
}

function checked<T extends Json>(
  name: string,
  type: string,
  value: Json,
  is: (value: Json) => value is T,
): T {
  if (is(value)) return value;
  throw new MessageFault(name, type, value);
}

const isText = (value: Json): value is string => typeof value === "string";
const isFlag = (value: Json): value is boolean => typeof value === "boolean";
const isInteger = (value: Json): value is number | bigint =>
  typeof value === "bigint" || Number.isInteger(value);
const isNumber = (value: Json): value is number | bigint | Float64 =>
  typeof value === "bigint" || typeof value === "number" || value instanceof Float64;

/**
 * Reads a message into what JSON has of it. Fields that are not known are passed over.
 *
 * @throws WireFault
 */
export function decodeMessage(name: string, bytes: Uint8Array): Json {
  const reader = new WireReader(bytes);
  const { fields } = messageNamed(name);
  const object: JsonObject = {};
  while (!reader.isAtEnd) {
    const { number, type } = reader.tag();
    const field = fields.get(number);
    if (field === undefined) reader.skip(type);
    else if (type !== wireTypeOf(field)) {
      throw new WireFault(`proto: wrong wireType = ${type} for field ${goName(field.name)}`);
    } else readField(reader, field, object);
  }
  for (const field of fields.values()) {
    if (field.isKept && object[field.name] === undefined) setKey(object, field.name, zeroOf(field));
  }
  const adapter = adapters[name];
  return adapter === undefined ? object : adapter.fromMessage(object);
}

function zeroOf({ type }: Field): Json {
  return { string: "", bool: false }[type] ?? 0;
}

function goName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function wireTypeOf({ type, shape }: Field): number {
  if (shape === "map") return wire.bytes;
  if (type === "int" || type === "bool") return wire.varint;
  return type === "double" ? wire.fixed64 : wire.bytes;
}

function readField(reader: WireReader, field: Field, object: JsonObject): void {
  const { name, shape } = field;
  if (shape === "inline") {
    const inner = readValue(reader, field.type);
    for (const [key, value] of Object.entries(isObject(inner) ? inner : {})) {
      setKey(object, key, value);
    }
  } else if (shape === "list") {
    const list = object[name];
    const item = readValue(reader, field.type);
    if (Array.isArray(list)) list.push(item);
    else setKey(object, name, [item]);
  } else if (shape === "map") {
    const entries = object[name];
    const map: JsonObject = isObject(entries) ? entries : {};
    readEntry(new WireReader(reader.bytes()), field.type, map);
    setKey(object, name, map);
  } else {
    const value = readValue(reader, field.type);
    if (shape === "pointer" || field.isKept || !isZero(value)) setKey(object, name, value);
  }
}

function readEntry(reader: WireReader, type: string, map: JsonObject): void {
  let key = "";
  let value: Json | undefined;
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag.number === 1) key = reader.text();
    else if (tag.number === 2) value = readValue(reader, type);
    else reader.skip(tag.type);
  }
  setKey(
    map,
    key,
    value ?? (type === "string" || type === "bytes" ? "" : decodeMessage(type, new Uint8Array())),
  );
}

/** Tells whether a field that is always written has the value that it has if nobody set it. */
function isZero(value: Json): boolean {
  if (value === null || value === "" || value === 0 || value === false) return true;
  return isObject(value) && Object.keys(value).length === 0;
}

function readValue(reader: WireReader, type: string): Json {
  switch (type) {
    case "string":
      return reader.text();
    case "bytes":
      return Buffer.from(reader.bytes()).toString("base64");
    case "json": {
      const parsed = parseJson(reader.text());
      if (parsed instanceof JsonFault) throw new WireFault(parsed.message);
      return parsed.value;
    }
    case "int": {
      const value = BigInt.asIntN(64, reader.varint());
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    case "bool":
      return reader.varint() !== 0n;
    case "double":
      return reader.double();
    default:
      return decodeMessage(type, reader.bytes());
  }
}
