import type { RefusedValue } from "./refused-value.js";

const ranges: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/**
 * Between which numbers a value must lie of which the server names the format alone; its default
 * for integers is int64.
 */
export function numberRangeHelp({ error }: RefusedValue): string | undefined {
  const [, type, format = "int64"] =
    /must be of type (\w+) (?:\(default format\)|with format (\w+)) in /.exec(error.message) ?? [];
  const range = type === "integer" ? ranges[format] : undefined;
  return range && `write a whole number from ${range[0]} to ${range[1]}`;
}
