import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedItemCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("integer", () => {
  it("minimum", () => {
    const check = emittedItemCheck({ type: "integer", minimum: 1 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || item < 1) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", minimum: 1, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(0)).toBe(
      "spec[0]: Invalid value: 0: spec[0] in body should be greater than or equal to 1",
    );
  });

  it("maximum", () => {
    const check = emittedItemCheck({ type: "integer", maximum: 5 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || item > 5) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", maximum: 5, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(5)).toBe("valid");
    expect(check.verdict(6)).toBe(
      "spec[0]: Invalid value: 6: spec[0] in body should be less than or equal to 5",
    );
  });

  it("exclusiveMinimum", () => {
    const check = emittedItemCheck({ type: "integer", minimum: 1, exclusiveMinimum: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || item <= 1) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "integer",
            minimum: 1,
            exclusiveMinimum: true,
            bounds: checkBounds,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(2)).toBe("valid");
    expect(check.verdict(1)).toBe(
      "spec[0]: Invalid value: 1: spec[0] in body should be greater than 1",
    );
  });

  it("exclusiveMaximum", () => {
    const check = emittedItemCheck({ type: "integer", maximum: 5, exclusiveMaximum: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || item >= 5) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "integer",
            maximum: 5,
            exclusiveMaximum: true,
            bounds: checkBounds,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(4)).toBe("valid");
    expect(check.verdict(5)).toBe(
      "spec[0]: Invalid value: 5: spec[0] in body should be less than 5",
    );
  });

  it("minimum and maximum", () => {
    const check = emittedItemCheck({ type: "integer", minimum: 1, maximum: 65535 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || item < 1 || item > 65535) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", minimum: 1, maximum: 65535, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(80)).toBe("valid");
    expect(check.verdict(0)).toBe(
      "spec[0]: Invalid value: 0: spec[0] in body should be greater than or equal to 1",
    );
    expect(check.verdict(65536)).toBe(
      "spec[0]: Invalid value: 65536: spec[0] in body should be less than or equal to 65535",
    );
  });

  it("multipleOf", () => {
    const check = emittedItemCheck({ type: "integer", multipleOf: 3 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || !Number.isSafeInteger(item) || item % 3 !== 0) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", multipleOf: 3, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(6)).toBe("valid");
    expect(check.verdict(7)).toBe(
      "spec[0]: Invalid value: 7: spec[0] in body should be a multiple of 3",
    );
  });

  it("int32", () => {
    const check = emittedItemCheck({ type: "integer", format: "int32" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: {
              type: "array",
              items: { type: "integer", format: "int32", is: isInt32 },
            },
          },
        };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(2147483648)).toBe(
      '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in spec[0]',
    );
  });

  it("int32 with bounds", () => {
    const check = emittedItemCheck({ type: "integer", format: "int32", minimum: 0, maximum: 10 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInt32(item) || item < 0 || item > 10) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "integer",
            format: "int32",
            minimum: 0,
            maximum: 10,
            bounds: checkBounds,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(11)).toBe(
      "spec[0]: Invalid value: 11: spec[0] in body should be less than or equal to 10",
    );
  });

  it("int64", () => {
    const check = emittedItemCheck({ type: "integer", format: "int64" });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: {
              type: "array",
              items: { type: "integer", format: "int64", is: isInteger },
            },
          },
        };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(1.5)).toBe(
      [
        'spec[0]: Invalid value: "float64": spec[0] in body must be of type int64: "float64"',
        '<nil>: Invalid value: "": Checked value must be of type integer with format int64 in spec[0]',
      ].join("\n"),
    );
  });
});

describe("number", () => {
  it("minimum", () => {
    const check = emittedItemCheck({ type: "number", minimum: 0.5 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        if (value.length > 0) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number", minimum: 0.5, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(0.5)).toBe("valid");
    expect(check.verdict(0.4)).toBe(
      "spec[0]: Invalid value: 0.4: spec[0] in body should be greater than or equal to 0.5",
    );
  });

  it("maximum", () => {
    const check = emittedItemCheck({ type: "number", maximum: 0.5 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        if (value.length > 0) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number", maximum: 0.5, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(0.5)).toBe("valid");
    expect(check.verdict(0.6)).toBe(
      "spec[0]: Invalid value: 0.6: spec[0] in body should be less than or equal to 0.5",
    );
  });

  it("exclusive bounds", () => {
    const check = emittedItemCheck({
      type: "number",
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 1,
      exclusiveMaximum: true,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isFiniteNumber(item) || item <= 0 || item >= 1) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "number",
            minimum: 0,
            exclusiveMinimum: true,
            maximum: 1,
            exclusiveMaximum: true,
            bounds: checkBounds,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(0.5)).toBe("valid");
    expect(check.verdict(0)).toBe(
      "spec[0]: Invalid value: 0: spec[0] in body should be greater than 0",
    );
    expect(check.verdict(1)).toBe(
      "spec[0]: Invalid value: 1: spec[0] in body should be less than 1",
    );
  });

  it("multipleOf", () => {
    const check = emittedItemCheck({ type: "number", multipleOf: 0.5 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        if (value.length > 0) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number", multipleOf: 0.5, bounds: checkBounds },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1.5)).toBe("valid");
    expect(check.verdict(0.7)).toBe(
      "spec[0]: Invalid value: 0.7: spec[0] in body should be a multiple of 0.5",
    );
  });

  it("float", () => {
    const check = emittedItemCheck({ type: "number", format: "float" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isFloat32(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "number", format: "float" },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1.5)).toBe("valid");
    expect(check.verdict(1e39)).toBe(
      '<nil>: Invalid value: "": Checked value must be of type number with format float in spec[0]',
    );
  });

  it("double", () => {
    const check = emittedItemCheck({ type: "number", format: "double" });
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
          items: { type: "number", format: "double" },
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
});
