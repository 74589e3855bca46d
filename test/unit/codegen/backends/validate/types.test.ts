import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck, emittedItemCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("type", () => {
  it("string", () => {
    const check = emittedItemCheck({ type: "string" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: { type: "array", items: { type: "string", is: isString } },
          },
        };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("integer", () => {
    const check = emittedItemCheck({ type: "integer" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: { type: "array", items: { type: "integer", is: isInteger } },
          },
        };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(1.5)).toBe(
      [
        'spec[0]: Invalid value: "number": spec[0] in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in spec[0]',
      ].join("\n"),
    );
  });

  it("number", () => {
    const check = emittedItemCheck({ type: "number" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isFiniteNumber(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number" },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1.5)).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec[0]: Invalid value: "string": spec[0] in body must be of type number: "string"',
    );
  });

  it("boolean", () => {
    const check = emittedItemCheck({ type: "boolean" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: { type: "array", items: { type: "boolean", is: isBoolean } },
          },
        };
      }
    `);
    expect(check.verdict(true)).toBe("valid");
    expect(check.verdict("true")).toBe(
      'spec[0]: Invalid value: "string": spec[0] in body must be of type boolean: "string"',
    );
  });

  it("array", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "array", items: { type: "string" } },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecListList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isListOf(item, isString)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListListShape: ValueSchema = {
          type: "array",
          items: { type: "array", items: { type: "string", is: isString } },
          is: isValidSampleSpecListList,
        };
        return { type: "object", fields: { spec: sampleSpecListListShape } };
      }
    `);
    expect(check.verdict([["a"]])).toBe("valid");
    expect(check.verdict(["a"])).toBe(
      'spec[0]: Invalid value: "string": spec[0] in body must be of type array: "string"',
    );
  });

  it("object", () => {
    const check = emittedCheck({ type: "object" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: { spec: { type: "object", is: isPlainObject } },
        };
      }
    `);
    expect(check.verdict({})).toBe("valid");
    expect(check.verdict([])).toBe(
      'spec: Invalid value: "array": spec in body must be of type object: "array"',
    );
  });
});

describe("nullable", () => {
  it("string", () => {
    const check = emittedItemCheck({ type: "string", nullable: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== null && typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", nullable: true },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("integer with a minimum", () => {
    const check = emittedItemCheck({ type: "integer", minimum: 1, nullable: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== null && (!isInteger(item) || item < 1)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", nullable: true, minimum: 1, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict(0)).toBe(
      "spec[0]: Invalid value: 0: spec[0] in body should be greater than or equal to 1",
    );
  });

  it("list", () => {
    const check = emittedCheck({ type: "array", nullable: true, items: { type: "string" } });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: {
              type: "array",
              nullable: true,
              items: { type: "string", is: isString },
            },
          },
        };
      }
    `);
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict([1])).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("field of an object", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string", nullable: true } },
      nullable: true,
      required: ["a"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(
        value: unknown,
        _absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let seen = 0;
        for (const key in value) {
          const member = value[key];
          if (member === undefined) continue;
          switch (key) {
            case "a":
              seen |= 1;
              if (member !== null && typeof member !== "string") break;
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
          nullable: true,
          required: ["a"],
          fields: { a: { type: "string", nullable: true } },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict({ a: null })).toBe("valid");
    expect(check.verdict({})).toBe("spec.a: Required value");
  });

  it("int-or-string", () => {
    const check = emittedItemCheck({ "x-kubernetes-int-or-string": true, nullable: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== null && typeof item !== "string" && !isNearInteger(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer,string", nullable: true },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict(true)).toBe(
      'spec[0]: Invalid value: "boolean": spec[0] in body must be of type integer,string: "boolean"',
    );
  });
});

describe("enum", () => {
  it("of strings", () => {
    const check = emittedItemCheck({ type: "string", enum: ["a", "b"] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== "a" && item !== "b") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", enum: ["a", "b"] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("b")).toBe("valid");
    expect(check.verdict("c")).toBe('spec[0]: Unsupported value: "c": supported values: "a", "b"');
  });

  it("of one string", () => {
    const check = emittedItemCheck({ type: "string", enum: ["a"] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== "a") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", enum: ["a"] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict("b")).toBe('spec[0]: Unsupported value: "b": supported values: "a"');
  });

  it("of many strings", () => {
    const check = emittedItemCheck({
      type: "string",
      enum: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            item !== "a" &&
            item !== "b" &&
            item !== "c" &&
            item !== "d" &&
            item !== "e" &&
            item !== "f" &&
            item !== "g" &&
            item !== "h" &&
            item !== "i" &&
            item !== "j"
          ) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "string",
            enum: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("j")).toBe("valid");
    expect(check.verdict("k")).toBe(
      'spec[0]: Unsupported value: "k": supported values: "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"',
    );
  });

  it("of integers", () => {
    const check = emittedItemCheck({ type: "integer", enum: [1, 2] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || !isOneOf(item, [1, 2])) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", enum: [1, 2] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(2)).toBe("valid");
    expect(check.verdict(3)).toBe('spec[0]: Unsupported value: 3: supported values: "1", "2"');
  });

  it("of numbers", () => {
    const check = emittedItemCheck({ type: "number", enum: [0.5, 1] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isFiniteNumber(item) || !isOneOf(item, [0.5, 1])) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number", enum: [0.5, 1] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(2)).toBe('spec[0]: Unsupported value: 2: supported values: "0.5", "1"');
  });

  it("of booleans", () => {
    const check = emittedItemCheck({ type: "boolean", enum: [true] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "boolean" || item !== true) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "boolean", enum: [true] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(true)).toBe("valid");
    expect(check.verdict(false)).toBe(
      'spec[0]: Unsupported value: false: supported values: "true"',
    );
  });

  it("with null", () => {
    const check = emittedItemCheck({ type: "string", nullable: true, enum: ["a", null] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (item !== "a") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", nullable: true, enum: ["a", null] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict(null)).toBe(
      'spec[0]: Unsupported value: null: supported values: "a", "null"',
    );
  });

  it("of values of any type", () => {
    const check = emittedItemCheck({
      "x-kubernetes-preserve-unknown-fields": true,
      enum: [{ a: [1] }, "x"],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isValid(sampleSpecShape, item)) return false;
        }
        return true;
      }

      const sampleSpecShape: ValueSchema = {
        enum: [{ a: [1] }, "x"],
        preserveUnknownFields: true,
      };

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: sampleSpecShape,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict({ a: [1] })).toBe("valid");
    expect(check.verdict({ a: [2] })).toBe(
      'spec[0]: Unsupported value: {"a":[2]}: supported values: "{\\"a\\":[1]}", "x"',
    );
  });

  it("of an int-or-string", () => {
    const check = emittedItemCheck({ "x-kubernetes-int-or-string": true, enum: [80, "http"] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            (typeof item !== "string" && !isNearInteger(item)) ||
            (item !== 80 && item !== "http")
          ) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer,string", enum: [80, "http"] },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(80)).toBe("valid");
    expect(check.verdict("http")).toBe("valid");
    expect(check.verdict(81)).toBe(
      'spec[0]: Unsupported value: 81: supported values: "80", "http"',
    );
  });
});
