import { noValidation } from "../../../../crd/ir/schema-table.js";
import type { ValueValidation } from "../../../../crd/ir/schema.js";
import type { Expr } from "../../../emit/code.js";
import { expr, stmt, word } from "../../../emit/code.js";
import type { GeneratedFile } from "../../../emit/generated-file.js";
import { jsDoc } from "../../../emit/jsdoc.js";
import * as make from "../../../emit/nodes/make.js";
import type { Member } from "../../../emit/object-code.js";
import { listCode, objectCode } from "../../../emit/object-code.js";
import { translateRe2 } from "../../../patterns/translate.js";
import { matcherCode } from "../../json-literal.js";
import type { AnalysedUnit } from "../analysis/analyse.js";
import type { OwnCheck } from "../analysis/check.js";
import { sortsMembers } from "../analysis/members.js";
import type { Shape } from "../shape.js";
import { asksPattern, formatCheckName } from "../shape.js";
import { checkFunction } from "./check-code.js";
import type { Scope } from "./test-code.js";

/**
 * Declares the checks of a unit, each after those that it calls, and behind them the shapes as
 * data. Gives the name of the function that makes the data of the root.
 */
export function declareUnit(unit: AnalysedUnit, file: GeneratedFile, scope: Scope): Expr {
  declareChecks(unit, file, scope);
  return declareData(unit, file, scope);
}

/** The first function of the file explains all. */
function declareChecks(
  { shapes, checks, resource }: AnalysedUnit,
  file: GeneratedFile,
  scope: Scope,
): void {
  let doc = checkDoc;
  const declare = (name: string, check: OwnCheck): void => {
    file.add(checkFunction(name, check, doc, scope));
    doc = [];
  };
  const patterns = new Set<string>();
  for (const shape of shapes) {
    declarePattern(shape, patterns, file, scope);
    const by = checks.get(shape)?.by;
    if (typeof by === "object") declare(scope.names.quickCheck(shape), by);
  }
  if (resource !== undefined) declare(resource.name, resource.check);
}

const checkDoc = jsDoc({
  text: "The functions `isValid…` of this file check quickly whether a value is valid. `absent` is null for an object as it is sent: the server drops nulls, so they count as missing. If `wrong` is given, the names of invalid members are added to it; the reasons are then found by the schema.",
});

/** The compiled pattern of a shape: a constant, one for each distinct pattern that RE2 takes. */
function declarePattern(shape: Shape, known: Set<string>, file: GeneratedFile, scope: Scope): void {
  const { pattern } = shape.validation;
  if (!asksPattern(pattern) || known.has(pattern)) return;
  known.add(pattern);
  const translated = translateRe2(pattern);
  if (translated.kind === "error") return;
  const value = matcherCode(pattern, translated, (name) => scope.runtime(name));
  const name = scope.names.pattern(shape);
  file.add({ kind: "const", name, exported: false, doc: [], type: undefined, value });
}

/**
 * To make the constants takes longer than all else of an import, and valid objects need none: they
 * stand in a function, but for those that other functions name.
 */
function declareData(unit: AnalysedUnit, file: GeneratedFile, scope: Scope): Expr {
  const { root, shapes, constants, shared } = unit;
  const type = scope.schemaType;
  const local = [];
  for (const shape of shapes.filter((one) => constants.has(one))) {
    const name = scope.names.schema(shape);
    const value = schemaLiteral(shape, unit, scope);
    if (!shared.has(shape)) local.push(stmt`const ${word(name)}: ${type} = ${value};`);
    else file.add({ kind: "const", name, exported: false, doc: [], type, value });
  }
  const name = scope.names.schema(root);
  const literal = constants.has(root) ? word(name) : schemaLiteral(root, unit, scope);
  file.add({
    kind: "function",
    name,
    exported: false,
    doc: jsDoc({ text: "The schema as data, by which errors are listed." }),
    parameters: [],
    returns: type,
    body: stmt`${local}
    return ${literal};`,
  });
  return word(name);
}

/*
 * What the second pass reads: each shape as a literal of the runtime's `ValueSchema`.
 */

/** A shape as a literal; shapes below that are constants by their names. */
function schemaLiteral(shape: Shape, unit: AnalysedUnit, scope: Scope): Expr {
  const schema = (of: Shape): Expr =>
    unit.constants.has(of) ? word(scope.names.schema(of)) : schemaLiteral(of, unit, scope);
  return objectCode([
    ...scalarMembers(shape, scope),
    ...structureMembers(shape, schema, scope),
    ...junctorMembers(shape, schema, scope),
    ...checkMembers(shape, unit, scope),
  ]);
}

function scalarMembers(shape: Shape, scope: Scope): readonly Member[] {
  const { type, nullable, format, validation } = shape;
  const { pattern, minimum, maximum, multipleOf } = validation;
  const check = formatCheckName(format, scope.server);
  const isBounded = (minimum ?? maximum ?? multipleOf) !== undefined;
  return given({
    type: type === "intOrString" ? "integer,string" : type !== "" && type,
    nullable,
    format: format !== "" && format,
    hasFormat: check && scope.runtime(check),
    ...(asksPattern(pattern) ? patternMembers(shape, scope) : undefined),
    ...(validation === noValidation ? undefined : limitsOf(validation)),
    bounds: isBounded && scope.runtime("checkBounds"),
  });
}

function patternMembers(shape: Shape, { names }: Scope): Readonly<Record<string, string | Expr>> {
  const { pattern } = shape.validation;
  const translated = translateRe2(pattern);
  return translated.kind === "error"
    ? { pattern: `${pattern}, but pattern is invalid: ${translated.text}` }
    : { pattern, matcher: word(names.pattern(shape)) };
}

const limits = [
  "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems",
  "maxItems", "uniqueItems", "minProperties", "maxProperties",
] as const; // prettier-ignore

function limitsOf(
  validation: ValueValidation,
): Readonly<Record<string, number | boolean | undefined>> {
  return Object.fromEntries(limits.map((key) => [key, validation[key]]));
}

type ToSchema = (shape: Shape) => Expr;

function structureMembers(shape: Shape, schema: ToSchema, scope: Scope): readonly Member[] {
  const { fields, values, items, validation, listType, defaults, memberDefault } = shape;
  const ofFields = [...fields].map(([key, field]) => ({
    key,
    value: fieldValue(key, schema(field), scope),
  }));
  const ofDefaults = [...defaults].map(([key, value]) => ({ key, value: scope.json(value) }));
  const asked = typeof values === "object" ? schema(values) : values === false && expr`false`;
  return given({
    required: validation.required,
    enum: validation.enum.length > 0 && scope.json([...validation.enum]),
    fields: fields.size > 0 && objectCode(ofFields),
    values: shape.allowsOthers || asked,
    items: items && schema(items),
    defaults: defaults.size > 0 && objectCode(ofDefaults),
    memberDefault: memberDefault !== undefined && scope.json(memberDefault),
    listType: listType === "atomic" ? undefined : listType,
    listMapKeys: shape.listMapKeys,
    lists: shape.holdsLists,
    embeddedResource: shape.embeddedResource,
    preserveUnknownFields: shape.preserveUnknownFields,
  });
}

/** Beside a name of Object's own, TypeScript takes that one's type for the context of a literal. */
function fieldValue(key: string, value: Expr, { schemaType }: Scope): Expr {
  const isMisread = value.kind === "object" && Object.hasOwn(Object.prototype, key);
  return isMisread ? make.as(value, schemaType) : value;
}

function junctorMembers(
  { allOf, anyOf, oneOf, not }: Shape,
  schema: ToSchema,
  scope: Scope,
): readonly Member[] {
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return [];
  const list = (branches: readonly Shape[]): Expr | false =>
    branches.length > 0 && listCode(branches.map(schema));
  return given({
    allOf: list(allOf),
    anyOf: list(anyOf),
    oneOf: list(oneOf),
    not: not && schema(not),
    junctors: scope.runtime("checkJunctors"),
  });
}

/** The function that spares the second pass valid values; of branches, it counts what fits. */
function checkMembers(shape: Shape, { checks }: AnalysedUnit, scope: Scope): readonly Member[] {
  const by = checks.get(shape)?.by;
  if (typeof by !== "object") return given({ is: by && scope.runtime(by) });
  return [{ key: sortsMembers(by) ? "check" : "is", value: word(scope.names.quickCheck(shape)) }];
}

/** The value of a member; undefined, false and an empty list say nothing. */
type Said = Expr | string | number | boolean | readonly string[] | undefined;

/** The members of an object literal that say something. */
export function given(said: Readonly<Record<string, Said>>): readonly Member[] {
  const members: Member[] = [];
  for (const key in said) {
    const value = said[key];
    if (isTexts(value)) {
      if (value.length > 0)
        members.push({ key, value: listCode(value.map((text) => expr`${text}`)) });
    } else if (value !== undefined && value !== false) {
      members.push({ key, value: expr`${value}` });
    }
  }
  return members;
}

function isTexts(said: Said): said is readonly string[] {
  return Array.isArray(said);
}
