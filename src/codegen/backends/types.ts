import type { DocComment } from "../emit/jsdoc.js";
import { jsDoc } from "../emit/jsdoc.js";
import type { TypeDeclaration } from "../emit/types/print-declaration.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import { indexSignature, keyword, literalType, reference } from "../emit/types/type-expression.js";
import type { Backend, EmitContext, Unit } from "./backend.js";
import { apiVersionOf } from "./backend.js";
import {
  enumDeclaration,
  readDeclarations,
  resourceDeclarations,
  variantDeclarations,
} from "./types/declarations.js";
import { factsOf } from "./types/documentation.js";
import type { Flavour } from "./types/flavours.js";
import { suffixes } from "./types/flavours.js";
import type { TypeContext } from "./types/type-context.js";
import { createTypeContext } from "./types/type-context.js";

/**
 * Writes `types.ts`: the resource as read, as sent and as applied, its list, and a type for every
 * object and every enum in it. A nested type as sent (`…Input`) or as applied (`…Apply`) is an
 * alias where it equals the type as read.
 */
export const typesBackend: Backend = {
  name: "types",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("types");
    for (const declaration of declarations(unit, context)) {
      file.add(typeDeclaration(declaration));
    }
  },
};

function* declarations(unit: Unit, emit: EmitContext): Iterable<TypeDeclaration> {
  const context = createTypeContext(unit, emit, (name) => name);
  const [, ...nested] = unit.names.types;
  yield* declareResource(unit, context, "read");
  yield listDeclaration(unit, context);
  for (const type of nested) yield* readDeclarations(context, type);
  for (const one of unit.names.enums) yield enumDeclaration(one);
  for (const flavour of ["input", "apply"] as const) {
    yield* declareResource(unit, context, flavour);
    for (const type of nested) yield* variantDeclarations(context, type, flavour);
  }
}

/** The types of the runtime that a resource extends in each flavour. */
export const baseTypes = {
  read: "KubernetesObject",
  input: "KubernetesObjectInput",
  apply: "KubernetesObjectApply",
} as const;

function declareResource(
  unit: Unit,
  context: TypeContext,
  flavour: Flavour,
): readonly TypeDeclaration[] {
  const { names, resource } = unit;
  const identity = [apiVersionOf(unit), resource.names.kind].map(literalType);
  const base = reference(context.runtimeType(baseTypes[flavour]), ...identity);
  const doc = resourceComment(unit, flavour);
  const [root] = names.types;
  if (root !== undefined) return resourceDeclarations(context, root, flavour, base, doc);
  const name = names.type + suffixes[flavour];
  const members = [indexSignature(keyword("unknown"))];
  return [{ kind: "interface", name, doc, extends: base, members }];
}

function listDeclaration(unit: Unit, context: TypeContext): TypeDeclaration {
  const { names, resource } = unit;
  return {
    kind: "interface",
    name: `${names.type}List`,
    doc: jsDoc({ tags: deprecation(unit) }),
    extends: reference(
      context.runtimeType("KubernetesList"),
      reference(names.type),
      literalType(apiVersionOf(unit)),
      literalType(resource.names.listKind),
    ),
    members: [],
  };
}

function resourceComment(unit: Unit, flavour: Flavour): DocComment {
  const { names, version } = unit;
  const tags = deprecation(unit);
  switch (flavour) {
    case "read": {
      const facts = version.schema === undefined ? [] : factsOf(version.schema);
      return jsDoc({ text: version.annotations.description, facts, tags });
    }
    case "input":
      return jsDoc({
        text: `${names.type} as it is sent: fields with a default may be left out.`,
        tags,
      });
    case "apply":
      return jsDoc({
        text: `${names.type} as it is applied: only the fields that the applier owns.`,
        tags,
      });
  }
}

function deprecation({ version }: Unit): readonly { name: "deprecated"; text: string }[] {
  return version.deprecated ? [{ name: "deprecated", text: version.deprecationWarning ?? "" }] : [];
}
