import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck, emittedItemCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("allOf", () => {
  it("of bounds", () => {
    const check = emittedItemCheck({ type: "integer", allOf: [{ minimum: 1 }, { maximum: 3 }] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || (item as number) < 1 || (item as number) > 3) {
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
            type: "integer",
            allOf: [
              { minimum: 1, bounds: checkBounds },
              { maximum: 3, bounds: checkBounds },
            ],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(2)).toBe("valid");
    expect(check.verdict(4)).toBe(
      [
        "spec[0]: Invalid value: 4: spec[0] in body should be less than or equal to 3",
        '<nil>: Invalid value: "": "spec[0]" must validate all the schemas (allOf)',
      ].join("\n"),
    );
  });

  it("of patterns", () => {
    const check = emittedItemCheck({
      type: "string",
      allOf: [{ pattern: "^a" }, { pattern: "b$" }],
    });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecAllOf1Pattern = /^a/u;

      const sampleSpecAllOf2Pattern = /b$/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" ||
            !sampleSpecAllOf1Pattern.test(item as string) ||
            !sampleSpecAllOf2Pattern.test(item as string)
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
            allOf: [
              { pattern: "^a", matcher: sampleSpecAllOf1Pattern },
              { pattern: "b$", matcher: sampleSpecAllOf2Pattern },
            ],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("a")).toBe(
      [
        "spec[0]: Invalid value: \"a\": spec[0] in body should match 'b$'",
        '<nil>: Invalid value: "": "spec[0]" must validate all the schemas (allOf)',
      ].join("\n"),
    );
  });

  it("of required fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      allOf: [{ required: ["a"] }, { required: ["b"] }],
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
            case "b":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (!hasKey(value, "a", absent)) return false;
        if (!hasKey(value, "b", absent)) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: stringShape, b: stringShape },
          allOf: [{ required: ["a"] }, { required: ["b"] }],
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x", b: "y" })).toBe("valid");
    expect(check.verdict({ a: "x" })).toBe(
      [
        "spec.b: Required value",
        '<nil>: Invalid value: "": "spec" must validate all the schemas (allOf)',
      ].join("\n"),
    );
  });
});

describe("anyOf", () => {
  it("of bounds", () => {
    const check = emittedItemCheck({ type: "integer", anyOf: [{ maximum: 1 }, { minimum: 5 }] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item) || !((item as number) <= 1 || (item as number) >= 5)) {
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
            type: "integer",
            anyOf: [
              { maximum: 1, bounds: checkBounds },
              { minimum: 5, bounds: checkBounds },
            ],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(5)).toBe("valid");
    expect(check.verdict(3)).toBe(
      [
        '<nil>: Invalid value: "": "spec[0]" must validate at least one schema (anyOf)',
        "spec[0]: Invalid value: 3: spec[0] in body should be less than or equal to 1",
      ].join("\n"),
    );
  });

  it("of formats", () => {
    const check = emittedItemCheck({
      type: "string",
      anyOf: [{ format: "ipv4" }, { format: "ipv6" }],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" ||
            !(isIpv4(item as string) || isIpv6(item as string))
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
            anyOf: [
              { format: "ipv4", hasFormat: isIpv4 },
              { format: "ipv6", hasFormat: isIpv6 },
            ],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("::1")).toBe("valid");
    expect(check.verdict("x")).toBe(
      [
        '<nil>: Invalid value: "": "spec[0]" must validate at least one schema (anyOf)',
        'spec[0]: Invalid value: "x": spec[0] in body must be of type ipv4: "x"',
      ].join("\n"),
    );
  });

  it("of required fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
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
            case "b":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (!(hasKey(value, "a", absent) || hasKey(value, "b", absent))) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: stringShape, b: stringShape },
          anyOf: [{ required: ["a"] }, { required: ["b"] }],
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe(
      [
        '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
        "spec.a: Required value",
      ].join("\n"),
    );
  });

  it("of items", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "string" },
      anyOf: [{ items: { enum: ["a"] } }, { maxItems: 1 }],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        if (!(
          isValid(sampleSpecListAnyOf1Shape, value) ||
          (value as readonly unknown[]).length <= 1
        )) {
          return false;
        }
        return true;
      }

      const sampleSpecListAnyOf1Shape: ValueSchema = { items: { enum: ["a"] } };

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", is: isString },
          anyOf: [sampleSpecListAnyOf1Shape, { maxItems: 1 }],
          junctors: checkJunctors,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(["a", "a"])).toBe("valid");
    expect(check.verdict(["a", "b"])).toBe(
      [
        '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
        'spec[1]: Unsupported value: "b": supported values: "a"',
      ].join("\n"),
    );
  });
});

describe("oneOf", () => {
  it("of bounds", () => {
    const check = emittedItemCheck({ type: "integer", oneOf: [{ minimum: 1 }, { maximum: 5 }] });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            !isInteger(item) ||
            Number((item as number) >= 1) + Number((item as number) <= 5) !== 1
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
            type: "integer",
            oneOf: [
              { minimum: 1, bounds: checkBounds },
              { maximum: 5, bounds: checkBounds },
            ],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(0)).toBe("valid");
    expect(check.verdict(6)).toBe("valid");
    expect(check.verdict(3)).toBe(
      '<nil>: Invalid value: "": "spec[0]" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    );
  });

  it("of required fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      oneOf: [{ required: ["a"] }, { required: ["b"] }],
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
            case "b":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (
          Number(hasKey(value, "a", absent)) + Number(hasKey(value, "b", absent)) !==
          1
        ) {
          return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: stringShape, b: stringShape },
          oneOf: [{ required: ["a"] }, { required: ["b"] }],
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({})).toBe(
      [
        '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
        "spec.a: Required value",
      ].join("\n"),
    );
    expect(check.verdict({ a: "x", b: "y" })).toBe(
      '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found 2 valid alternatives',
    );
  });

  it("of a discriminated union", () => {
    const check = emittedCheck({
      type: "object",
      properties: { type: { type: "string" }, a: { type: "string" } },
      oneOf: [
        { properties: { type: { enum: ["A"] } }, required: ["a"] },
        { properties: { type: { enum: ["B"] } } },
      ],
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
            case "type":
            case "a":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (
          Number(
            hasKey(value, "a", absent) &&
              (!hasKey(value, "type", absent) || (value["type"] as string) === "A"),
          ) +
            Number(
              !hasKey(value, "type", absent) || (value["type"] as string) === "B",
            ) !==
          1
        ) {
          return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { type: stringShape, a: stringShape },
          oneOf: [
            { required: ["a"], fields: { type: { enum: ["A"] } } },
            { fields: { type: { enum: ["B"] } } },
          ],
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ type: "A", a: "x" })).toBe("valid");
    expect(check.verdict({ type: "B" })).toBe("valid");
    expect(check.verdict({ type: "A" })).toBe(
      [
        '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
        "spec.a: Required value",
      ].join("\n"),
    );
  });
});

describe("not", () => {
  it("of an enum", () => {
    const check = emittedItemCheck({ type: "string", not: { enum: ["a"] } });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || (item as string) === "a") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", not: { enum: ["a"] }, junctors: checkJunctors },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("b")).toBe("valid");
    expect(check.verdict("a")).toBe(
      '<nil>: Invalid value: "": "spec[0]" must not validate the schema (not)',
    );
  });

  it("of a pattern", () => {
    const check = emittedItemCheck({ type: "string", not: { pattern: "^a" } });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecNotPattern = /^a/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || sampleSpecNotPattern.test(item as string)) {
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
            not: { pattern: "^a", matcher: sampleSpecNotPattern },
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("b")).toBe("valid");
    expect(check.verdict("ab")).toBe(
      '<nil>: Invalid value: "": "spec[0]" must not validate the schema (not)',
    );
  });

  it("of required fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      not: { required: ["a", "b"] },
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
            case "b":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (hasKey(value, "a", absent) && hasKey(value, "b", absent)) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: stringShape, b: stringShape },
          not: { required: ["a", "b"] },
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({ a: "x", b: "y" })).toBe(
      '<nil>: Invalid value: "": "spec" must not validate the schema (not)',
    );
  });

  it("in anyOf", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ not: { required: ["a"] } }, { required: ["b"] }],
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
            case "b":
              if (typeof member !== "string") break;
              continue;
            default:
              continue;
          }
          if (!wrong?.add(key)) return false;
          valid = false;
        }
        if (!valid) return false;
        if (!(!hasKey(value, "a", absent) || hasKey(value, "b", absent))) {
          return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const stringShape: ValueSchema = { type: "string", is: isString };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: stringShape, b: stringShape },
          anyOf: [
            { not: { required: ["a"] }, junctors: checkJunctors },
            { required: ["b"] },
          ],
          junctors: checkJunctors,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({})).toBe("valid");
    expect(check.verdict({ a: "x", b: "y" })).toBe("valid");
    expect(check.verdict({ a: "x" })).toBe(
      [
        '<nil>: Invalid value: "": "spec" must validate at least one schema (anyOf)',
        '<nil>: Invalid value: "": "spec" must not validate the schema (not)',
      ].join("\n"),
    );
  });
});
