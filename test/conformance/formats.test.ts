import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formatCheck, supportedFormat } from "../../src/runtime/versions/formats.js";
import { describeShared, readShared } from "../support/shared.js";

const folder = join(import.meta.dirname, "../../src/runtime/v1/values/formats");

type Check = (value: string) => boolean;
const modules = await Promise.all(
  readdirSync(folder).map((name) => import(join(folder, name)) as Promise<Record<string, Check>>),
); // every module exports such checks
const checks = Object.fromEntries(modules.flatMap((exported) => Object.entries(exported)));

/** The verdict of a 1.37 server on a string. */
function accepts(format: string, value: string): boolean {
  const name = supportedFormat("string", format, 37);
  const check = name === "" ? undefined : formatCheck(name, 37);
  return check === undefined || checks[check]?.(value) === true;
}

/** Values about which the recorder (Go 1.19) and today's servers (Go 1.26) differ. */
const newerVerdicts: ReadonlyMap<string, boolean> = new Map<string, boolean>([
  // Domain literals are read since Go 1.23.
  ["email a@[1.2.3.4]", true],
  // At most one colon in a host since Go 1.26.
  ["uri http://::1/", false],
]);

interface RecordedCase {
  readonly request: {
    readonly schema: { readonly properties: { readonly a: { readonly format: string } } };
    readonly object: { readonly a: string };
  };
  readonly expected: { readonly errors: readonly unknown[] };
}

describeShared("recorded-formats.json", () => {
  const { cases } = JSON.parse(readShared("conformance/schema/recorded-formats.json")) as {
    cases: readonly RecordedCase[];
  }; // the file's shape, see its README
  it("has every value about which newer servers differ", () => {
    const values = cases.map(({ request }) => {
      return `${request.schema.properties.a.format} ${request.object.a}`;
    });
    expect(values).toEqual(expect.arrayContaining([...newerVerdicts.keys()]));
  });

  it.each(
    cases.map(({ request, expected }) => ({
      format: request.schema.properties.a.format,
      value: request.object.a,
      valid: expected.errors.length === 0,
    })),
  )("$format: $value", ({ format, value, valid }) => {
    const newer = newerVerdicts.get(`${format} ${value}`);
    if (newer !== undefined) expect(newer).not.toBe(valid);
    expect(accepts(format, value)).toBe(newer ?? valid);
  });
});

describeShared("formats-strfmt.json", () => {
  const { sections } = JSON.parse(readShared("conformance/schema/formats-strfmt.json")) as {
    sections: { strfmt: { cases: readonly { format: string; value: string; valid: boolean }[] } };
  }; // the file's shape, see its README
  it.each(sections.strfmt.cases)("$format: $value", ({ format, value, valid }) => {
    expect(accepts(format, value)).toBe(valid);
  });
});

interface SchemaCase {
  readonly name: string;
  readonly schema: { readonly schemaProps: { readonly format: string; readonly type?: string[] } };
  readonly compatibilityVersion: string;
  readonly expectedFormats: readonly string[];
}

describeShared("formats-schema.json", () => {
  const { sections } = JSON.parse(readShared("conformance/schema/formats-schema.json")) as {
    sections: { TestGetUnrecognizedFormats: { cases: readonly SchemaCase[] } };
  }; // the file's shape; its other section tests Go's table with made-up formats
  it.each(sections.TestGetUnrecognizedFormats.cases)("$name", (vector) => {
    const { format, type = [] } = vector.schema.schemaProps;
    const isNew = Number(vector.compatibilityVersion.split(".")[1]) >= 34;
    // The rules by type are those of 1.36, with the formats of the compatibility version.
    const name = supportedFormat(type.length === 1 ? (type[0] ?? "") : "", format, 36);
    const isKnown = name !== "" && (isNew || !name.startsWith("k8s"));
    expect(isKnown || format === "" ? [] : [format]).toEqual(vector.expectedFormats);
  });
});
