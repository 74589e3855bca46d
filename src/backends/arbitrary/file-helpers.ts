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
  /** Any JSON value but null. */
  readonly json: Code;
}

/** Adds the helpers to a file. They come first, as constants are made of them. */
export function addFileHelpers(
  file: GeneratedFile,
  fc: Imported,
  context: EmitContext,
): FileHelpers {
  const unknowns = code`${fc}.Arbitrary<unknown>`;
  const constant = (name: string, value: Code, text: string): Code =>
    file.addPrivate({
      kind: "const",
      name,
      exported: false,
      doc: jsDoc({ text }),
      type: name === "names" ? code`${fc}.Arbitrary<string>` : unknowns,
      value,
    });
  const made = code`${fc}.record(fields, { noNullPrototype: true })`;
  const weighed = code`{ arbitrary: ${fc}.constant(undefined), weight: absent }`;
  return {
    object: file.addPrivate({
      kind: "function",
      name: "object",
      exported: false,
      doc: empty,
      parameters: [{ name: "fields", type: code`Record<string, ${unknowns}>` }],
      returns: unknowns,
      body: code`return ${made}.map(${context.runtime("presentFields")});`,
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
  ${weighed},
  { arbitrary: value, weight: present },
);`,
    }),
    absent: constant("absent", code`${fc}.constant(undefined)`, "A field that is not there."),
    names: constant(
      "names",
      code`${fc}.stringMatching(/^[a-z]([-a-z0-9]{0,14}[a-z0-9])?$/)`,
      "Names as Kubernetes has them almost everywhere.",
    ),
    json: constant(
      "json",
      code`${fc}.jsonValue({ maxDepth: 1 }).map((value) => value ?? {})`,
      "Values of which nothing is known.",
    ),
  };
}
