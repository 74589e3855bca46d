import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedItemCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("length", () => {
  it("minLength of 1", () => {
    const check = emittedItemCheck({ type: "string", minLength: 1 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || item === "") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", minLength: 1 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict("")).toBe(
      'spec[0]: Invalid value: "": spec[0] in body should be at least 1 chars long',
    );
  });

  it("minLength", () => {
    const check = emittedItemCheck({ type: "string", minLength: 2 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || (item.length < 4 && codePoints(item) < 2)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", minLength: 2 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("🦄")).toBe(
      'spec[0]: Invalid value: "🦄": spec[0] in body should be at least 2 chars long',
    );
  });

  it("maxLength", () => {
    const check = emittedItemCheck({ type: "string", maxLength: 2 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || (item.length > 2 && codePoints(item) > 2)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", maxLength: 2 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("🦄🦄")).toBe("valid");
    expect(check.verdict("abc")).toBe("spec[0]: Too long: may not be more than 2 bytes");
  });

  it("maxLength of 0", () => {
    const check = emittedItemCheck({ type: "string", maxLength: 0 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || (item.length > 0 && codePoints(item) > 0)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", maxLength: 0 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("")).toBe("valid");
    expect(check.verdict("a")).toBe("spec[0]: Too long: may not be more than 0 bytes");
  });

  it("both", () => {
    const check = emittedItemCheck({ type: "string", minLength: 2, maxLength: 3 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" ||
            (item.length > 3 && codePoints(item) > 3) ||
            (item.length < 4 && codePoints(item) < 2)
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
          items: { type: "string", minLength: 2, maxLength: 3 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec[0]: Invalid value: "a": spec[0] in body should be at least 2 chars long',
    );
    expect(check.verdict("abcd")).toBe("spec[0]: Too long: may not be more than 3 bytes");
  });

  it("a single length", () => {
    const check = emittedItemCheck({ type: "string", minLength: 2, maxLength: 2 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" ||
            (item.length > 2 && codePoints(item) > 2) ||
            (item.length < 4 && codePoints(item) < 2)
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
          items: { type: "string", minLength: 2, maxLength: 2 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec[0]: Invalid value: "a": spec[0] in body should be at least 2 chars long',
    );
    expect(check.verdict("abc")).toBe("spec[0]: Too long: may not be more than 2 bytes");
  });
});

describe("pattern", () => {
  it("that JavaScript reads alike", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^[a-z]+$" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^[a-z]+$/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", pattern: "^[a-z]+$", matcher: sampleSpecPattern },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("A")).toBe(
      "spec[0]: Invalid value: \"A\": spec[0] in body should match '^[a-z]+$'",
    );
  });

  it("with classes of RE2", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^\\d+\\s?[[:alpha:]]$" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^\\d+[\\t\\n\\f\\r ]?[A-Za-z]$/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "string",
            pattern: "^\\\\d+\\\\s?[[:alpha:]]$",
            matcher: sampleSpecPattern,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("1 a")).toBe("valid");
    expect(check.verdict("1")).toBe(
      "spec[0]: Invalid value: \"1\": spec[0] in body should match '^\\d+\\s?[[:alpha:]]$'",
    );
  });

  it("that ignores case", () => {
    const check = emittedItemCheck({ type: "string", pattern: "(?i)^ab$" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^ab$/iu;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", pattern: "(?i)^ab$", matcher: sampleSpecPattern },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("AB")).toBe("valid");
    expect(check.verdict("B")).toBe(
      "spec[0]: Invalid value: \"B\": spec[0] in body should match '(?i)^ab$'",
    );
  });

  it("that matches everything", () => {
    const check = emittedItemCheck({ type: "string", pattern: ".*" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string" },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("that is a prefix", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^ab" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^ab/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", pattern: "^ab", matcher: sampleSpecPattern },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("abc")).toBe("valid");
    expect(check.verdict("b")).toBe(
      "spec[0]: Invalid value: \"b\": spec[0] in body should match '^ab'",
    );
  });

  it("with what JavaScript does not have", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^[[:^digit:]]\\z" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^[^0-9]$/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: {
            type: "string",
            pattern: "^[[:^digit:]]\\\\z",
            matcher: sampleSpecPattern,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a")).toBe("valid");
    expect(check.verdict("1")).toBe(
      "spec[0]: Invalid value: \"1\": spec[0] in body should match '^[[:^digit:]]\\z'",
    );
  });

  it("that backtracks", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^(a+)+$" });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /* @__PURE__ */ re2Matcher("^(a+)+$");

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" || !sampleSpecPattern.test(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", pattern: "^(a+)+$", matcher: sampleSpecPattern },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("aa")).toBe("valid");
    expect(check.verdict("b")).toBe(
      "spec[0]: Invalid value: \"b\": spec[0] in body should match '^(a+)+$'",
    );
  });

  it("with a length", () => {
    const check = emittedItemCheck({ type: "string", pattern: "^a", minLength: 1, maxLength: 5 });
    expect(check.text).toMatchInlineSnapshot(`
      const sampleSpecPattern = /^a/u;

      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item !== "string" ||
            (item.length > 5 && codePoints(item) > 5) ||
            item === "" ||
            !sampleSpecPattern.test(item)
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
            pattern: "^a",
            matcher: sampleSpecPattern,
            minLength: 1,
            maxLength: 5,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("ab")).toBe("valid");
    expect(check.verdict("b")).toBe(
      "spec[0]: Invalid value: \"b\": spec[0] in body should match '^a'",
    );
  });
});

describe("format", () => {
  it("date-time", () => {
    const check = emittedItemCheck({ type: "string", format: "date-time" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isDateTime(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "date-time", hasFormat: isDateTime },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("2024-01-02T03:04:05Z")).toBe("valid");
    expect(check.verdict("x")).toBe(
      'spec[0]: Invalid value: "x": spec[0] in body must be of type date-time: "x"',
    );
  });

  it("date", () => {
    const check = emittedItemCheck({ type: "string", format: "date" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isDate(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "date", hasFormat: isDate },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("2024-01-02")).toBe("valid");
    expect(check.verdict("2024-02-30")).toBe(
      'spec[0]: Invalid value: "2024-02-30": spec[0] in body must be of type date: "2024-02-30"',
    );
  });

  it("duration", () => {
    const check = emittedItemCheck({ type: "string", format: "duration" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isDuration(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "duration", hasFormat: isDuration },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("1h")).toBe("valid");
    expect(check.verdict("1x")).toBe(
      'spec[0]: Invalid value: "1x": spec[0] in body must be of type duration: "1x"',
    );
  });

  it("byte", () => {
    const check = emittedItemCheck({ type: "string", format: "byte" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isByte(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "byte", hasFormat: isByte },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("YQ==")).toBe("valid");
    expect(check.verdict("?")).toBe(
      'spec[0]: Invalid value: "?": spec[0] in body must be of type byte: "?"',
    );
  });

  it("uuid", () => {
    const check = emittedItemCheck({ type: "string", format: "uuid" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isUuid(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "uuid", hasFormat: isUuid },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("123e4567-e89b-12d3-a456-426614174000")).toBe("valid");
    expect(check.verdict("1")).toBe(
      'spec[0]: Invalid value: "1": spec[0] in body must be of type uuid: "1"',
    );
  });

  it("ipv4", () => {
    const check = emittedItemCheck({ type: "string", format: "ipv4" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isIpv4(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "ipv4", hasFormat: isIpv4 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("10.0.0.1")).toBe("valid");
    expect(check.verdict("::1")).toBe(
      'spec[0]: Invalid value: "::1": spec[0] in body must be of type ipv4: "::1"',
    );
  });

  it("ipv6", () => {
    const check = emittedItemCheck({ type: "string", format: "ipv6" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isIpv6(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "ipv6", hasFormat: isIpv6 },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("::1")).toBe("valid");
    expect(check.verdict("10.0.0.1")).toBe(
      'spec[0]: Invalid value: "10.0.0.1": spec[0] in body must be of type ipv6: "10.0.0.1"',
    );
  });

  it("cidr", () => {
    const check = emittedItemCheck({ type: "string", format: "cidr" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isCidr(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "cidr", hasFormat: isCidr },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("10.0.0.0/8")).toBe("valid");
    expect(check.verdict("10.0.0.0")).toBe(
      'spec[0]: Invalid value: "10.0.0.0": spec[0] in body must be of type cidr: "10.0.0.0"',
    );
  });

  it("mac", () => {
    const check = emittedItemCheck({ type: "string", format: "mac" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isMac(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "mac", hasFormat: isMac },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("01:23:45:67:89:ab")).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec[0]: Invalid value: "a": spec[0] in body must be of type mac: "a"',
    );
  });

  it("uri", () => {
    const check = emittedItemCheck({ type: "string", format: "uri" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isUri(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "uri", hasFormat: isUri },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("https://a.b/c")).toBe("valid");
    expect(check.verdict("a b")).toBe(
      'spec[0]: Invalid value: "a b": spec[0] in body must be of type uri: "a b"',
    );
  });

  it("email", () => {
    const check = emittedItemCheck({ type: "string", format: "email" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isEmail(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "email", hasFormat: isEmail },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("a@b.c")).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec[0]: Invalid value: "a": spec[0] in body must be of type email: "a"',
    );
  });

  it("hostname", () => {
    const check = emittedItemCheck({ type: "string", format: "hostname" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item === "string" ? !isHostname(item) : !Array.isArray(item)) {
            return false;
          }
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "hostname", hasFormat: isHostname },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("example.com")).toBe("valid");
    expect(check.verdict("a b")).toBe(
      'spec[0]: Invalid value: "a b": spec[0] in body must be of type hostname: "a b"',
    );
  });

  it("bsonobjectid", () => {
    const check = emittedItemCheck({ type: "string", format: "bsonobjectid" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item === "string" ? !isBsonObjectId(item) : !Array.isArray(item)
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
            format: "bsonobjectid",
            hasFormat: isBsonObjectId,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("507f1f77bcf86cd799439011")).toBe("valid");
    expect(check.verdict("5")).toBe(
      'spec[0]: Invalid value: "5": spec[0] in body must be of type bsonobjectid: "5"',
    );
  });

  it("k8s-short-name", () => {
    const check = emittedItemCheck({ type: "string", format: "k8s-short-name" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (
            typeof item === "string" ? !isK8sShortName(item) : !Array.isArray(item)
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
            format: "k8s-short-name",
            hasFormat: isK8sShortName,
          },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("abc")).toBe("valid");
    expect(check.verdict("A")).toBe(
      'spec[0]: Invalid value: "A": spec[0] in body must be of type k8s-short-name: "A"',
    );
  });

  it("that no server knows", () => {
    const check = emittedItemCheck({ type: "string", format: "colour" });
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
    expect(check.verdict("x")).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("password, which says nothing", () => {
    const check = emittedItemCheck({ type: "string", format: "password" });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string" && !Array.isArray(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", format: "password" },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict("x")).toBe("valid");
    expect(check.verdict(1)).toBe(
      'spec[0]: Invalid value: "int64": spec[0] in body must be of type password: "int64"',
    );
  });
});
