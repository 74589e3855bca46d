import type { LocateOption } from "../../codegen/pipeline/overrides/override-report.js";
import type { Path } from "../../crd/source/source-file.js";
import { withoutUndefined } from "./config.js";
import type { ConfigFile, OptionPath } from "./read-file.js";
import type { ParsedConfig } from "./schema.js";

/** Several files as one, and where its options stand. */
export interface MergedConfig {
  readonly config: ParsedConfig;
  readonly locate: LocateOption;
}

/**
 * Puts files together. Later ones win: values and lists replace those of earlier files, the fields
 * of `lint` and `diff` do so one by one, `overrides` come behind the earlier ones. `out` replaces
 * `outputs`, and `outputs` replaces `out`. What has no good value in the last file that says it is
 * absent.
 */
export function mergeConfigs(files: readonly ConfigFile[]): MergedConfig {
  let merged: ParsedConfig = {};
  for (const { config, faulty } of files) {
    merged = mergeTwo(merged, config);
    for (const option of faulty) merged = withoutOption(merged, option);
  }
  return { config: merged, locate: (at) => locateIn(files, at) };
}

function mergeTwo(base: ParsedConfig, config: ParsedConfig): ParsedConfig {
  const own = withoutUndefined(config);
  const merged = { ...base, ...own };
  if (own.out !== undefined && own.outputs === undefined) delete merged.outputs;
  if (own.outputs !== undefined && own.out === undefined) delete merged.out;
  if (base.lint !== undefined && own.lint !== undefined) {
    merged.lint = { ...base.lint, ...withoutUndefined(own.lint) };
  }
  if (base.diff !== undefined && own.diff !== undefined) {
    merged.diff = { ...base.diff, ...withoutUndefined(own.diff) };
  }
  if (base.overrides !== undefined && own.overrides !== undefined) {
    merged.overrides = [...base.overrides, ...own.overrides];
  }
  return merged;
}

/**
 * Leaves an option out. Its value in an earlier file does not hold, and its value in this one is
 * not known.
 */
function withoutOption(config: ParsedConfig, [name, field]: OptionPath): ParsedConfig {
  const left = { ...config };
  if (field !== undefined) left.lint = { ...left.lint, [field]: undefined };
  else Reflect.deleteProperty(left, name);
  return left;
}

/** The file that an option is from, and its way there. */
function locateIn(files: readonly ConfigFile[], at: Path): ReturnType<LocateOption> {
  const [name, second, ...below] = at;
  if (name === "overrides" && typeof second === "number") {
    let index = second;
    for (const file of files) {
      const count = file.config.overrides?.length ?? 0;
      if (index < count) return placeIn(file, ["overrides", index, ...below]);
      index -= count;
    }
  }
  const saysIt = ({ config }: ConfigFile): boolean => {
    const value = config[name as keyof ParsedConfig]; // any other key gives undefined
    if (name !== "lint" || second === undefined) return value !== undefined;
    return config.lint?.[second as keyof typeof config.lint] !== undefined; // likewise
  };
  return placeIn(files.findLast(saysIt), at);
}

function placeIn(file: ConfigFile | undefined, at: Path): ReturnType<LocateOption> {
  if (file === undefined) return { place: undefined, path: undefined };
  const { document, path } = file;
  return { place: document && { document, path: at, part: "value" }, path };
}
