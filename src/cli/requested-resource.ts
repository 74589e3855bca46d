import { createQuietLinter } from "../codegen/pipeline/crd-linter.js";
import {
  findRequested,
  requestedVersion,
  servedVersions,
} from "../codegen/pipeline/find-requested.js";
import { readManifests } from "../codegen/pipeline/manifests/read-manifests.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { isError } from "../crd/diagnostics/diagnostics.js";
import { printableName } from "../crd/diagnostics/render/printable.js";
import type { CrdDocument } from "../crd/frontend/find-crds.js";
import { findCrds } from "../crd/frontend/find-crds.js";
import { readResource } from "../crd/frontend/read-resource.js";
import type { Resource, Version } from "../crd/ir/resource.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import type { Host } from "./host.js";
import { openInputs } from "./open-inputs.js";
import type { CrdFlags } from "./read-config.js";
import { readCrdSettings } from "./read-config.js";
import { didYouMean, UsageError } from "./usage-error.js";
import type { WantedCrds } from "./wanted-crds.js";
import { crdsNamed } from "./wanted-crds.js";

/** How a resource is named on the command line. */
export interface ResourceRequest {
  /** The resource, and perhaps fields of it. */
  readonly name: string;
  /** Any group, or this one. */
  readonly group: string | undefined;
  /** The version; the preferred one if it is not named. */
  readonly version: string | undefined;
}

/** Where the CRDs are, and for which server they are read. */
export interface ResourceFlags extends CrdFlags {
  readonly quiet: boolean;
}

/**
 * Reads the value of `--api-version`: a group and a version, or the version alone.
 *
 * @throws UsageError for another text
 */
export function readApiVersion(
  apiVersion: string | undefined,
): Pick<ResourceRequest, "group" | "version"> {
  if (apiVersion === undefined) return { group: undefined, version: undefined };
  const [version = "", group, ...more] = apiVersion.split("/").reverse();
  if (version === "" || group === "" || more.length > 0) {
    throw new UsageError(`--api-version: '${apiVersion}' is not a version`, {
      help: "write it like v1 or stable.example.com/v1",
    });
  }
  return { group, version };
}

/** A version of a resource, and the fields that were named behind it. */
export interface RequestedResource {
  readonly resource: Resource;
  readonly version: Version;
  readonly path: readonly string[];
  readonly minor: KubernetesMinor;
}

/**
 * Finds and reads the CRD that is named, from `--crd` or else the inputs of the configuration. Only
 * that one is judged.
 *
 * @returns undefined if the API server refuses it, or if there is a fault in the configuration,
 *   which is in `diagnostics`
 * @throws UsageError if nothing has that name, or no such version is served
 */
export async function readRequested(
  { name, group, version: versionNamed }: ResourceRequest,
  flags: ResourceFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<RequestedResource | undefined> {
  const settings = await readCrdSettings(flags, diagnostics, host);
  if (settings === undefined) return undefined;
  const { crds: inputs, minor, prefer } = settings;
  const wanted = crdsNamed(name);
  const crds = await readCrds(inputs, wanted, prefer, flags.quiet, diagnostics, host);
  if (crds.length === 0) throw new UsageError(noCrdText(inputs));
  const requested = findRequested(name, crds, group);
  if ("reason" in requested) {
    const help = didYouMean(requested.similar);
    throw new UsageError(printableName(requested.reason), { help });
  }
  const resource = await judge(requested.crd, minor, diagnostics);
  if (resource === undefined) return undefined;
  const version = servedVersion(resource, versionNamed ?? requested.version);
  return { resource, version, path: requested.path, minor };
}

function noCrdText(inputs: readonly string[]): string {
  return inputs.length === 0
    ? "name the CRDs with --crd: files, folders, patterns, URLs, cluster[:CONTEXT], or - for standard input"
    : `no CustomResourceDefinition in ${inputs.join(", ")}`;
}

async function readCrds(
  inputs: readonly string[],
  wanted: WantedCrds,
  prefer: readonly string[],
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
): Promise<readonly CrdDocument[]> {
  const crds: CrdDocument[] = [];
  const verb = "reading CRDs";
  const sources = await openInputs(inputs, verb, quiet, diagnostics, host, prefer, wanted);
  for await (const source of sources) {
    const { documents } = await readManifests(source, "crds", diagnostics);
    crds.push(...findCrds(documents, diagnostics).crds);
  }
  return crds;
}

async function judge(
  crd: CrdDocument,
  minor: KubernetesMinor,
  diagnostics: Diagnostics,
): Promise<Resource | undefined> {
  const linter = createQuietLinter(minor);
  const errors = (await linter.lint(crd)).diagnostics.filter(isError);
  diagnostics.addAll(errors);
  return errors.length > 0 ? undefined : readResource(crd, linter.table);
}

function servedVersion(resource: Resource, name: string | undefined): Version {
  const version = requestedVersion(resource, name);
  if (version !== undefined) return version;
  const served = servedVersions(resource.versions).map((one) => one.name);
  const { plural } = resource.names;
  const which = name === undefined ? "no version" : `no version '${name}'`;
  const names = served.length === 0 ? "none" : served.join(", ");
  throw new UsageError(
    printableName(`${plural}.${resource.group} has ${which} that is served; served: ${names}`),
  );
}
