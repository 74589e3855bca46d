import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("properties", () => {
  it("of scalars", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
              if (typeof member !== "string") break;
              continue;
            case "b":
              if (!isInteger(member)) break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: {
            a: { type: "string", is: isString },
            b: { type: "integer", is: isInteger },
          },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x", b: 1, c: 2 })).toBe("valid");
    expect(check.verdict({ a: null })).toBe("valid");
    expect(check.verdict({ a: 1, b: "x" })).toBe(
      [
        'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
        'spec.b: Invalid value: "string": spec.b in body must be of type integer: "string"',
      ].join("\n"),
    );
  });

  it("of objects", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecA(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          if (key === "b" && typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          if (key === "a" && !isValidSampleSpecA(member, absent)) {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecAShape: ValueSchema = {
          type: "object",
          fields: { b: { type: "string", is: isString } },
          check: isValidSampleSpecA,
        };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: sampleSpecAShape },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: { b: "x" } })).toBe("valid");
    expect(check.verdict({ a: { b: 1 } })).toBe(
      'spec.a.b: Invalid value: "integer": spec.a.b in body must be of type string: "integer"',
    );
  });

  it("with names that are no identifiers", () => {
    const check = emittedCheck({
      type: "object",
      properties: {
        "1": { type: "string" },
        "a-b": { type: "string" },
        class: { type: "string" },
        constructor: { type: "string" },
      },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "1":
            case "a-b":
            case "class":
            case "constructor":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: {
            "1": stringShape,
            "a-b": stringShape,
            class: stringShape,
            constructor: stringShape,
          },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ "1": "x", "a-b": "x", class: "x" })).toBe("valid");
    expect(check.verdict({ "a-b": 1 })).toBe(
      'spec.a-b: Invalid value: "integer": spec.a-b in body must be of type string: "integer"',
    );
  });

  it("of equal shapes, which share a function", () => {
    const check = emittedCheck({
      type: "object",
      properties: {
        a: { type: "object", properties: { x: { type: "string" } } },
        b: { type: "object", properties: { x: { type: "string" } } },
      },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecA(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          if (key === "x" && typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
            case "b":
              if (!isValidSampleSpecA(member, absent)) break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecAShape: ValueSchema = {
          type: "object",
          fields: { x: { type: "string", is: isString } },
          check: isValidSampleSpecA,
        };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: sampleSpecAShape, b: sampleSpecAShape },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: { x: "x" }, b: {} })).toBe("valid");
    expect(check.verdict({ b: { x: 1 } })).toBe(
      'spec.b.x: Invalid value: "integer": spec.b.x in body must be of type string: "integer"',
    );
  });
});

describe("required", () => {
  it("one field", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
              seen |= 1;
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 1;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["a"],
          fields: { a: { type: "string", is: isString } },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe("spec.a: Required value");
    expect(check.verdict({ a: null })).toBe("spec.a: Required value");
  });

  it("two fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
      required: ["a", "c"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
              seen |= 1;
              if (typeof member !== "string") break;
              continue;
            case "b":
              if (typeof member !== "string") break;
              continue;
            case "c":
              seen |= 2;
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 3;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["a", "c"],
          fields: { a: stringShape, b: stringShape, c: stringShape },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x", c: "y" })).toBe("valid");
    expect(check.verdict({ a: "x" })).toBe("spec.c: Required value");
  });

  it("a field that has a default", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string", default: "x" } },
      required: ["a"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = absent === null ? 1 : 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
              seen |= 1;
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 1;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["a"],
          fields: { a: { type: "string", is: isString } },
          defaults: { a: "x" },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({})).toBe("valid");
    expect(check.verdict({ a: "y" })).toBe("valid");
    expect(check.verdict({ a: 1 })).toBe(
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
    );
  });

  it("a field without a schema", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["b"],
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || (member === absent && key !== "b")) continue;
          switch (key) {
            case "a":
              if (typeof member !== "string") break;
              continue;
            case "b":
              seen |= 1;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 1;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["b"],
          fields: { a: { type: "string", is: isString } },
          preserveUnknownFields: true,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ b: 1 })).toBe("valid");
    expect(check.verdict({ a: "x" })).toBe("spec.b: Required value");
  });

  it("of a map", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "string" },
      required: ["a"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecMap(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "a":
              seen |= 1;
              if (typeof member !== "string") break;
              continue;
            default:
              if (typeof member !== "string") break;
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 1;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecMapShape: ValueSchema = {
          type: "object",
          required: ["a"],
          values: { type: "string", is: isString },
          check: isValidSampleSpecMap,
        };
        return { type: "object", fields: { spec: sampleSpecMapShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe("spec.a: Required value");
  });

  it("more than 31 fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: {
        f0: { "x-kubernetes-preserve-unknown-fields": true },
        f1: { "x-kubernetes-preserve-unknown-fields": true },
        f2: { "x-kubernetes-preserve-unknown-fields": true },
        f3: { "x-kubernetes-preserve-unknown-fields": true },
        f4: { "x-kubernetes-preserve-unknown-fields": true },
        f5: { "x-kubernetes-preserve-unknown-fields": true },
        f6: { "x-kubernetes-preserve-unknown-fields": true },
        f7: { "x-kubernetes-preserve-unknown-fields": true },
        f8: { "x-kubernetes-preserve-unknown-fields": true },
        f9: { "x-kubernetes-preserve-unknown-fields": true },
        f10: { "x-kubernetes-preserve-unknown-fields": true },
        f11: { "x-kubernetes-preserve-unknown-fields": true },
        f12: { "x-kubernetes-preserve-unknown-fields": true },
        f13: { "x-kubernetes-preserve-unknown-fields": true },
        f14: { "x-kubernetes-preserve-unknown-fields": true },
        f15: { "x-kubernetes-preserve-unknown-fields": true },
        f16: { "x-kubernetes-preserve-unknown-fields": true },
        f17: { "x-kubernetes-preserve-unknown-fields": true },
        f18: { "x-kubernetes-preserve-unknown-fields": true },
        f19: { "x-kubernetes-preserve-unknown-fields": true },
        f20: { "x-kubernetes-preserve-unknown-fields": true },
        f21: { "x-kubernetes-preserve-unknown-fields": true },
        f22: { "x-kubernetes-preserve-unknown-fields": true },
        f23: { "x-kubernetes-preserve-unknown-fields": true },
        f24: { "x-kubernetes-preserve-unknown-fields": true },
        f25: { "x-kubernetes-preserve-unknown-fields": true },
        f26: { "x-kubernetes-preserve-unknown-fields": true },
        f27: { "x-kubernetes-preserve-unknown-fields": true },
        f28: { "x-kubernetes-preserve-unknown-fields": true },
        f29: { "x-kubernetes-preserve-unknown-fields": true },
        f30: { "x-kubernetes-preserve-unknown-fields": true },
        f31: { "x-kubernetes-preserve-unknown-fields": true },
        f32: { "x-kubernetes-preserve-unknown-fields": true },
      },
      required: [
        "f0",
        "f1",
        "f2",
        "f3",
        "f4",
        "f5",
        "f6",
        "f7",
        "f8",
        "f9",
        "f10",
        "f11",
        "f12",
        "f13",
        "f14",
        "f15",
        "f16",
        "f17",
        "f18",
        "f19",
        "f20",
        "f21",
        "f22",
        "f23",
        "f24",
        "f25",
        "f26",
        "f27",
        "f28",
        "f29",
        "f30",
        "f31",
        "f32",
      ],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(value: unknown, absent?: null): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key.length) {
            case 2:
              switch (key) {
                case "f0":
                  seen |= 1;
                  break;
                case "f1":
                  seen |= 2;
                  break;
                case "f2":
                  seen |= 4;
                  break;
                case "f3":
                  seen |= 8;
                  break;
                case "f4":
                  seen |= 16;
                  break;
                case "f5":
                  seen |= 32;
                  break;
                case "f6":
                  seen |= 64;
                  break;
                case "f7":
                  seen |= 128;
                  break;
                case "f8":
                  seen |= 256;
                  break;
                case "f9":
                  seen |= 512;
                  break;
              }
              break;
            case 3:
              switch (key) {
                case "f10":
                  seen |= 1024;
                  break;
                case "f11":
                  seen |= 2048;
                  break;
                case "f12":
                  seen |= 4096;
                  break;
                case "f13":
                  seen |= 8192;
                  break;
                case "f14":
                  seen |= 16384;
                  break;
                case "f15":
                  seen |= 32768;
                  break;
                case "f16":
                  seen |= 65536;
                  break;
                case "f17":
                  seen |= 131072;
                  break;
                case "f18":
                  seen |= 262144;
                  break;
                case "f19":
                  seen |= 524288;
                  break;
                case "f20":
                  seen |= 1048576;
                  break;
                case "f21":
                  seen |= 2097152;
                  break;
                case "f22":
                  seen |= 4194304;
                  break;
                case "f23":
                  seen |= 8388608;
                  break;
                case "f24":
                  seen |= 16777216;
                  break;
                case "f25":
                  seen |= 33554432;
                  break;
                case "f26":
                  seen |= 67108864;
                  break;
                case "f27":
                  seen |= 134217728;
                  break;
                case "f28":
                  seen |= 268435456;
                  break;
                case "f29":
                  seen |= 536870912;
                  break;
              }
              break;
          }
        }
        if (!hasKey(value, "f30", absent)) return false;
        if (!hasKey(value, "f31", absent)) return false;
        if (!hasKey(value, "f32", absent)) return false;
        return seen === 1073741823;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecF0Shape: ValueSchema = { preserveUnknownFields: true };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: [
            "f0",
            "f1",
            "f2",
            "f3",
            "f4",
            "f5",
            "f6",
            "f7",
            "f8",
            "f9",
            "f10",
            "f11",
            "f12",
            "f13",
            "f14",
            "f15",
            "f16",
            "f17",
            "f18",
            "f19",
            "f20",
            "f21",
            "f22",
            "f23",
            "f24",
            "f25",
            "f26",
            "f27",
            "f28",
            "f29",
            "f30",
            "f31",
            "f32",
          ],
          fields: {
            f0: sampleSpecF0Shape,
            f1: sampleSpecF0Shape,
            f2: sampleSpecF0Shape,
            f3: sampleSpecF0Shape,
            f4: sampleSpecF0Shape,
            f5: sampleSpecF0Shape,
            f6: sampleSpecF0Shape,
            f7: sampleSpecF0Shape,
            f8: sampleSpecF0Shape,
            f9: sampleSpecF0Shape,
            f10: sampleSpecF0Shape,
            f11: sampleSpecF0Shape,
            f12: sampleSpecF0Shape,
            f13: sampleSpecF0Shape,
            f14: sampleSpecF0Shape,
            f15: sampleSpecF0Shape,
            f16: sampleSpecF0Shape,
            f17: sampleSpecF0Shape,
            f18: sampleSpecF0Shape,
            f19: sampleSpecF0Shape,
            f20: sampleSpecF0Shape,
            f21: sampleSpecF0Shape,
            f22: sampleSpecF0Shape,
            f23: sampleSpecF0Shape,
            f24: sampleSpecF0Shape,
            f25: sampleSpecF0Shape,
            f26: sampleSpecF0Shape,
            f27: sampleSpecF0Shape,
            f28: sampleSpecF0Shape,
            f29: sampleSpecF0Shape,
            f30: sampleSpecF0Shape,
            f31: sampleSpecF0Shape,
            f32: sampleSpecF0Shape,
          },
          is: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(
      check.verdict({
        f0: 1,
        f1: 1,
        f2: 1,
        f3: 1,
        f4: 1,
        f5: 1,
        f6: 1,
        f7: 1,
        f8: 1,
        f9: 1,
        f10: 1,
        f11: 1,
        f12: 1,
        f13: 1,
        f14: 1,
        f15: 1,
        f16: 1,
        f17: 1,
        f18: 1,
        f19: 1,
        f20: 1,
        f21: 1,
        f22: 1,
        f23: 1,
        f24: 1,
        f25: 1,
        f26: 1,
        f27: 1,
        f28: 1,
        f29: 1,
        f30: 1,
        f31: 1,
        f32: 1,
      }),
    ).toBe("valid");
    expect(
      check.verdict({
        f0: 1,
        f1: 1,
        f2: 1,
        f3: 1,
        f4: 1,
        f5: 1,
        f6: 1,
        f7: 1,
        f8: 1,
        f9: 1,
        f10: 1,
        f11: 1,
        f12: 1,
        f13: 1,
        f14: 1,
        f15: 1,
        f16: 1,
        f17: 1,
        f18: 1,
        f19: 1,
        f20: 1,
        f21: 1,
        f22: 1,
        f23: 1,
        f24: 1,
        f25: 1,
        f26: 1,
        f27: 1,
        f28: 1,
        f29: 1,
        f30: 1,
        f31: 1,
      }),
    ).toBe("spec.f32: Required value");
  });
});

describe("additionalProperties", () => {
  it("of strings", () => {
    const check = emittedCheck({ type: "object", additionalProperties: { type: "string" } });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: { type: "object", values: { type: "string", is: isString } },
          },
        };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({ a: null })).toBe("valid");
    expect(check.verdict({ a: 1 })).toBe(
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
    );
  });

  it("of nullable strings", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "string", nullable: true },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecMap(
        value: unknown,
        _absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          if (member !== null && typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecMapShape: ValueSchema = {
          type: "object",
          values: { type: "string", nullable: true },
          check: isValidSampleSpecMap,
        };
        return { type: "object", fields: { spec: sampleSpecMapShape } };
      }
    `);
    expect(check.verdict({ a: null })).toBe("valid");
    expect(check.verdict({ a: 1 })).toBe(
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
    );
  });

  it("of objects", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { b: { type: "string" } },
        required: ["b"],
      },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          switch (key) {
            case "b":
              seen |= 1;
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          seen = -1;
        }
        return seen === 1;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["b"],
          fields: { b: { type: "string", is: isString } },
          check: isValidSampleSpec,
        };
        return {
          type: "object",
          fields: { spec: { type: "object", values: sampleSpecShape } },
        };
      }
    `);
    expect(check.verdict({ a: { b: "x" } })).toBe("valid");
    expect(check.verdict({ a: {} })).toBe("spec.a.b: Required value");
  });

  it("true", () => {
    const check = emittedCheck({ type: "object", additionalProperties: true });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: { spec: { type: "object", values: true, is: isPlainObject } },
        };
      }
    `);
    expect(check.verdict({ a: 1 })).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec: Invalid value: "string": spec in body must be of type object: "string"',
    );
  });

  it("of lists", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" }, minItems: 1 },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value) || value.length < 1) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          minItems: 1,
          items: { type: "string", is: isString },
          is: isValidSampleSpecList,
        };
        return {
          type: "object",
          fields: { spec: { type: "object", values: sampleSpecListShape } },
        };
      }
    `);
    expect(check.verdict({ a: ["x"] })).toBe("valid");
    expect(check.verdict({ a: [] })).toBe(
      "spec.a: Invalid value: 0: spec.a in body should have at least 1 items",
    );
  });
});

describe("size", () => {
  it("minProperties of a map", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "string" },
      minProperties: 1,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecMap(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        let size = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          size++;
          if (typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        if (size < 1) return false;
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecMapShape: ValueSchema = {
          type: "object",
          minProperties: 1,
          values: { type: "string", is: isString },
          check: isValidSampleSpecMap,
        };
        return { type: "object", fields: { spec: sampleSpecMapShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe(
      "spec: Invalid value: 0: spec in body should have at least 1 properties",
    );
  });

  it("maxProperties of a map", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "string" },
      maxProperties: 1,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecMap(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        let size = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          size++;
          if (typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        if (size > 1) return false;
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecMapShape: ValueSchema = {
          type: "object",
          maxProperties: 1,
          values: { type: "string", is: isString },
          check: isValidSampleSpecMap,
        };
        return { type: "object", fields: { spec: sampleSpecMapShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({ a: "x", b: "y" })).toBe("spec: Too many: 2: must have at most 1 item");
  });

  it("both of a map", () => {
    const check = emittedCheck({
      type: "object",
      additionalProperties: { type: "string" },
      minProperties: 1,
      maxProperties: 2,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecMap(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        let size = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          size++;
          if (typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        if (size < 1) return false;
        if (size > 2) return false;
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecMapShape: ValueSchema = {
          type: "object",
          minProperties: 1,
          maxProperties: 2,
          values: { type: "string", is: isString },
          check: isValidSampleSpecMap,
        };
        return { type: "object", fields: { spec: sampleSpecMapShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe(
      "spec: Invalid value: 0: spec in body should have at least 1 properties",
    );
  });

  it("minProperties of an object", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      minProperties: 1,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        let size = 0;
        for (const key in value) {
          const member = value[key];
          if (
            member === undefined ||
            (member === absent && (key === "a" || key === "b"))
          ) {
            continue;
          }
          switch (key) {
            case "a":
            case "b":
              size++;
              if (typeof member !== "string") break;
              continue;
            default:
              if (absent !== null) size++;
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (size < 1) return false;
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          minProperties: 1,
          fields: { a: stringShape, b: stringShape },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe(
      "spec: Invalid value: 0: spec in body should have at least 1 properties",
    );
  });

  it("maxProperties of an object", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      maxProperties: 1,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        let size = 0;
        for (const key in value) {
          const member = value[key];
          if (
            member === undefined ||
            (member === absent && (key === "a" || key === "b"))
          ) {
            continue;
          }
          switch (key) {
            case "a":
            case "b":
              size++;
              if (typeof member !== "string") break;
              continue;
            default:
              if (absent !== null) size++;
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (size > 1) return false;
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          maxProperties: 1,
          fields: { a: stringShape, b: stringShape },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({ a: "x", b: "y" })).toBe("spec: Too many: 2: must have at most 1 item");
  });
});
