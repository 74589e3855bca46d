import { quote } from "../../values/go/quote.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import { labelFault } from "./node-labels.js";
import { portWarnings } from "./port-warnings.js";
import { mapAt } from "./strategy.js";

/*
 * What is odd about pods and templates of pods (Kubernetes `pkg/api/pod/warnings.go`).
 */

const deprecatedAnnotations: { readonly [key: string]: string } = {
  "scheduler.alpha.kubernetes.io/critical-pod":
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  "security.alpha.kubernetes.io/sysctls":
    'non-functional in v1.11+; use the "sysctls" field instead',
  "security.alpha.kubernetes.io/unsafe-sysctls":
    'non-functional in v1.11+; use the "sysctls" field instead',
};

const deprecatedSources: { readonly [source: string]: string | undefined } = {
  photonPersistentDisk: "deprecated in v1.11, non-functional in v1.16+",
  gitRepo: "deprecated in v1.11, and disabled by default in v1.33+",
  scaleIO: "deprecated in v1.16, non-functional in v1.22+",
  flocker: "deprecated in v1.22, non-functional in v1.25+",
  storageos: "deprecated in v1.22, non-functional in v1.25+",
  quobyte: "deprecated in v1.22, non-functional in v1.25+",
  glusterfs: "deprecated in v1.25, non-functional in v1.26+",
  cephfs: "deprecated in v1.28, non-functional in v1.31+",
  rbd: "deprecated in v1.28, non-functional in v1.31+",
};

/** Go's name of a field where that is another one in paths of warnings. */
const goNames: { readonly [source: string]: string | undefined } = { storageos: "storageOS" };

/** Sources of volumes that no longer work, among those that are given. */
export function deprecatedVolumes(
  volume: JsonObject,
  path: string,
  sources: readonly string[] = Object.keys(deprecatedSources),
): string[] {
  return sources
    .filter((source) => isObject(volume[source] ?? null))
    .map((source) => `${path}.${goNames[source] ?? source}: ${deprecatedSources[source] ?? ""}`);
}

/** Quantities of bytes that are no whole numbers. */
export function fractionWarnings(
  resources: JsonObject,
  path: string,
  keys: readonly string[] = ["memory", "ephemeral-storage"],
): readonly string[] {
  return keys.flatMap((key) => {
    const quantity = textOf(resources, key);
    if (!isFraction(quantity)) return [];
    return [
      `${path}[${key}]: fractional byte value ${quote(quantity)} is invalid, must be an integer`,
    ];
  });
}

/** Canonical quantities are no whole numbers where they end so; less than that is rounded up. */
function isFraction(quantity: string): boolean {
  return /[mun]$|e-\d+$/.test(quantity);
}

/**
 * Warnings about a pod, or about a template of pods.
 *
 * @param path where the template stands; `""` for a pod
 */
export function podWarnings(pod: JsonObject, path: string): readonly string[] {
  const spec = mapAt(pod, "spec");
  const prefix = path === "" ? "" : `${path}.`;
  const annotations = mapAt(metadataOf(pod), "annotations");
  return [
    ...selectionWarnings(spec, `${prefix}spec`),
    ...Object.entries(deprecatedAnnotations)
      .filter(([key]) => Object.hasOwn(annotations, key))
      .map(([key, fault]) => `${prefix}metadata.annotations[${key}]: ${fault}`),
    ...objectsOf(spec, "volumes").flatMap((volume, index) =>
      deprecatedVolumes(volume, `${prefix}spec.volumes[${index}]`),
    ),
    ...objectsOf(spec, "volumes").flatMap(projectedWarnings),
    ...duplicates(spec, "hostAliases", "ip", `${prefix}spec.hostAliases`),
    ...duplicates(spec, "imagePullSecrets", "name", `${prefix}spec.imagePullSecrets`),
    ...emptyNames(spec, `${prefix}spec.imagePullSecrets`),
    ...fractionWarnings(mapAt(spec, "overhead"), `${prefix}spec.overhead`),
    ...containersOf(spec, `${prefix}spec`).flatMap(containerWarnings),
    ...portWarnings(containersOf(spec, `${prefix}spec`)),
    ...graceWarnings(spec, `${prefix}spec`),
    ...affinityWarnings(spec, `${prefix}spec`),
  ];
}

/** A container, and its path. */
export interface PlacedContainer {
  readonly container: JsonObject;
  readonly path: string;
}

function containersOf(spec: JsonObject, path: string): readonly PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((key) =>
    objectsOf(spec, key).map((container, index) => ({
      container,
      path: `${path}.${key}[${index}]`,
    })),
  );
}

function containerWarnings({ container, path }: PlacedContainer): readonly string[] {
  const resources = mapAt(container, "resources");
  const of = (key: string): readonly string[] =>
    ["limits", "requests"].flatMap((part) =>
      fractionWarnings(mapAt(resources, part), `${path}.resources.${part}`, [key]),
    );
  return [...of("memory"), ...of("ephemeral-storage"), ...hiddenVariables(container, path)];
}

/** Variables that come again without a reference to what they were. */
function hiddenVariables(container: JsonObject, path: string): readonly string[] {
  const known = new Set<string>();
  return objectsOf(container, "env").flatMap((variable, index) => {
    const name = textOf(variable, "name");
    const isKnown = known.has(name);
    known.add(name);
    const [value, reference] = [textOf(variable, "value"), `$(${name})`];
    const isExtended =
      variable["valueFrom"] === undefined && value !== reference && value.includes(reference);
    if (!isKnown || isExtended) return [];
    const fault = `hides previous definition of ${quote(name)}, which may be dropped when using apply`;
    return [`${path}.env[${index}]: ${fault}`];
  });
}

function selectionWarnings(spec: JsonObject, path: string): readonly string[] {
  const selector = Object.keys(mapAt(spec, "nodeSelector")).sort();
  const nodes = mapAt(mapAt(spec, "affinity"), "nodeAffinity");
  const place = `${path}.affinity.nodeAffinity`;
  const required = "requiredDuringSchedulingIgnoredDuringExecution";
  const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
  return [
    ...selector.flatMap((key) => {
      const fault = labelFault(key);
      return fault === undefined ? [] : [`${path}.nodeSelector[${key}]: ${fault}`];
    }),
    ...objectsOf(mapAt(nodes, required), "nodeSelectorTerms").flatMap((term, index) =>
      termWarnings(term, `${place}.${required}.nodeSelectorTerms[${index}]`),
    ),
    ...objectsOf(nodes, preferred).flatMap((term, index) =>
      termWarnings(mapAt(term, "preference"), `${place}.${preferred}[${index}].preference`),
    ),
    ...objectsOf(spec, "topologySpreadConstraints").flatMap((one, index) =>
      spreadWarnings(one, `${path}.topologySpreadConstraints[${index}]`),
    ),
  ];
}

function termWarnings(term: JsonObject, path: string): readonly string[] {
  return objectsOf(term, "matchExpressions").flatMap((expression, index) => {
    const key = textOf(expression, "key");
    const fault = labelFault(key);
    return fault === undefined
      ? []
      : [`${path}.matchExpressions[${index}].key: ${key} is ${fault}`];
  });
}

const nullSelector = "a null labelSelector results in matching no pod";

function spreadWarnings(constraint: JsonObject, path: string): readonly string[] {
  const key = textOf(constraint, "topologyKey");
  const fault = labelFault(key);
  return [
    ...(fault === undefined ? [] : [`${path}.topologyKey: ${key} is ${fault}`]),
    ...(isAbsent(constraint["labelSelector"]) ? [`${path}.labelSelector: ${nullSelector}`] : []),
  ];
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function affinityWarnings(spec: JsonObject, path: string): readonly string[] {
  return ["podAffinity", "podAntiAffinity"].flatMap((key) => {
    const affinity = mapAt(mapAt(spec, "affinity"), key);
    const place = `${path}.affinity.${key}`;
    const required = "requiredDuringSchedulingIgnoredDuringExecution";
    const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    const hard = objectsOf(affinity, required).flatMap((term, index) =>
      isAbsent(term["labelSelector"]) ? [`${place}.${required}[${index}].labelSelector`] : [],
    );
    const soft = objectsOf(affinity, preferred).flatMap((term, index) =>
      isAbsent(mapAt(term, "podAffinityTerm")["labelSelector"])
        ? [`${place}.${preferred}[${index}].podAffinityTerm.labelSelector`]
        : [],
    );
    return [...hard, ...soft].map((one) => `${one}: ${nullSelector}`);
  });
}

function projectedWarnings(volume: JsonObject): readonly string[] {
  return objectsOf(mapAt(volume, "projected"), "sources")
    .filter((source) => Object.keys(source).length === 0)
    .map(() => `volume ${quote(textOf(volume, "name"))} (Projected) has no sources provided`);
}

function duplicates(spec: JsonObject, list: string, key: string, path: string): readonly string[] {
  const known = new Set<string>();
  return objectsOf(spec, list).flatMap((item, index) => {
    const value = textOf(item, key);
    if (known.has(value)) return [`${path}[${index}].${key}: duplicate ${key} ${quote(value)}`];
    known.add(value);
    return [];
  });
}

function emptyNames(spec: JsonObject, path: string): readonly string[] {
  return objectsOf(spec, "imagePullSecrets").flatMap((item, index) =>
    textOf(item, "name") === "" ? [`${path}[${index}].name: invalid empty name ""`] : [],
  );
}

function graceWarnings(spec: JsonObject, path: string): readonly string[] {
  const { terminationGracePeriodSeconds: seconds } = spec;
  if (typeof seconds !== "number" || seconds >= 0) return [];
  const fault = "must be >= 0; negative values are invalid and will be treated as 1";
  return [`${path}.terminationGracePeriodSeconds: ${fault}`];
}
