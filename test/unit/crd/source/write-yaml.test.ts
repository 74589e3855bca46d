import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import { writeYaml } from "../../../../src/crd/source/write-yaml.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";

async function read(text: string): Promise<unknown> {
  const diagnostics = new Diagnostics();
  const documents = await readDocuments({ path: "a.yaml", text }, diagnostics);
  expect(diagnostics.list).toEqual([]);
  return documents[0]?.value;
}

describe("writeYaml", () => {
  it("writes as kubectl does", () => {
    const value: Json = {
      apiVersion: "example.com/v1",
      metadata: { name: "a", labels: {}, annotations: { "a/b": "true" } },
      spec: {
        env: [{ name: "A", value: "* * *" }, "plain", ["nested", 1], []],
        script: "#!/bin/sh\n\necho 1\n",
        text: "a\n  b",
        version: "1.0",
        on: true,
        big: 9007199254740993n,
        float: 1.5,
        nothing: null,
      },
    };
    expect(writeYaml(value)).toBe(`apiVersion: example.com/v1
metadata:
  name: a
  labels: {}
  annotations:
    a/b: "true"
spec:
  env:
  - name: A
    value: "* * *"
  - plain
  - - nested
    - 1
  - []
  script: |
    #!/bin/sh

    echo 1
  text: |-
    a
      b
  version: "1.0"
  "on": true
  big: 9007199254740993
  float: 1.5
  nothing: null
`);
  });

  it("writes keys that are too long to stand alone", async () => {
    const key = "k".repeat(1100);
    const value: Json = { a: { [key]: [{ [key]: { [key]: 1 } }, { b: 2 }] }, [key]: "x" };
    const text = writeYaml(value);
    expect(await read(text)).toEqual(value);
    expect(parse(text)).toEqual(value);
  });

  it("is read as the same value, whatever it is", async () => {
    const words = fc.constantFrom(
      "", "~", "yes", "No", "null", "0x1F", "0o7", "1_000", "1e3", ".5", "1.0", "12:30:45", "2001-01-01", "- a", "-", "---", "a: b", "a:", "a #b",
      "#", "<<", "=", "&a", "*a", "!t", "%", "@", "`", "a\n", "\na", "a\n\n", " a\nb", "a\n b\n", "a \nb", "\t", "a\tb\nc", "'", '"', "{", "[]", "\u0085", "\u2028", "\uFEFF", "\u00e9", "😀", "|", ">", "?", "? a", "+.inf", ".nan", "é: ü", "...", "a\r\nb",
    ); // prettier-ignore
    const text = fc.oneof(words, fc.string({ unit: "binary" }), fc.string());
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true })
          .filter((value) => !Object.is(value, -0) && !Number.isInteger(value)),
        fc.boolean(),
        fc.constant(null),
        fc.bigInt({ min: 2n ** 53n + 1n, max: 2n ** 63n - 1n }),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(text, tie("tree"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        const written = writeYaml({ value });
        expect(await read(written), written).toEqual({ value });
        expect(parse(written, { intAsBigInt: true }), written).toEqual({
          value: withBigInts(value),
        });
      }),
      { numRuns: 500 },
    );
  });
});

/** As the other reader gives integers. */
function withBigInts(value: Json): unknown {
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(withBigInts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withBigInts(child)]));
}
