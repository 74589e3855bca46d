import { makeExample } from "../../../crd/example/example.js";
import { faultsOf } from "../../../crd/example/failing-rules.js";
import type { ExampleJudge } from "../../../crd/example/judge.js";
import { createCreationJudge } from "../../../crd/example/judge.js";
import { Choices } from "../../../crd/values/choices.js";
import { ValueCheck } from "../../../crd/values/value-check.js";
import { ValueMaker } from "../../../crd/values/value-maker.js";
import type { Admission } from "../../../runtime/v1/admission/admission.js";
import * as runtime from "../../../runtime/v1/internal.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Expr, Imported, TypeNode } from "../../emit/code.js";
import { expr, stmt, tsType } from "../../emit/code.js";
import type { Declaration } from "../../emit/declaration.js";
import { evaluateFiles } from "../../emit/evaluate.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";
import { objectCode } from "../../emit/object-code.js";
import type { Backend, EmitContext, Unit } from "../backend.js";
import { jsonLiteral } from "../json-literal.js";
import type { FileHelpers } from "./file-helpers.js";
import { addFileHelpers } from "./file-helpers.js";
import { SchemaWriter } from "./schema-writer.js";
import { usualFields } from "./usual-fields.js";

/**
 * Writes `arbitrary.ts`: an arbitrary of fast-check whose objects the API server accepts. What is
 * made field by field is right in most cases; where it is not, as much of it as possible goes into
 * an object that was found while generating. Where none was found, there is no file, but a warning.
 */
export const arbitraryBackend: Backend = {
  name: "arbitrary",
  needs: ["types", "admit"],
  evaluates: true,
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const { resource, version, kubernetes } = unit;
    const judge = createUnitJudge(unit, context);
    const options = { full: false, seed: 0, fixed: [] };
    const example = makeExample(resource, version, judge, kubernetes, options);
    const { kind } = resource.names;
    for (const { fault, path } of faultsOf(example, version)) {
      const place = { document: resource.document, path, part: "value" } as const;
      context.diagnostics.report("object/no-arbitrary", place, { kind, fault });
    }
    if (example.errors.length > 0) return;
    writeFile(unit, context, { object: example.object, judge });
  },
};

/** An object that was found, and who accepted it. */
interface Known {
  readonly object: JsonObject;
  readonly judge: ExampleJudge;
}

function writeFile(unit: Unit, context: EmitContext, known: Known): void {
  const file = context.file("arbitrary");
  const fc = context.packageNamespace("fast-check", "fc");
  const helpers = addFileHelpers(file, fc, context);
  const values = rootCode(unit, context, file, fc, helpers, known);
  const constant = file.addPrivate({
    kind: "const",
    name: `${unit.names.value}Known`,
    exported: false,
    doc: jsDoc({ text: "An object that the API server accepts." }),
    type: tsType`object`,
    value: jsonLiteral(known.object, (name) => context.runtime(name)),
  });
  file.add(
    arbitraryFunction(unit, context, fc, values, constant),
    exampleFunction(unit, context, fc),
  );
}

function rootCode(
  unit: Unit,
  context: EmitContext,
  file: GeneratedFile,
  fc: Imported,
  helpers: FileHelpers,
  known: Known,
): Expr {
  const { resource, version, names } = unit;
  const given = new Map<string, Expr>([
    ["apiVersion", expr`${fc}.constant(${`${resource.group}/${version.name}`})`],
    ["kind", expr`${fc}.constant(${resource.names.kind})`],
    ["metadata", metadataCode(unit, fc, helpers, known)],
  ]);
  if (version.schema === undefined) {
    const members = [...given].map(([key, value]) => ({ key, value }));
    return expr`${helpers.object}(${objectCode(members)})`;
  }
  const values = new ValueMaker(new ValueCheck(unit.kubernetes), new Choices(0));
  const usual = usualFields(known.object, version.schema);
  const writer = new SchemaWriter(names, context, file, fc, helpers, values, usual);
  // The server ignores the status of a new object where it has an endpoint of its own.
  return writer.root(version.schema, given, new Set(version.status ? ["status"] : []));
}

function metadataCode(
  { resource }: Unit,
  fc: Imported,
  { object, optional, names, labels }: FileHelpers,
  known: Known,
): Expr {
  const rare = expr`${optional}(${labels}, 3, 1)`;
  const only = onlyName(known);
  const members = [
    { key: "name", value: only === undefined ? names : expr`${fc}.constant(${only})` },
    ...(resource.scope === "Namespaced" ? [{ key: "namespace", value: names }] : []),
    { key: "labels", value: rare },
    { key: "annotations", value: rare },
  ];
  return expr`${object}(${objectCode(members)})`;
}

/** The name of the known object, where rules or patterns want that and not just any. */
function onlyName({ object, judge }: Known): string | undefined {
  const { metadata } = object;
  if (!isObject(metadata) || typeof metadata["name"] !== "string") return undefined;
  const isFree = ["a", "made-up-0"].some((name) => {
    const other = { ...object, metadata: { ...metadata, name } };
    return judge.errorsOf(other).length === 0;
  });
  return isFree ? undefined : metadata["name"];
}

function arbitraryFunction(
  { names }: Unit,
  context: EmitContext,
  fc: Imported,
  values: Expr,
  known: Expr,
): Declaration {
  const input = inputType(names.type, context);
  const accepted = context.runtime("acceptedObject");
  const admit = context.sibling("admit", `admit${names.type}`);
  return {
    kind: "function",
    name: `${names.value}Arbitrary`,
    exported: "to siblings",
    doc: jsDoc({
      text: "Objects that the API server accepts, for property tests with fast-check; what they shrink to is accepted, too.",
    }),
    parameters: [
      { name: "options", type: tsType`${context.runtimeType("ArbitraryOptions")}`, optional: true },
    ],
    returns: tsType`${fc}.Arbitrary<${input}>`,
    // Whatever is accepted is of this type.
    body: stmt`const values = ${values};
return values.map((made) => {
  const accepted = ${accepted}(made, ${known}, ${admit}, options);
  return accepted as unknown as ${input};
});`,
  };
}

function exampleFunction({ names }: Unit, context: EmitContext, fc: Imported): Declaration {
  const input = inputType(names.type, context);
  const own = `${names.value}Arbitrary`;
  const arbitrary = context.sibling("arbitrary", own);
  return {
    kind: "function",
    name: `${names.value}Example`,
    exported: "to siblings",
    doc: jsDoc({
      text: "One object that the API server accepts. The same seed always gives the same object.",
    }),
    parameters: [{ name: "seed", type: tsType`number`, optional: true }],
    returns: input,
    // There is one run.
    body: stmt`const [example] = ${fc}.sample(${arbitrary}(), { seed: seed ?? 0, numRuns: 1 });
return example as ${input};`,
  };
}

function inputType(type: string, context: EmitContext): TypeNode {
  return tsType`${context.siblingType("types", `${type}Input`)}`;
}

/** The parts whose files decide what the API server accepts. */
const judgingParts = ["prune", "defaults", "rules", "validate", "admit"] as const;

/** Judges new objects by the functions that other back ends have just written for the unit. */
function createUnitJudge({ names }: Unit, context: EmitContext): ExampleJudge {
  const files = judgingParts.map((name) => context.file(name)).filter((file) => !file.isEmpty);
  const evaluated = evaluateFiles(files, () => ({ ...runtime }));
  const exported = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  const admit = exported.get(`admit${names.type}`) as (object: unknown) => Admission; // by its back end
  const prune = exported.get(`prune${names.type}`) as (object: unknown) => unknown; // the same
  const fill = exported.get(`default${names.type}`) as (object: unknown) => void; // the same
  // Unknown fields are dropped, as they are in what an arbitrary makes.
  return createCreationJudge({ admit: (object) => admit(object), prune, default: fill });
}
