import type { Expr, Imported, TypeNode } from "../../emit/code.js";
import { expr, stmt, tsType } from "../../emit/code.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { EmitContext } from "../backend.js";

/** The helpers that the arbitraries of a file share; each is written where something names it. */
export interface FileHelpers {
  /** Objects of fields, without those that are undefined. */
  readonly object: Expr;
  /** A field that is not always there: `optional(value, absent, present)`. */
  readonly optional: Expr;
  /** A field that is never there. */
  readonly absent: Expr;
  /** Short names of lower-case letters, digits and dashes. */
  readonly names: Expr;
  /** Labels or annotations. */
  readonly labels: Expr;
  /** Any JSON value but null. */
  readonly json: Expr;
  /** Texts, another one in place of those of other lengths: `fitting(texts, min, max, instead)`. */
  readonly fitting: Expr;
  /** Multiples of a number: `multiples(counts, step)`. */
  readonly multiples: Expr;
  readonly dateTimes: Expr;
  readonly dates: Expr;
  readonly durations: Expr;
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
  const unknowns = tsType`${fc}.Arbitrary<unknown>`;
  return {
    object: file.addPrivate({
      kind: "function",
      name: "object",
      exported: false,
      doc: [],
      parameters: [{ name: "fields", type: tsType`Record<string, ${unknowns}>` }],
      returns: unknowns,
      body: stmt`const made = ${fc}.record(fields, { noNullPrototype: true });
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
        { name: "absent", type: tsType`number` },
        { name: "present", type: tsType`number` },
      ],
      returns: unknowns,
      body: stmt`return ${fc}.oneof(
  { withCrossShrink: true },
  { arbitrary: ${fc}.constant(undefined), weight: absent },
  { arbitrary: value, weight: present },
);`,
    }),
    absent: addConstant(file, {
      name: "absent",
      text: "A field that is not there.",
      type: unknowns,
      value: expr`${fc}.constant(undefined)`,
    }),
    json: addConstant(file, {
      name: "json",
      text: "Values of which nothing is known.",
      type: unknowns,
      value: expr`${fc}.oneof(${fc}.string(), ${fc}.integer(), ${fc}.boolean(), ${fc}.constant({}))`,
    }),
  };
}

function addTexts(file: GeneratedFile, fc: Imported): Omit<FileHelpers, keyof Fields> {
  const texts = tsType`${fc}.Arbitrary<string>`;
  const numbers = tsType`${fc}.Arbitrary<number>`;
  const number = tsType`number`;
  const times = addConstant(file, {
    name: "times",
    text: "",
    type: tsType`${fc}.Arbitrary<Date>`,
    value: expr`${fc}.date({ min: new Date(0), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })`,
  });
  const addText = (name: string, text: string, value: Expr): Expr =>
    addConstant(file, { name, text, type: texts, value });
  const names = addText(
    "names",
    "Names as Kubernetes has them almost everywhere.",
    expr`${fc}.stringMatching(/^[a-z]([-a-z0-9]{0,14}[a-z0-9])?$/)`,
  );
  return {
    names,
    labels: addConstant(file, {
      name: "labels",
      text: "",
      type: tsType`${fc}.Arbitrary<unknown>`,
      value: expr`${fc}.dictionary(${names}, ${names}, { maxKeys: 3, noNullPrototype: true })`,
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
        { name: "instead", type: tsType`string` },
      ],
      returns: texts,
      body: stmt`return texts.map((text) => {
  const fits = text.length >= min && text.length <= max;
  return fits ? text : instead;
});`,
    }),
    multiples: file.addPrivate({
      kind: "function",
      name: "multiples",
      exported: false,
      doc: [],
      parameters: [
        { name: "counts", type: numbers },
        { name: "step", type: number },
      ],
      returns: numbers,
      body: stmt`return counts.map((count) => count * step);`,
    }),
    dateTimes: addText("dateTimes", "", expr`${times}.map((time) => time.toISOString())`),
    dates: addText("dates", "", expr`${times}.map((time) => time.toISOString().slice(0, 10))`),
    durations: addText("durations", "", expr`${fc}.nat(86400).map((seconds) => seconds + "s")`),
  };
}

interface Constant {
  readonly name: string;
  /** The text of its comment; none if empty. */
  readonly text: string;
  readonly type: TypeNode;
  readonly value: Expr;
}

function addConstant(file: GeneratedFile, { name, text, type, value }: Constant): Expr {
  const doc = jsDoc({ text });
  return file.addPrivate({ kind: "const", name, exported: false, doc, type, value });
}
