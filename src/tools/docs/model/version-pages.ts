import { writeCommentedYaml } from "../../../crd/example/commented-yaml.js";
import { makeExample } from "../../../crd/example/example.js";
import { faultsOf } from "../../../crd/example/failing-rules.js";
import type { CreationFunctions } from "../../../crd/example/judge.js";
import { createCreationJudge } from "../../../crd/example/judge.js";
import { compareVersionNames } from "../../../crd/frontend/read-resource.js";
import { interpretVersion } from "../../../crd/interpret/admission.js";
import { InterpretedRules } from "../../../crd/interpret/rules.js";
import { Annotations } from "../../../crd/ir/annotations.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { VersionComparer } from "../../diff/diff-resources.js";
import { inPageOrder, statusShape } from "./example-order.js";
import { fieldTableOf } from "./fields.js";
import type {
  Column,
  CrdFault,
  ExampleSize,
  ExampleText,
  FieldTable,
  VersionComparison,
  VersionLink,
  VersionPage,
} from "./page.js";

/** The tools that pages are made with, beside the CRD. */
interface PageTools {
  readonly comparer: VersionComparer;
  readonly minor: KubernetesMinor;
  /** The types of a resource, by version. */
  readonly typesOf: (resource: Resource) => ReadonlyMap<string, string>;
}

/** A CRD, and the server's verdict on it. */
interface JudgedResource {
  readonly resource: Resource;
  readonly refused: boolean;
  readonly faults: readonly CrdFault[];
}

/** So many older versions are compared with each version, the nearest ones. */
const mostComparisons = 3;

/**
 * The pages of all versions of a CRD, the preferred one first; a CRD without versions has a page
 * all the same. A CRD that the server refuses has neither examples nor comparisons.
 *
 * @param hrefOf where the page of a version is, from the root of the site
 */
export function versionPagesOf(
  judged: JudgedResource,
  hrefOf: (version: string) => string,
  tools: PageTools,
): readonly VersionPage[] {
  const { resource, refused } = judged;
  const versions = inOrder(resource.versions);
  const links = versions.map((version) => linkOf(version, hrefOf));
  const examples = refused ? undefined : new Examples(resource, tools.minor);
  const types = refused ? undefined : tools.typesOf(resource);
  return versions.map((version, index): VersionPage => {
    const link = links[index] ?? linkOf(version, hrefOf);
    const head = headOf(judged, version, link, links);
    return {
      ...head,
      examples: examples?.of(version, head.fields),
      types: types?.get(version.name),
      comparisons: refused ? [] : comparisonsOf(resource, versions, links, index, tools.comparer),
    };
  });
}

/** Those that are served first, then by maturity, as clients prefer them. */
function inOrder(versions: readonly Version[]): readonly Version[] {
  if (versions.length === 0) return [noVersion];
  return [...versions].sort(
    (left, right) =>
      Number(right.served) - Number(left.served) || compareVersionNames(left.name, right.name),
  );
}

/** A stand-in for the version of a CRD that has none. */
const noVersion: Version = {
  name: "",
  served: false,
  storage: false,
  deprecated: false,
  deprecationWarning: undefined,
  schema: undefined,
  annotations: new Annotations(undefined),
  structuralSchema: undefined,
  status: false,
  scale: undefined,
  printerColumns: [],
  selectableFields: [],
  path: [],
};

function linkOf(
  { name, served, storage, deprecated }: Version,
  hrefOf: (version: string) => string,
): VersionLink {
  return { name, href: hrefOf(name), served, storage, deprecated };
}

function headOf(
  { resource, faults }: JudgedResource,
  version: Version,
  link: VersionLink,
  links: readonly VersionLink[],
): Omit<VersionPage, "examples" | "comparisons" | "types"> {
  const { group, names, scope } = resource;
  const { kind, plural, singular, shortNames, categories } = names;
  return {
    ...{ href: link.href, group, kind, plural, singular, shortNames, categories, scope },
    version: link,
    versions: links,
    deprecationWarning: version.deprecated ? version.deprecationWarning : undefined,
    description: version.annotations.description,
    columns: columnsOf(version),
    subresources: { status: version.status, scale: scaleOf(version) },
    selectableFields: version.selectableFields,
    fields: fieldTableOf(version),
    faults,
  };
}

function scaleOf({ scale }: Version): VersionPage["subresources"]["scale"] {
  return scale && { spec: scale.specReplicasPath, status: scale.statusReplicasPath };
}

/** With those behind it in the order, the nearest first. */
function comparisonsOf(
  resource: Resource,
  versions: readonly Version[],
  links: readonly VersionLink[],
  index: number,
  comparer: VersionComparer,
): readonly VersionComparison[] {
  const version = versions[index];
  if (version === undefined) return [];
  const older = versions.slice(index + 1, index + 1 + mostComparisons);
  return older.flatMap((other, offset) => {
    const from = links[index + 1 + offset];
    if (from === undefined) return [];
    const changes = comparer.changes(resource, other, version).map(({ change }) => {
      const { code, effects, path, before, after, reason } = change;
      return { code, effects, path, before, after, reason };
    });
    return [{ from, changes }];
  });
}

/**
 * The columns of `kubectl get` behind the name. A version without columns of its own has the one
 * that the server adds then (apiextensions `registry/customresource/tableconvertor`).
 */
export function columnsOf({ printerColumns }: Version): readonly Column[] {
  if (printerColumns.length === 0) return [age];
  return printerColumns.map(({ name, type, jsonPath, description, priority }) => ({
    name,
    type,
    path: jsonPath,
    description,
    wide: priority !== 0,
  }));
}

const age: Column = {
  name: "Age",
  type: "date",
  path: ".metadata.creationTimestamp",
  description: "How long ago the object was created.",
  wide: false,
};

/** The examples that `crdgen example` makes of the versions of one resource. */
class Examples {
  readonly #resource: Resource;
  readonly #minor: KubernetesMinor;
  readonly #rules: InterpretedRules;

  constructor(resource: Resource, minor: KubernetesMinor) {
    this.#resource = resource;
    this.#minor = minor;
    this.#rules = new InterpretedRules(minor);
  }

  /** Those of a version, which has these fields. */
  of(version: Version, fields: FieldTable): NonNullable<VersionPage["examples"]> {
    // A few objects are judged: writing and loading code for them would take most of the time.
    const functions = interpretVersion(this.#resource, version, this.#rules, this.#minor);
    const make = (size: ExampleSize): ExampleText => {
      const example = objectOf(this.#resource, version, functions, this.#minor, size);
      if ("faults" in example) return example;
      const { object } = example;
      const plain = writeYaml(inPageOrder(object, fields));
      return {
        yaml: writeCommentedYaml(object, version.annotations),
        plain: size === "full" ? plain + statusShape(fields) : plain,
      };
    };
    return { minimal: make("minimal"), full: make("full") };
  }
}

/** The example that `crdgen example` makes of a version, judged by functions of that version. */
export function exampleText(
  resource: Resource,
  version: Version,
  functions: CreationFunctions,
  minor: KubernetesMinor,
  size: ExampleSize,
): ExampleText {
  const example = objectOf(resource, version, functions, minor, size);
  return "faults" in example
    ? example
    : { yaml: writeCommentedYaml(example.object, version.annotations) };
}

function objectOf(
  resource: Resource,
  version: Version,
  functions: CreationFunctions,
  minor: KubernetesMinor,
  size: ExampleSize,
): { readonly object: JsonObject } | { readonly faults: readonly string[] } {
  const judge = createCreationJudge(functions);
  const options = { full: size === "full", seed: 0, fixed: [] };
  const example = makeExample(resource, version, judge, minor, options);
  if (example.errors.length === 0) return { object: example.object };
  return { faults: faultsOf(example, version).map(({ fault }) => fault) };
}
