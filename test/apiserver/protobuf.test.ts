import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { JsonFault, parseJson } from "../../src/runtime/v1/values/go/parse-json.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { decodeObject, encodeObject } from "../../src/server/protobuf/envelope.js";
import { buildGoProgram, hasGo } from "../support/go-program.js";
import { runProgram } from "./two-clusters.js";

const seed = process.env["PROTOBUF_SEED"] ?? "1";
const count = process.env["PROTOBUF_COUNT"] ?? "40";

/** An object as Go writes it. */
interface Sample {
  readonly object: JsonObject;
  readonly bytes: string;
}

describe.runIf(hasGo)("Protocol Buffers of Go", () => {
  let samples: readonly Sample[];
  beforeAll(async () => {
    const sources = join(import.meta.dirname, "../support/client-go");
    const program = await buildGoProgram("client-go", sources);
    const { stdout } = await runProgram(program, ["messages", seed, count]);
    samples = stdout.trim().split("\n").map(readSample);
  });

  it(`are written to the byte (seed ${seed})`, () => {
    expect(new Set(samples.map(({ object }) => object["kind"])).size).toBeGreaterThan(20);
    for (const { object, bytes } of samples) {
      expect(toBase64(encodeObject(object)), kindOf(object)).toBe(bytes);
    }
  });

  it(`are read, and written again, without a loss (seed ${seed})`, () => {
    for (const { object, bytes } of samples) {
      const read = decodeObject(Buffer.from(bytes, "base64"), { apiVersion: "", kind: "" });
      expect(toBase64(encodeObject(read)), kindOf(object)).toBe(bytes);
    }
  });
});

function readSample(line: string): Sample {
  const parsed = parseJson(line); // numbers beyond 2^53 are among them
  if (parsed instanceof JsonFault || !isObject(parsed.value)) throw new Error(line);
  const { json, bytes } = parsed.value;
  return { object: json as JsonObject, bytes: String(bytes) }; // of the program
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function kindOf(object: JsonObject): string {
  return String(object["kind"]);
}
