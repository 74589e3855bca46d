import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  parseKubernetesVersion,
} from "../../src/runtime/v1/values/kubernetes-version.js";
import { isWhole } from "../support/scope.js";

/** What a test against a live server by chance does, as the environment says it. */
export interface FuzzSettings {
  /** How many requests are compared. */
  readonly count: number;
  readonly seed: number;
  /** The version of the server. */
  readonly minor: KubernetesMinor;
}

/**
 * Settings from `<name>_FUZZ_COUNT` (`whole`, or a third of it where not all is tested),
 * `<name>_FUZZ_SEED` and `APISERVER_VERSION` (`1.37` unless given). A change must not fail for what
 * another seed finds: CI repeats `seedOfCi`, people get fresh ones, which are printed.
 */
export function fuzzSettings(name: string, seedOfCi: number, whole = 300): FuzzSettings {
  const { env } = process;
  const freshSeed = env["CI"] === "true" ? seedOfCi : Date.now() % 1_000_000;
  const seed = Number(env[`${name}_FUZZ_SEED`] ?? freshSeed);
  console.log(`seed ${seed} (${name}_FUZZ_SEED)`);
  const count = isWhole ? whole : Math.ceil(whole / 3);
  return { count: Number(env[`${name}_FUZZ_COUNT`] ?? count), seed, minor: serverMinor() };
}

function serverMinor(): KubernetesMinor {
  const text = process.env["APISERVER_VERSION"] ?? `1.${newestMinor}`;
  const minor = parseKubernetesVersion(text);
  if (minor === undefined) throw new Error(`APISERVER_VERSION: no version '${text}'`);
  return minor;
}
