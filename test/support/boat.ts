import type { CompiledVersion } from "../../src/index.js";
import { compile } from "../../src/index.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";

/** What a test changes of the CRD of boats. */
export interface BoatParts {
  /** The schema of the version, an object of anything unless given. */
  readonly schema?: JsonObject;
  /** Members of the version. */
  readonly version?: JsonObject;
  /** Members of the `spec`. */
  readonly spec?: JsonObject;
  /** Members of the `metadata`. */
  readonly metadata?: JsonObject;
}

/**
 * The smallest CRD there is, `boats.sea.example.com` of version `v1`, and what a test has to say
 * about it.
 */
export function boatCrd({ schema, version, spec, metadata }: BoatParts): JsonObject {
  const openAPIV3Schema = schema ?? { type: "object" };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boats.sea.example.com", ...metadata },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural: "boats", kind: "Boat" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version },
      ],
      ...spec,
    },
  };
}

/** The CRD as a file for the functions of the library. */
export function boatSource(parts: BoatParts): { readonly path: string; readonly text: string } {
  return { path: "crd.json", text: JSON.stringify(boatCrd(parts)) };
}

/** The CRD of another kind of the same group as a file. */
export function kindSource(
  kind: string,
  parts: Pick<BoatParts, "schema" | "version">,
): { readonly path: string; readonly text: string } {
  const plural = `${kind.toLowerCase()}s`;
  const spec = { names: { plural, kind } };
  const crd = boatCrd({ ...parts, spec, metadata: { name: `${plural}.sea.example.com` } });
  return { path: `${plural}.json`, text: stringifyJson(crd) };
}

/** The text of a CRD that the API server refuses, for a pattern: the fault points into the text. */
export function faultyCrd(kind: string, field = "size"): string {
  const spec = { type: "object", properties: { [field]: { type: "string", pattern: "(?<a" } } };
  return kindSource(kind, { schema: { type: "object", properties: { spec } } }).text;
}

/** The functions for boats, as a server of a version has them. */
export async function compileBoat(
  parts: BoatParts,
  kubernetesVersion?: string,
): Promise<CompiledVersion> {
  const version = kubernetesVersion === undefined ? {} : { kubernetesVersion };
  const { resources } = await compile({ sources: [boatSource(parts)], ...version });
  const compiled = resources[0]?.versions["v1"];
  if (compiled === undefined) throw new Error("The CRD of boats has no version v1.");
  return compiled;
}
