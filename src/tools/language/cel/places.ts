import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import type { ScalarMap } from "../../../crd/source/scalars/scalar-map.js";
import { scalarMap } from "../../../crd/source/scalars/scalar-map.js";
import type { Path, Span } from "../../../crd/source/source-file.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";

/** The fields of a rule that hold expressions. */
export type ExpressionPart = "rule" | "messageExpression";

/** An expression of a CRD, and where it stands. */
export interface PlacedExpression {
  readonly part: ExpressionPart;
  readonly text: string;
  /** From the document to it. */
  readonly path: Path;
  /** Of the schema that the rule belongs to, in its document. */
  readonly schemaPath: Path;
  /** Which rule of the schema. */
  readonly index: number;
  readonly key: Span;
  /** Of the scalar, its quotes or its indicator included. */
  readonly value: Span;
  /** The way between offsets of `text` and of the file. */
  readonly map: ScalarMap;
}

const validations = "x-kubernetes-validations";
const parts: readonly ExpressionPart[] = ["rule", "messageExpression"];

/**
 * Finds the expressions of the rules of a CRD, in their order. Those that stand elsewhere, and come
 * in by an alias, are left out, so that no place counts twice.
 */
export function placeExpressions({ document, path, value }: CrdDocument): PlacedExpression[] {
  const found: PlacedExpression[] = [];
  const visit = (json: Json, at: Path): void => {
    if (Array.isArray(json)) {
      for (const [index, item] of json.entries()) visit(item, [...at, index]);
    } else if (isObject(json)) {
      for (const [key, child] of Object.entries(json)) {
        if (key === validations && Array.isArray(child)) visitRules(child, at);
        else visit(child, [...at, key]);
      }
    }
  };
  const visitRules = (rules: readonly Json[], schemaPath: Path): void => {
    for (const [position, rule] of rules.entries()) {
      if (!isObject(rule)) continue;
      // What is no object is none of the schema's rules.
      const index = rules.slice(0, position).filter(isObject).length;
      for (const part of parts) {
        const text = Object.hasOwn(rule, part) ? rule[part] : undefined;
        if (typeof text !== "string") continue;
        const steps = [...schemaPath, validations, position, part];
        const { key, value: scalar, via } = document.locate(steps);
        const map = via === undefined ? scalarMap(scalar, text) : undefined;
        if (map === undefined) continue;
        found.push({ part, text, path: steps, schemaPath, index, key, value: scalar, map });
      }
    }
  };
  visit(value, path);
  return found;
}
