import { describe, expect, it } from "vitest";
import { offsetInFile, spanInFile } from "../../../../src/crd/source/scalars/scalar-map.js";
import { readText } from "./collect.js";

/** The span and value of the entry `a` of a text's first document. */
async function scalarOf(text: string) {
  const { documents } = await readText(text);
  const [document] = documents;
  const { value } = document?.locate(["a"]) ?? {};
  const content = (document?.value as { a?: unknown }).a;
  if (value === undefined || typeof content !== "string") throw new Error("no scalar");
  return { span: value, content };
}

describe("offsets in scalars", () => {
  it.each([
    ["plain", "a: self.x > 1\n"],
    ["plain over lines", "a: self.x\n  > 1\n\n  && y\n"],
    ["single-quoted", "a: 'self.x == ''y'''\n"],
    ["single-quoted over lines", "a: 'self.x ==\n  1'\n"],
    ["double-quoted", 'a: "self.x == \\"y\\" \\u00e9"\n'],
    ["double-quoted over lines", 'a: "self.x \\\n  == 1\n  && z"\n'],
    ["literal", "a: |\n  self.x\n    == 1\n\n  && z\n"],
    ["literal with an indentation", "a: |2-\n    self.x\n  == 1\n"],
    ["folded", "a: >-\n  self.x\n  == 1\n\n    more\n  end\n"],
    ["CRLF", "a: |\r\n  self.x\r\n  == 1\r\n"],
    ["JSON", '{"a": "self.x == \\"y\\" \\/ \\ud83d\\ude00"}'],
    ["in a tagged document", "t: !!str 1\na: >\n  self.x\n  == 1\n"],
  ])("every visible character of a %s scalar is found", async (_name, text) => {
    const { span, content } = await scalarOf(text);
    for (let offset = 0; offset < content.length; offset++) {
      const at = offsetInFile(span, content, offset);
      expect(at).toBeDefined();
      const found = text.charAt(at ?? -1);
      const wanted = content.charAt(offset);
      const isEscape = found === "\\" || (found === "'" && wanted === "'");
      if (/[\w.=&>]/.test(wanted) && !isEscape) expect(found).toBe(wanted);
    }
    expect(offsetInFile(span, content, content.length)).toBeLessThanOrEqual(span.end + 2);
  });

  it("marks a stretch", async () => {
    const text = "a: >-\n  self.replica\n  <= 5\n";
    const { span, content } = await scalarOf(text);
    const found = spanInFile(span, content, 5, 12);
    expect(text.slice(found?.start, found?.end)).toBe("replica");
  });

  it("is undefined where the text is not the value's", async () => {
    const { span } = await scalarOf("a: x\n");
    expect(offsetInFile(span, "other", 0)).toBeUndefined();
    expect(offsetInFile(span, "x", 2)).toBeUndefined();
  });
});
