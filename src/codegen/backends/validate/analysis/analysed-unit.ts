import type { Shape } from "../shape.js";
import type { Analysis } from "./analyse.js";
import { analyse } from "./analyse.js";
import type { Check, OwnCheck } from "./check.js";
import { shapesOfSecondPass, testsOfCheck } from "./test.js";

/** What is found out about one version of a resource before anything is written. */
export interface AnalysedUnit {
  readonly root: Shape;
  /** All shapes, each after those that it refers to; the root only where it is not `resource`. */
  readonly shapes: readonly Shape[];
  /** What is asked of each that is no branch. */
  readonly checks: ReadonlyMap<Shape, Check>;
  /** Shapes whose data has a name: those with a function, and those in use at several places. */
  readonly constants: ReadonlySet<Shape>;
  /** Those that functions hand to the second pass, and what they refer to. */
  readonly shared: ReadonlySet<Shape>;
  /** The check of the whole resource; without one the root is a shape like all others. */
  readonly resource: ResourceCheck | undefined;
}

/** The function that checks a resource. */
export interface ResourceCheck {
  readonly name: string;
  readonly check: OwnCheck;
}

/** Analyses all shapes of a unit. */
export function analyseUnit(
  root: Shape,
  resource: ResourceCheck | undefined,
  analysis: Analysis,
): AnalysedUnit {
  const uses = countUses(root);
  const shapes = [...uses.keys()].filter((shape) => resource === undefined || shape !== root);
  const cores = shapes.filter(({ schema }) => "intOrString" in schema);
  const checks = new Map(cores.map((shape) => [shape, analyse(shape, analysis)]));
  const functions = new Map<Shape, OwnCheck>();
  for (const [shape, { by }] of checks) if (typeof by === "object") functions.set(shape, by);
  const checksWritten = [
    ...functions.values(),
    ...(resource === undefined ? [] : [resource.check]),
  ];
  const asked = new Set(checksWritten.flatMap((check) => shapesOfSecondPass(testsOfCheck(check))));
  const shared = new Set([...asked].flatMap((shape) => [...countUses(shape).keys()]));
  const constants = shapes.filter(
    (shape) => functions.has(shape) || uses.get(shape) !== 1 || asked.has(shape),
  );
  return { root, shapes, checks, constants: new Set(constants), shared, resource };
}

/** How often each shape below is referred to, each after those that it refers to itself. */
function countUses(root: Shape): ReadonlyMap<Shape, number> {
  const uses = new Map<Shape, number>();
  const seen = new Set<Shape>();
  const visit = (shape: Shape): void => {
    if (!seen.has(shape)) {
      seen.add(shape);
      childrenOf(shape).forEach(visit);
    }
    uses.set(shape, (uses.get(shape) ?? 0) + 1);
  };
  visit(root);
  return uses;
}

function childrenOf(shape: Shape): readonly Shape[] {
  const { fields, values, items, allOf, anyOf, oneOf, not } = shape;
  return [...fields.values(), values, items, ...allOf, ...anyOf, ...oneOf, not].filter(
    (child) => typeof child === "object",
  );
}
