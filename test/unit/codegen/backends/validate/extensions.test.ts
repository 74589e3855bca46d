import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck, emittedItemCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("x-kubernetes-int-or-string", () => {
  it("alone", () => {
    const check = emittedItemCheck({ "x-kubernetes-int-or-string": true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" && !isNearInteger(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer,string" },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict(1.5)).toBe(
      'spec[0]: Invalid value: "number": spec[0] in body must be of type integer,string: "number"',
    );
  });

  it("with a pattern", () => {
    const check = emittedItemCheck({ "x-kubernetes-int-or-string": true, pattern: "^\\d+%$" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^\\d+%$/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item === "string"
              ? !sampleSpecPattern.test(item)
              : !isNearInteger(item)
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
            type: "integer,string",
            pattern: "^\\\\d+%$",
            matcher: sampleSpecPattern,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict("5%")).toBe("valid");
    expect(check.verdict("x")).toBe(
      "spec[0]: Invalid value: \"x\": spec[0] in body should match '^\\d+%$'",
    );
  });

  it("with bounds", () => {
    const check = emittedItemCheck({ "x-kubernetes-int-or-string": true, minimum: 1, maximum: 9 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" &&
            (!isInteger(item) || item < 1 || item > 9)
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
            type: "integer,string",
            minimum: 1,
            maximum: 9,
            bounds: checkBounds,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(5)).toBe("valid");
    expect(check.verdict("x")).toBe("valid");
    expect(check.verdict(10)).toBe(
      "spec[0]: Invalid value: 10: spec[0] in body should be less than or equal to 9",
    );
  });

  it("with anyOf of both types", () => {
    const check = emittedItemCheck({
      "x-kubernetes-int-or-string": true,
      anyOf: [{ type: "integer" }, { type: "string" }],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" && !isInteger(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "integer,string",
            anyOf: [{ type: "integer" }, { type: "string" }],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict("x")).toBe("valid");
    expect(check.verdict(true)).toBe(
      [
        'spec[0]: Invalid value: "boolean": spec[0] in body must be of type integer,string: "boolean"',
        '<nil>: Invalid value: "": "spec[0]" must validate at least one schema (anyOf)',
        'spec[0]: Invalid value: "boolean": spec[0] in body must be of type integer: "boolean"',
      ].join("\n"),
    );
  });

  it("with allOf of anyOf", () => {
    const check = emittedItemCheck({
      "x-kubernetes-int-or-string": true,
      allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { maxLength: 2 }],
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            (typeof item !== "string" && !isNearInteger(item)) ||
            !isValid(sampleSpecAllOf1Shape, item) ||
            !isValid(sampleSpecAllOf2Shape, item)
          ) {
            return false;
          }
        }
        return true;
      }

      const sampleSpecAllOf1Shape: ValueSchema = {
        anyOf: [{ type: "integer" }, { type: "string" }],
        junctors: checkJunctors,
      };

      const sampleSpecAllOf2Shape: ValueSchema = { maxLength: 2 };

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "integer,string",
            allOf: [sampleSpecAllOf1Shape, sampleSpecAllOf2Shape],
            junctors: checkJunctors,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(100)).toBe("valid");
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("abc")).toBe(
      [
        "spec[0]: Too long: may not be more than 2 bytes",
        '<nil>: Invalid value: "": "spec[0]" must validate all the schemas (allOf)',
      ].join("\n"),
    );
  });
});

describe("x-kubernetes-preserve-unknown-fields", () => {
  it("without a type", () => {
    const check = emittedItemCheck({ "x-kubernetes-preserve-unknown-fields": true });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: {
              type: "array",
              items: { preserveUnknownFields: true },
              is: isArray,
            },
          },
        };
      }
    `);
    expect(check.verdict(1)).toBe("valid");
    expect(check.verdict(null)).toBe("valid");
    expect(check.verdict({})).toBe("valid");
  });

  it("of an object", () => {
    const check = emittedCheck({ type: "object", "x-kubernetes-preserve-unknown-fields": true });
    expect(check.text).toMatchInlineSnapshot(`
      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        return {
          type: "object",
          fields: {
            spec: { type: "object", preserveUnknownFields: true, is: isPlainObject },
          },
        };
      }
    `);
    expect(check.verdict({ a: 1 })).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec: Invalid value: "integer": spec in body must be of type object: "integer"',
    );
  });

  it("of an object with fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" } },
      "x-kubernetes-preserve-unknown-fields": true,
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
          if (key === "a" && typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: { type: "string", is: isString } },
          preserveUnknownFields: true,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x", b: 1 })).toBe("valid");
    expect(check.verdict({ a: 1 })).toBe(
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
    );
  });
});

describe("x-kubernetes-embedded-resource", () => {
  it("with unknown fields", () => {
    const check = emittedCheck({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpec(value: unknown): boolean {
        if (!isPlainObject(value)) return false;
        if (!isEmbeddedResource(value)) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          embeddedResource: true,
          preserveUnknownFields: true,
          is: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" } })).toBe("valid");
    expect(check.verdict({ kind: "Pod" })).toBe("spec.apiVersion: Required value");
    expect(check.verdict({ apiVersion: "v1", kind: "Pod", metadata: { name: "a/b" } })).toBe(
      `spec.metadata.name: Invalid value: "a/b": may not contain '/'`,
    );
  });

  it("with fields", () => {
    const check = emittedCheck({
      type: "object",
      properties: { spec: { type: "object", properties: { a: { type: "string" } } } },
      "x-kubernetes-embedded-resource": true,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecSpec(
        value: unknown,
        absent?: null,
        wrong?: WrongMembers,
      ): boolean {
        if (!isPlainObject(value)) return false;
        let valid = true;
        for (const key in value) {
          const member = value[key];
          if (member === undefined || member === absent) continue;
          if (key === "a" && typeof member !== "string") {
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
          if (key === "spec" && !isValidSampleSpecSpec(member, absent)) {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        if (!valid) return false;
        if (!isEmbeddedResource(value)) return false;
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecSpecShape: ValueSchema = {
          type: "object",
          fields: { a: { type: "string", is: isString } },
          check: isValidSampleSpecSpec,
        };
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { spec: sampleSpecSpecShape },
          embeddedResource: true,
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ apiVersion: "v1", kind: "Pod", spec: { a: "x" } })).toBe("valid");
    expect(check.verdict({ apiVersion: "v1", kind: "Pod", spec: { a: 1 } })).toMatchInlineSnapshot(
      `spec.spec.a: Invalid value: "integer": spec.spec.a in body must be of type string: "integer"`,
    );
  });
});

describe("x-kubernetes-map-type", () => {
  it("atomic changes no verdict", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string" } },
      "x-kubernetes-map-type": "atomic",
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
          if (key === "a" && typeof member !== "string") {
            if (!wrong?.add(key)) return false;
            valid = false;
          }
        }
        return valid;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: { type: "string", is: isString } },
          check: isValidSampleSpec,
        };
        return { type: "object", fields: { spec: sampleSpecShape } };
      }
    `);
    expect(check.verdict({ a: "x" })).toBe("valid");
    expect(check.verdict({ a: 1 })).toBe(
      'spec.a: Invalid value: "integer": spec.a in body must be of type string: "integer"',
    );
  });
});
