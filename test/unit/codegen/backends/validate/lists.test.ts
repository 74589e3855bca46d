import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

describe("items", () => {
  it("of strings", () => {
    const check = emittedCheck({ type: "array", items: { type: "string" } });
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
    expect(check.verdict(["a"])).toBe("valid");
    expect(check.verdict([1])).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });

  it("of anything", () => {
    const check = emittedCheck({
      type: "array",
      items: { "x-kubernetes-preserve-unknown-fields": true },
    });
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
    expect(check.verdict([1, {}])).toBe("valid");
    expect(check.verdict("a")).toBe(
      'spec: Invalid value: "string": spec in body must be of type array: "string"',
    );
  });

  it("of objects", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
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
        return {
          type: "object",
          fields: { spec: { type: "array", items: sampleSpecShape } },
        };
      }
    `);
    expect(check.verdict([{ a: "x" }])).toBe("valid");
    expect(check.verdict([{}])).toBe("spec[0].a: Required value");
  });

  it("of lists", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "array", items: { type: "integer" }, maxItems: 1 },
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value) || value.length > 1) return false;
        for (const item of value) {
          if (!isInteger(item)) return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          maxItems: 1,
          items: { type: "integer", is: isInteger },
          is: isValidSampleSpecList,
        };
        return {
          type: "object",
          fields: { spec: { type: "array", items: sampleSpecListShape } },
        };
      }
    `);
    expect(check.verdict([[1]])).toBe("valid");
    expect(check.verdict([[1, 2]])).toBe("spec[0]: Too many: 2: must have at most 1 item");
  });
});

describe("length", () => {
  it("minItems", () => {
    const check = emittedCheck({ type: "array", items: { type: "string" }, minItems: 1 });
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
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(["a"])).toBe("valid");
    expect(check.verdict([])).toBe(
      "spec: Invalid value: 0: spec in body should have at least 1 items",
    );
  });

  it("maxItems", () => {
    const check = emittedCheck({ type: "array", items: { type: "string" }, maxItems: 1 });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value) || value.length > 1) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          maxItems: 1,
          items: { type: "string", is: isString },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(["a"])).toBe("valid");
    expect(check.verdict(["a", "b"])).toBe("spec: Too many: 2: must have at most 1 item");
  });

  it("minItems and maxItems", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "string" },
      minItems: 2,
      maxItems: 2,
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value) || value.length < 2 || value.length > 2) {
          return false;
        }
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          minItems: 2,
          maxItems: 2,
          items: { type: "string", is: isString },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(["a", "b"])).toBe("valid");
    expect(check.verdict(["a"])).toBe(
      "spec: Invalid value: 1: spec in body should have at least 2 items",
    );
  });
});

describe("uniqueness", () => {
  it("uniqueItems of strings, which old CRDs may have", () => {
    const check = emittedCheck({ type: "array", items: { type: "string" }, uniqueItems: true });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value) || value.length > 1) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return true;
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          uniqueItems: true,
          items: { type: "string", is: isString },
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape } };
      }
    `);
    expect(check.verdict(["a", "b"])).toBe("valid");
    expect(check.verdict(["a", "a"])).toBe(
      'spec: Invalid value: "": spec in body shouldn\'t contain duplicates',
    );
  });

  it("a set of strings", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "set",
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (typeof item !== "string") return false;
        }
        return isSet(value);
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "string", is: isString },
          listType: "set",
          lists: true,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape }, lists: true };
      }
    `);
    expect(check.verdict(["a", "b"])).toBe("valid");
    expect(check.verdict(["a", "a"])).toBe('spec[1]: Duplicate value: "a"');
  });

  it("a set of integers", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "integer" },
      "x-kubernetes-list-type": "set",
    });
    expect(check.text).toMatchInlineSnapshot(`
      function isValidSampleSpecList(value: unknown): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isInteger(item)) return false;
        }
        return isSet(value);
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: { type: "integer", is: isInteger },
          listType: "set",
          lists: true,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape }, lists: true };
      }
    `);
    expect(check.verdict([1, 2])).toBe("valid");
    expect(check.verdict([1, 1])).toBe("spec[1]: Duplicate value: 1");
  });

  it("a set of atomic objects", () => {
    const check = emittedCheck({
      type: "array",
      items: {
        type: "object",
        properties: { a: { type: "string" } },
        "x-kubernetes-map-type": "atomic",
      },
      "x-kubernetes-list-type": "set",
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

      function isValidSampleSpecList(value: unknown, absent?: null): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isValidSampleSpec(item, absent)) return false;
        }
        return isSet(value);
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          fields: { a: { type: "string", is: isString } },
          check: isValidSampleSpec,
        };
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: sampleSpecShape,
          listType: "set",
          lists: true,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape }, lists: true };
      }
    `);
    expect(check.verdict([{ a: "x" }, { a: "y" }])).toBe("valid");
    expect(check.verdict([{ a: "x" }, { a: "x" }])).toBe('spec[1]: Duplicate value: {"a":"x"}');
  });

  it("a map by one key", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
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
            case "name":
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

      function isValidSampleSpecList(value: unknown, absent?: null): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isValidSampleSpec(item, absent)) return false;
        }
        return haveUniqueKeys(value, ["name"]);
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["name"],
          fields: { name: { type: "string", is: isString } },
          check: isValidSampleSpec,
        };
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: sampleSpecShape,
          listType: "map",
          listMapKeys: ["name"],
          lists: true,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape }, lists: true };
      }
    `);
    expect(check.verdict([{ name: "a" }, { name: "b" }])).toBe("valid");
    expect(check.verdict([{ name: "a" }, { name: "a" }])).toBe(
      'spec[1]: Duplicate value: {"name":"a"}',
    );
  });

  it("a map by two keys of which one has a default", () => {
    const check = emittedCheck({
      type: "array",
      items: {
        type: "object",
        properties: { port: { type: "integer" }, protocol: { type: "string", default: "TCP" } },
        required: ["port"],
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port", "protocol"],
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
            case "port":
              seen |= 1;
              if (!isInteger(member)) break;
              continue;
            case "protocol":
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

      function isValidSampleSpecList(value: unknown, absent?: null): boolean {
        if (!Array.isArray(value)) return false;
        for (const item of value) {
          if (!isValidSampleSpec(item, absent)) return false;
        }
        return haveUniqueKeys(value, ["port", "protocol"], { protocol: "TCP" });
      }

      /** The schema as data, by which errors are listed. */
      function sampleShape(): ValueSchema {
        const sampleSpecShape: ValueSchema = {
          type: "object",
          required: ["port"],
          fields: {
            port: { type: "integer", is: isInteger },
            protocol: { type: "string", is: isString },
          },
          defaults: { protocol: "TCP" },
          check: isValidSampleSpec,
        };
        const sampleSpecListShape: ValueSchema = {
          type: "array",
          items: sampleSpecShape,
          listType: "map",
          listMapKeys: ["port", "protocol"],
          lists: true,
          is: isValidSampleSpecList,
        };
        return { type: "object", fields: { spec: sampleSpecListShape }, lists: true };
      }
    `);
    expect(
      check.verdict([
        { port: 1, protocol: "TCP" },
        { port: 1, protocol: "UDP" },
      ]),
    ).toBe("valid");
    expect(check.verdict([{ port: 1, protocol: "TCP" }, { port: 1 }])).toBe(
      'spec[1]: Duplicate value: {"port":1,"protocol":"TCP"}',
    );
  });

  it("an atomic list", () => {
    const check = emittedCheck({
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "atomic",
    });
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
    expect(check.verdict(["a", "a"])).toBe("valid");
    expect(check.verdict([1])).toBe(
      'spec[0]: Invalid value: "integer": spec[0] in body must be of type string: "integer"',
    );
  });
});
