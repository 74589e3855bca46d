import type { Code, Imported } from "../../emit/code.js";
import { code, empty } from "../../emit/code.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { EmitContext } from "../backend.js";

/** What the arbitraries of a file have in common; each is written where something names it. */
export interface FileHelpers {
  /** Objects of fields, without those that are undefined. */
  readonly object: Code;
  /** A field that is not always there: `optional(value, absent, present)`. */
  readonly optional: Code;
  /** A field that is never there. */
  readonly absent: Code;
  /** Short names of lower-case letters, digits and dashes. */
  readonly names: Code;
  /** Labels or annotations. */
  readonly labels: Code;
  /** Any JSON value but null. */
  readonly json: Code;
  /** Texts, another one in place of those of other lengths: `fitting(texts, min, max, instead)`. */
  readonly fitting: Code;
  /** Multiples of a number: `multiples(counts, step)`. */
  readonly multiples: Code;
  readonly dateTimes: Code;
  readonly dates: Code;
  readonly durations: Code;
}

/** Adds the helpers to a file. They come first, as constants are made of them. */
export function addFileHelpers(
  file: GeneratedFile,
  fc: Imported,
  context: EmitContext,
): FileHelpers {
  return { ...addFields(file, fc, context), ...addTexts(file, fc) };
}

type Fields = Pick<FileHelpers, "object" | "optional" | "absent" | "json">;

function addFields(file: GeneratedFile, fc: Imported, context: EmitContext): Fields {
  const unknowns = code`${fc}.Arbitrary<unknown>`;
  return {
    object: file.addPrivate({
      kind: "function",
      name: "object",
      exported: false,
      doc: empty,
      parameters: [{ name: "fields", type: code`Record<string, ${unknowns}>` }],
      returns: unknowns,
      body: code`const made = ${fc}.record(fields, { noNullPrototype: true });
return made.map(${context.runtime("presentFields")});`,
    }),
    optional: file.addPrivate({
      kind: "function",
      name: "optional",
      exported: false,
      doc: jsDoc({
        text: "A field that is there or not, with these chances. Shrinking leaves it out first.",
      }),
      parameters: [
        { name: "value", type: unknowns },
        { name: "absent", type: code`number` },
        { name: "present", type: code`number` },
      ],
      returns: unknowns,
      body: code`return ${fc}.oneof(
  { withCrossShrink: true },
  { arbitrary: ${fc}.constant(undefined), weight: absent },
  { arbitrary: value, weight: present },
);`,
    }),
    absent: addConstant(file, {
      name: "absent",
      text: "A field that is not there.",
      type: unknowns,
      value: code`${fc}.constant(undefined)`,
    }),
    json: addConstant(file, {
      name: "json",
      text: "Values of which nothing is known.",
      type: unknowns,
      value: code`${fc}.oneof(${fc}.string(), ${fc}.integer(), ${fc}.boolean(), ${fc}.constant({}))`,
    }),
  };
}

function addTexts(file: GeneratedFile, fc: Imported): Omit<FileHelpers, keyof Fields> {
  const texts = code`${fc}.Arbitrary<string>`;
  const numbers = code`${fc}.Arbitrary<number>`;
  const number = code`number`;
  const times = addConstant(file, {
    name: "times",
    text: "",
    type: code`${fc}.Arbitrary<Date>`,
    value: code`${fc}.date({ min: new Date(0), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })`,
  });
  const addText = (name: string, text: string, value: Code): Code =>
    addConstant(file, { name, text, type: texts, value });
  const names = addText(
    "names",
    "Names as Kubernetes has them almost everywhere.",
    code`${fc}.stringMatching(/^[a-z]([-a-z0-9]{0,14}[a-z0-9])?$/)`,
  );
  return {
    names,
    labels: addConstant(file, {
      name: "labels",
      text: "",
      type: code`${fc}.Arbitrary<unknown>`,
      value: code`${fc}.dictionary(${names}, ${names}, { maxKeys: 3, noNullPrototype: true })`,
    }),
    fitting: file.addPrivate({
      kind: "function",
      name: "fitting",
      exported: false,
      doc: jsDoc({ text: "Texts, with another one in place of those of other lengths." }),
      parameters: [
        { name: "texts", type: texts },
        { name: "min", type: number },
        { name: "max", type: number },
        { name: "instead", type: code`string` },
      ],
      returns: texts,
      body: code`return texts.map((text) => {
  const fits = text.length >= min && text.length <= max;
  return fits ? text : instead;
});`,
    }),
    multiples: file.addPrivate({
      kind: "function",
      name: "multiples",
      exported: false,
      doc: empty,
      parameters: [
        { name: "counts", type: numbers },
        { name: "step", type: number },
      ],
      returns: numbers,
      body: code`return counts.map((count) => count * step);`,
    }),
    dateTimes: addText("dateTimes", "", code`${times}.map((time) => time.toISOString())`),
    dates: addText("dates", "", code`${times}.map((time) => time.toISOString().slice(0, 10))`),
    durations: addText("durations", "", code`${fc}.nat(86400).map((seconds) => seconds + "s")`),
  };
}

interface Constant {
  readonly name: string;
  /** What its comment says; none if empty. */
  readonly text: string;
  readonly type: Code;
  readonly value: Code;
}

function addConstant(file: GeneratedFile, { name, text, type, value }: Constant): Code {
  const doc = jsDoc({ text });
  return file.addPrivate({ kind: "const", name, exported: false, doc, type, value });
}
