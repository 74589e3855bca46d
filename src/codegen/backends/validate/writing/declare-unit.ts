import type { Expr } from "../../../emit/code.js";
import { stmt, word } from "../../../emit/code.js";
import type { GeneratedFile } from "../../../emit/generated-file.js";
import { jsDoc } from "../../../emit/jsdoc.js";
import { translateRe2 } from "../../../patterns/translate.js";
import { matcherCode } from "../../matcher-code.js";
import type { AnalysedUnit } from "../analysis/analysed-unit.js";
import type { OwnCheck } from "../analysis/check.js";
import type { Shape } from "../shape.js";
import { asksPattern } from "../shape.js";
import { checkFunction } from "./check-code.js";
import { schemaLiteral } from "./schema-data.js";
import type { Scope } from "./scope.js";

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
