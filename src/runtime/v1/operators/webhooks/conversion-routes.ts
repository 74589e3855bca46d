/** A converter whose types are known no more. */
export type AnyConverter = (object: object) => unknown;

/** One step of a route. */
export interface ConversionStep {
  readonly from: string;
  readonly to: string;
  readonly convert: AnyConverter;
}

/** Converters by the version from which and the version to which they convert. */
export interface ConverterTable {
  readonly [from: string]: { readonly [to: string]: AnyConverter | undefined } | undefined;
}

/** The steps from one version to another; `undefined` for versions that are not known. */
export type FindRoute = (from: string, to: string) => readonly ConversionStep[] | undefined;

/**
 * The shortest routes between all versions. Of several that are equally short, the one is taken
 * whose converters come first in the table.
 *
 * @throws TypeError if there is none between two versions, as the API server asks for all of them
 */
export function conversionRoutes(table: ConverterTable): FindRoute {
  const steps = stepsOf(table);
  const versions = new Set(steps.flatMap(({ from, to }) => [from, to]));
  const routes = new Map<string, ReadonlyMap<string, readonly ConversionStep[]>>();
  for (const from of versions) {
    const reached = routesFrom(from, steps);
    const lost = [...versions].find((version) => !reached.has(version));
    if (lost !== undefined) {
      throw new TypeError(`converters: no way leads from ${from} to ${lost}`);
    }
    routes.set(from, reached);
  }
  return (from, to) => routes.get(from)?.get(to);
}

function stepsOf(table: ConverterTable): readonly ConversionStep[] {
  const steps: ConversionStep[] = [];
  for (const [from, targets] of Object.entries(table)) {
    for (const [to, convert] of Object.entries(targets ?? {})) {
      if (convert === undefined) continue;
      if (typeof convert !== "function") {
        throw new TypeError(`converters: ${from} to ${to} must be a function`);
      }
      steps.push({ from, to, convert });
    }
  }
  if (steps.length === 0) throw new TypeError("converters: there are none");
  return steps;
}

/** Breadth first: a version is reached first by its shortest route. */
function routesFrom(
  start: string,
  steps: readonly ConversionStep[],
): ReadonlyMap<string, readonly ConversionStep[]> {
  const reached = new Map<string, readonly ConversionStep[]>([[start, []]]);
  // Versions that are added while the loop runs are visited too.
  for (const [version, route] of reached) {
    for (const step of steps) {
      if (step.from === version && !reached.has(step.to)) reached.set(step.to, [...route, step]);
    }
  }
  return reached;
}
