import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../support/emit-unit.js";
import { emittedDefaulter } from "../../../support/literal.js";

beforeAll(loadRuntime);

describe("defaults", () => {
  it("of a string", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { a: { type: "string", default: "x" } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }
    `);
    expect(defaulter.run({})).toBe('{"a":"x"}');
    expect(defaulter.run({ a: "y" })).toBe('{"a":"y"}');
    expect(defaulter.run({ a: null })).toBe('{"a":"x"}');
  });

  it("of each other type", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        i: { type: "integer", default: 1 },
        n: { type: "number", default: 0.5 },
        b: { type: "boolean", default: false },
        p: { "x-kubernetes-int-or-string": true, default: "50%" },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "i":
              if (member === null) value[key] = 1;
              seen |= 1;
              break;
            case "n":
              if (member === null) value[key] = 0.5;
              seen |= 2;
              break;
            case "b":
              if (member === null) value[key] = false;
              seen |= 4;
              break;
            case "p":
              if (member === null) value[key] = "50%";
              seen |= 8;
              break;
          }
        }
        if ((seen & 1) === 0) value["i"] = 1;
        if ((seen & 2) === 0) value["n"] = 0.5;
        if ((seen & 4) === 0) value["b"] = false;
        if ((seen & 8) === 0) value["p"] = "50%";
      }
    `);
    expect(defaulter.run({})).toBe('{"i":1,"n":0.5,"b":false,"p":"50%"}');
  });

  it("of a list", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { a: { type: "array", items: { type: "string" }, default: ["x", "y"] } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = ["x", "y"];
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = ["x", "y"];
      }
    `);
    expect(defaulter.run({})).toBe('{"a":["x","y"]}');
    expect(defaulter.run({ a: [] })).toBe('{"a":[]}');
  });

  it("of an object, with those of its fields", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: { b: { type: "string", default: "x" }, c: { type: "string" } },
          default: {},
        },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecAFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "b":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
            case "c":
              if (member === null) delete value[key];
              break;
          }
        }
        if ((seen & 1) === 0) value["b"] = "x";
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) {
                value[key] = { b: "x" };
              } else {
                defaultSampleSpecAFields(member);
              }
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = { b: "x" };
      }
    `);
    expect(defaulter.run({})).toBe('{"a":{"b":"x"}}');
    expect(defaulter.run({ a: { c: "y" } })).toBe('{"a":{"c":"y","b":"x"}}');
  });

  it("of a field of an object that is not there", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string", default: "x" } } } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecAFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "b":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["b"] = "x";
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) {
                delete value[key];
              } else {
                defaultSampleSpecAFields(member);
              }
              break;
          }
        }
      }
    `);
    expect(defaulter.run({})).toBe("{}");
    expect(defaulter.run({ a: {} })).toBe('{"a":{"b":"x"}}');
  });

  it("in the items of a list", () => {
    const defaulter = emittedDefaulter({
      type: "array",
      items: { type: "object", properties: { a: { type: "string", default: "x" } } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }

      function defaultSampleSpecListFields(value: unknown): void {
        if (Array.isArray(value)) {
          for (let index = 0; index < value.length; index++) {
            defaultSampleSpecFields(value[index]);
          }
        }
      }
    `);
    expect(defaulter.run([{}, { a: "y" }])).toBe('[{"a":"x"},{"a":"y"}]');
  });

  it("in the items of lists of lists", () => {
    const defaulter = emittedDefaulter({
      type: "array",
      items: {
        type: "array",
        items: { type: "object", properties: { a: { type: "string", default: "x" } } },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }

      function defaultSampleSpecListFields(value: unknown): void {
        if (Array.isArray(value)) {
          for (let index = 0; index < value.length; index++) {
            defaultSampleSpecFields(value[index]);
          }
        }
      }

      function defaultSampleSpecListListFields(value: unknown): void {
        if (Array.isArray(value)) {
          for (let index = 0; index < value.length; index++) {
            defaultSampleSpecListFields(value[index]);
          }
        }
      }
    `);
    expect(defaulter.run([[{}]])).toBe('[[{"a":"x"}]]');
  });

  it("of the items of a list, which replace null", () => {
    const defaulter = emittedDefaulter({ type: "array", items: { type: "string", default: "x" } });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecListFields(value: unknown): void {
        if (Array.isArray(value)) {
          for (let index = 0; index < value.length; index++) {
            if (value[index] === null) value[index] = "x";
          }
        }
      }
    `);
    expect(defaulter.run([null, "y"])).toBe('["x","y"]');
  });

  it("in the values of a map", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      additionalProperties: { type: "object", properties: { a: { type: "string", default: "x" } } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }

      function defaultSampleSpecMapFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          if (member === null) {
            delete value[key];
          } else {
            defaultSampleSpecFields(member);
          }
        }
      }
    `);
    expect(defaulter.run({ k: {} })).toBe('{"k":{"a":"x"}}');
  });

  it("of the values of a map", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      additionalProperties: { type: "string", default: "x" },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecMapFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          if (member === null) value[key] = "x";
        }
      }
    `);
    expect(defaulter.run({ k: null })).toBe('{"k":"x"}');
  });

  it("of a map", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        a: { type: "object", additionalProperties: { type: "string" }, default: { k: "x" } },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecAMapFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          if (member === null) delete value[key];
        }
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) {
                value[key] = { k: "x" };
              } else {
                defaultSampleSpecAMapFields(member);
              }
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = { k: "x" };
      }
    `);
    expect(defaulter.run({})).toBe('{"a":{"k":"x"}}');
  });

  it("of a nullable field, where null stays", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { a: { type: "string", nullable: true, default: "x" } },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }
    `);
    expect(defaulter.run({})).toBe('{"a":"x"}');
    expect(defaulter.run({ a: null })).toBe('{"a":null}');
  });

  it("in a nullable object", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: { b: { type: "string", default: "x" } },
          nullable: true,
          default: {},
        },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecAFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "b":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["b"] = "x";
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              defaultSampleSpecAFields(member);
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = { b: "x" };
      }
    `);
    expect(defaulter.run({})).toBe('{"a":{"b":"x"}}');
    expect(defaulter.run({ a: null })).toBe('{"a":null}');
  });

  it("beside nulls without a default", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        a: { type: "string", default: "x" },
        b: { type: "string" },
        c: { type: "string", nullable: true },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
            case "b":
              if (member === null) delete value[key];
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }
    `);
    expect(defaulter.run({ b: null, c: null })).toBe('{"c":null,"a":"x"}');
  });

  it("in an object that keeps unknown fields", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { a: { type: "string", default: "x" } },
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }
    `);
    expect(defaulter.run({ z: null })).toBe('{"z":null,"a":"x"}');
  });

  it("in an embedded resource", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: { spec: { type: "object", properties: { a: { type: "string", default: "x" } } } },
      "x-kubernetes-embedded-resource": true,
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["a"] = "x";
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "spec":
              if (member === null) {
                delete value[key];
              } else {
                defaultSampleSpecSpecFields(member);
              }
              break;
          }
        }
      }
    `);
    expect(defaulter.run({ spec: {} })).toBe('{"spec":{"a":"x"}}');
  });

  it("with a name that is no identifier", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        "a-b": { type: "string", default: "x" },
        __proto: { type: "string", default: "x" },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a-b":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
            case "__proto":
              if (member === null) value[key] = "x";
              seen |= 2;
              break;
          }
        }
        if ((seen & 1) === 0) value["a-b"] = "x";
        if ((seen & 2) === 0) value["__proto"] = "x";
      }
    `);
    expect(defaulter.run({})).toBe('{"a-b":"x","__proto":"x"}');
  });

  it("of more than 31 fields", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        f0: { type: "integer", default: 0 },
        f1: { type: "integer", default: 1 },
        f2: { type: "integer", default: 2 },
        f3: { type: "integer", default: 3 },
        f4: { type: "integer", default: 4 },
        f5: { type: "integer", default: 5 },
        f6: { type: "integer", default: 6 },
        f7: { type: "integer", default: 7 },
        f8: { type: "integer", default: 8 },
        f9: { type: "integer", default: 9 },
        f10: { type: "integer", default: 10 },
        f11: { type: "integer", default: 11 },
        f12: { type: "integer", default: 12 },
        f13: { type: "integer", default: 13 },
        f14: { type: "integer", default: 14 },
        f15: { type: "integer", default: 15 },
        f16: { type: "integer", default: 16 },
        f17: { type: "integer", default: 17 },
        f18: { type: "integer", default: 18 },
        f19: { type: "integer", default: 19 },
        f20: { type: "integer", default: 20 },
        f21: { type: "integer", default: 21 },
        f22: { type: "integer", default: 22 },
        f23: { type: "integer", default: 23 },
        f24: { type: "integer", default: 24 },
        f25: { type: "integer", default: 25 },
        f26: { type: "integer", default: 26 },
        f27: { type: "integer", default: 27 },
        f28: { type: "integer", default: 28 },
        f29: { type: "integer", default: 29 },
        f30: { type: "integer", default: 30 },
        f31: { type: "integer", default: 31 },
        f32: { type: "integer", default: 32 },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "f0":
              if (member === null) value[key] = 0;
              seen |= 1;
              break;
            case "f1":
              if (member === null) value[key] = 1;
              seen |= 2;
              break;
            case "f2":
              if (member === null) value[key] = 2;
              seen |= 4;
              break;
            case "f3":
              if (member === null) value[key] = 3;
              seen |= 8;
              break;
            case "f4":
              if (member === null) value[key] = 4;
              seen |= 16;
              break;
            case "f5":
              if (member === null) value[key] = 5;
              seen |= 32;
              break;
            case "f6":
              if (member === null) value[key] = 6;
              seen |= 64;
              break;
            case "f7":
              if (member === null) value[key] = 7;
              seen |= 128;
              break;
            case "f8":
              if (member === null) value[key] = 8;
              seen |= 256;
              break;
            case "f9":
              if (member === null) value[key] = 9;
              seen |= 512;
              break;
            case "f10":
              if (member === null) value[key] = 10;
              seen |= 1024;
              break;
            case "f11":
              if (member === null) value[key] = 11;
              seen |= 2048;
              break;
            case "f12":
              if (member === null) value[key] = 12;
              seen |= 4096;
              break;
            case "f13":
              if (member === null) value[key] = 13;
              seen |= 8192;
              break;
            case "f14":
              if (member === null) value[key] = 14;
              seen |= 16384;
              break;
            case "f15":
              if (member === null) value[key] = 15;
              seen |= 32768;
              break;
            case "f16":
              if (member === null) value[key] = 16;
              seen |= 65536;
              break;
            case "f17":
              if (member === null) value[key] = 17;
              seen |= 131072;
              break;
            case "f18":
              if (member === null) value[key] = 18;
              seen |= 262144;
              break;
            case "f19":
              if (member === null) value[key] = 19;
              seen |= 524288;
              break;
            case "f20":
              if (member === null) value[key] = 20;
              seen |= 1048576;
              break;
            case "f21":
              if (member === null) value[key] = 21;
              seen |= 2097152;
              break;
            case "f22":
              if (member === null) value[key] = 22;
              seen |= 4194304;
              break;
            case "f23":
              if (member === null) value[key] = 23;
              seen |= 8388608;
              break;
            case "f24":
              if (member === null) value[key] = 24;
              seen |= 16777216;
              break;
            case "f25":
              if (member === null) value[key] = 25;
              seen |= 33554432;
              break;
            case "f26":
              if (member === null) value[key] = 26;
              seen |= 67108864;
              break;
            case "f27":
              if (member === null) value[key] = 27;
              seen |= 134217728;
              break;
            case "f28":
              if (member === null) value[key] = 28;
              seen |= 268435456;
              break;
            case "f29":
              if (member === null) value[key] = 29;
              seen |= 536870912;
              break;
            case "f30":
              if (member === null) value[key] = 30;
              break;
            case "f31":
              if (member === null) value[key] = 31;
              break;
            case "f32":
              if (member === null) value[key] = 32;
              break;
          }
        }
        if ((seen & 1) === 0) value["f0"] = 0;
        if ((seen & 2) === 0) value["f1"] = 1;
        if ((seen & 4) === 0) value["f2"] = 2;
        if ((seen & 8) === 0) value["f3"] = 3;
        if ((seen & 16) === 0) value["f4"] = 4;
        if ((seen & 32) === 0) value["f5"] = 5;
        if ((seen & 64) === 0) value["f6"] = 6;
        if ((seen & 128) === 0) value["f7"] = 7;
        if ((seen & 256) === 0) value["f8"] = 8;
        if ((seen & 512) === 0) value["f9"] = 9;
        if ((seen & 1024) === 0) value["f10"] = 10;
        if ((seen & 2048) === 0) value["f11"] = 11;
        if ((seen & 4096) === 0) value["f12"] = 12;
        if ((seen & 8192) === 0) value["f13"] = 13;
        if ((seen & 16384) === 0) value["f14"] = 14;
        if ((seen & 32768) === 0) value["f15"] = 15;
        if ((seen & 65536) === 0) value["f16"] = 16;
        if ((seen & 131072) === 0) value["f17"] = 17;
        if ((seen & 262144) === 0) value["f18"] = 18;
        if ((seen & 524288) === 0) value["f19"] = 19;
        if ((seen & 1048576) === 0) value["f20"] = 20;
        if ((seen & 2097152) === 0) value["f21"] = 21;
        if ((seen & 4194304) === 0) value["f22"] = 22;
        if ((seen & 8388608) === 0) value["f23"] = 23;
        if ((seen & 16777216) === 0) value["f24"] = 24;
        if ((seen & 33554432) === 0) value["f25"] = 25;
        if ((seen & 67108864) === 0) value["f26"] = 26;
        if ((seen & 134217728) === 0) value["f27"] = 27;
        if ((seen & 268435456) === 0) value["f28"] = 28;
        if ((seen & 536870912) === 0) value["f29"] = 29;
        if (!hasKey(value, "f30")) value["f30"] = 30;
        if (!hasKey(value, "f31")) value["f31"] = 31;
        if (!hasKey(value, "f32")) value["f32"] = 32;
      }
    `);
    expect(defaulter.run({})).toBe(
      '{"f0":0,"f1":1,"f2":2,"f3":3,"f4":4,"f5":5,"f6":6,"f7":7,"f8":8,"f9":9,"f10":10,"f11":11,"f12":12,"f13":13,"f14":14,"f15":15,"f16":16,"f17":17,"f18":18,"f19":19,"f20":20,"f21":21,"f22":22,"f23":23,"f24":24,"f25":25,"f26":26,"f27":27,"f28":28,"f29":29,"f30":30,"f31":31,"f32":32}',
    );
  });

  it("of equal shapes, which share a function", () => {
    const defaulter = emittedDefaulter({
      type: "object",
      properties: {
        a: { type: "object", properties: { x: { type: "string", default: "x" } } },
        b: { type: "object", properties: { x: { type: "string", default: "x" } } },
      },
    });
    expect(defaulter.text).toMatchInlineSnapshot(`
      function defaultSampleSpecAFields(value: unknown): void {
        if (!isMembers(value)) return;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "x":
              if (member === null) value[key] = "x";
              seen |= 1;
              break;
          }
        }
        if ((seen & 1) === 0) value["x"] = "x";
      }

      function defaultSampleSpecFields(value: unknown): void {
        if (!isMembers(value)) return;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              if (member === null) {
                delete value[key];
              } else {
                defaultSampleSpecAFields(member);
              }
              break;
            case "b":
              if (member === null) {
                delete value[key];
              } else {
                defaultSampleSpecAFields(member);
              }
              break;
          }
        }
      }
    `);
    expect(defaulter.run({ a: {}, b: {} })).toBe('{"a":{"x":"x"},"b":{"x":"x"}}');
  });
});
