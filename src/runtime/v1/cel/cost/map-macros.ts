import { mapOf } from "../values/list.js";
import type { Step } from "./cost-tracker.js";
import { mapFunctions } from "./functions/list-functions.js";
import type { LoopVariable } from "./macros.js";
import { call, choose, constant, fold, variable } from "./plan.js";

/**
 * `range.transformMap(k, v, value)` with a key and a value as `entry`, `transformMapEntry` with a
 * map; with a predicate for those entries only that it holds for.
 */
export function transformed(
  range: Step,
  name: LoopVariable,
  entry: readonly Step[],
  predicate?: Step,
): Step {
  const [first, second] = typeof name === "string" ? [name, undefined] : name;
  const overload = entry.length === 1 ? "@mapInsert_map_map" : "@mapInsert_map_key_value";
  const inserted = call([mapFunctions], "cel.@mapInsert", overload, [
    variable(mapResult),
    ...entry,
  ]);
  return fold({
    range,
    variable: first,
    secondVariable: second,
    accumulator: mapResult,
    initial: constant(mapOf([])),
    condition: constant(true),
    step: predicate === undefined ? inserted : choose(predicate, inserted, variable(mapResult)),
    result: variable(mapResult),
  });
}

const mapResult = "@result";
