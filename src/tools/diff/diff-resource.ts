import type { Names, Resource, Version } from "../../crd/ir/resource.js";
import type { Path } from "../../crd/source/source-file.js";
import { nodeOf } from "../../crd/values/value-node.js";
import type { ChangeCode } from "./catalog.js";
import type { ChangeFacts, Compared, Effect } from "./change.js";
import { ChangeList } from "./change.js";
import type { DiffTools } from "./diff-version.js";
import { diffVersion } from "./diff-version.js";
import { diffSchema } from "./schema/diff-schema.js";

/** The name of a CRD: `crontabs.stable.example.com`. */
export function resourceName({ group, names }: Resource): string {
  return `${names.plural}.${group}`;
}

/** Compares a CRD with what replaces it. */
export function diffResource(tools: DiffTools, old: Resource, now: Resource): void {
  const compared = comparedOf(old, now);
  diffNames(tools, compared, old, now);
  diffScope(tools, compared, old, now);
  diffSets(tools, compared, old, now);
  diffConversion(tools, compared, old, now);
  diffPruning(tools, compared, old, now);
  diffVersions(tools, compared, old, now);
  diffStorage(tools, compared, old, now);
}

function comparedOf(old: Resource, now: Resource): Compared {
  return {
    resource: resourceName(now),
    kind: now.names.kind,
    version: undefined,
    oldDocument: old.document,
    newDocument: now.document,
  };
}

/** A CRD that only one side has. */
export function reportWhole(
  tools: DiffTools,
  resource: Resource,
  code: "diff/crd-added" | "diff/crd-removed",
): void {
  const isAdded = code === "diff/crd-added";
  const compared: Compared = {
    resource: resourceName(resource),
    kind: resource.names.kind,
    version: undefined,
    oldDocument: isAdded ? undefined : resource.document,
    newDocument: isAdded ? resource.document : undefined,
  };
  const path = [...resource.path, "metadata", "name"];
  tools.changes.report(
    code,
    compared,
    { path: "", oldPath: path, newPath: path },
    {
      effects: isAdded ? ["safe"] : ["stored", "writers", "readers"],
      ...(isAdded ? { after: resource.names.kind } : { before: resource.names.kind }),
      reason: isAdded
        ? "nobody has objects of it yet"
        : "the server deletes all objects of a CRD that is deleted",
    },
  );
}

function report(
  { changes }: DiffTools,
  compared: Compared,
  old: Resource,
  now: Resource,
  code: ChangeCode,
  path: Path,
  facts: ChangeFacts,
): void {
  const paths = { path: "", oldPath: [...old.path, ...path], newPath: [...now.path, ...path] };
  changes.report(code, compared, paths, facts);
}

function diffNames(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  for (const name of ["plural", "kind", "listKind", "singular"] as const) {
    const [before, after] = [old.names[name], now.names[name]];
    if (before === after) continue;
    const isFixed = name === "plural" || name === "kind";
    report(tools, compared, old, now, "diff/names-changed", ["spec", "names", name], {
      effects: isFixed
        ? ["stored", "writers", "readers"]
        : name === "listKind"
          ? ["readers"]
          : ["behaviour"],
      before: `${name} ${before}`,
      after: `${name} ${after}`,
      reason: isFixed
        ? "the server refuses to change it: the CRD, with all objects, would have to be deleted"
        : name === "listKind"
          ? "lists have another kind"
          : "kubectl takes another name",
    });
  }
}

function diffScope(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  if (old.scope === now.scope) return;
  report(tools, compared, old, now, "diff/scope-changed", ["spec", "scope"], {
    effects: ["stored", "writers", "readers"],
    before: old.scope,
    after: now.scope,
    reason: "the server refuses to change it: the CRD, with all objects, would have to be deleted",
  });
}

function diffSets(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  const lists: readonly (readonly [ChangeCode, keyof Names & ("shortNames" | "categories")])[] = [
    ["diff/short-names-changed", "shortNames"],
    ["diff/categories-changed", "categories"],
  ];
  for (const [code, name] of lists) {
    const [before, after] = [old.names[name], now.names[name]];
    if ([...before].sort().join("\0") === [...after].sort().join("\0")) continue;
    report(tools, compared, old, now, code, ["spec", "names", name], {
      effects: before.every((one) => after.includes(one)) ? ["safe"] : ["behaviour"],
      before: before.length === 0 ? undefined : before.join(", "),
      after: after.length === 0 ? undefined : after.join(", "),
      reason: "kubectl takes other names",
    });
  }
}

function diffConversion(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  if (old.conversion === now.conversion) return;
  const isShared = old.versions.length > 1 || now.versions.length > 1;
  report(tools, compared, old, now, "diff/conversion-changed", ["spec", "conversion", "strategy"], {
    effects: isShared ? ["unknown"] : ["safe"],
    before: old.conversion,
    after: now.conversion,
    reason: isShared
      ? "not decided: what the webhook does is not in the CRD"
      : "there is one version, so nothing is converted",
  });
}

function diffPruning(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  if (old.preserveUnknownFields === now.preserveUnknownFields) return;
  const path = ["spec", "preserveUnknownFields"];
  report(tools, compared, old, now, "diff/pruning-changed", path, {
    effects: now.preserveUnknownFields ? ["behaviour"] : ["stored", "writers", "readers"],
    before: old.preserveUnknownFields ? "kept" : "pruned",
    after: now.preserveUnknownFields ? "kept" : "pruned",
    reason: now.preserveUnknownFields
      ? "the server stores whatever it is sent"
      : "stored objects lose all fields that the schema does not name",
  });
}

function diffVersions(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  const before = new Map(old.versions.map((version) => [version.name, version]));
  const after = new Map(now.versions.map((version) => [version.name, version]));
  for (const [name, version] of before) {
    const other = after.get(name);
    if (other === undefined) reportLostVersion(tools, compared, now, version);
    else {
      const pair = { old: version, now: other, oldResource: old, newResource: now };
      diffVersion(tools, { ...pair, compared: { ...compared, version: name } });
    }
  }
  for (const [name, version] of after) {
    if (!before.has(name)) reportNewVersion(tools, { ...compared, version: name }, version);
  }
}

function reportLostVersion(
  tools: DiffTools,
  compared: Compared,
  now: Resource,
  version: Version,
): void {
  const isStored = version.storage;
  const of = { ...compared, version: version.name };
  const paths = {
    path: "",
    oldPath: [...version.path, "name"],
    newPath: [...now.path, "spec", "versions"],
  };
  tools.changes.report("diff/version-removed", of, paths, {
    effects: [
      ...(isStored ? (["stored"] as const) : []),
      ...(version.served ? (["writers", "readers"] as const) : []),
      isStored || version.served ? "behaviour" : "safe",
    ],
    before: version.name,
    reason: isStored
      ? "objects are stored in it: the server refuses the CRD until they have been migrated"
      : version.served
        ? "the server answers requests to it with 404"
        : "it was neither served nor stored",
  });
}

function reportNewVersion(tools: DiffTools, compared: Compared, version: Version): void {
  const paths = {
    path: "",
    oldPath: version.path.slice(0, -1),
    newPath: [...version.path, "name"],
  };
  tools.changes.report("diff/version-added", compared, paths, {
    effects: ["safe"],
    after: version.name,
    reason: version.served ? "clients may ask for it" : "it is not served",
  });
}

/**
 * Compares in which version objects are stored. Without a webhook the server changes nothing but
 * the apiVersion, and prunes what the schema of the storage version does not name (apiextensions
 * `apiserver/conversion/nop_converter.go`).
 */
function diffStorage(tools: DiffTools, compared: Compared, old: Resource, now: Resource): void {
  const before = old.versions.find(({ storage }) => storage);
  const after = now.versions.find(({ storage }) => storage);
  if (before === undefined || after === undefined || before.name === after.name) return;
  const lost = now.conversion === "None" ? lostFields(tools, compared, before, after) : [];
  const isUnknown = now.conversion === "Webhook" && before.schema !== after.schema;
  const paths = {
    path: "",
    oldPath: [...before.path, "storage"],
    newPath: [...after.path, "storage"],
  };
  tools.changes.report("diff/storage-version-changed", compared, paths, {
    effects: effectsOf(lost.length > 0, isUnknown),
    before: before.name,
    after: after.name,
    reason:
      lost.length > 0
        ? `the schema of ${after.name} does not name ${someOf(lost)}: stored objects lose that`
        : isUnknown
          ? "not decided: what the webhook does is not in the CRD"
          : "stored objects are rewritten with their next update",
  });
}

function effectsOf(loses: boolean, isUnknown: boolean): readonly Effect[] {
  if (loses) return ["stored", "writers"];
  return isUnknown ? ["unknown"] : ["behaviour"];
}

const namedAtMost = 3;

function someOf(paths: readonly string[]): string {
  const more = paths.length - namedAtMost;
  return `${paths.slice(0, namedAtMost).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The paths of what one version keeps and the other prunes. */
function lostFields(
  tools: DiffTools,
  compared: Compared,
  before: Version,
  after: Version,
): readonly string[] {
  if (before.schema === undefined || after.schema === undefined) return [];
  const changes = new ChangeList();
  const place = {
    path: "",
    oldPath: before.path,
    newPath: after.path,
    inAtomicList: false,
    isBuiltIn: false,
    isRuled: false,
  };
  const pair = { ...place, old: nodeOf(before.schema), now: after.schema, holder: "root" as const };
  diffSchema({ ...tools, changes, compared }, pair, tools.ruleJudge);
  return changes.list.filter(({ code }) => pruning.has(code)).map(({ path }) => path);
}

const pruning: ReadonlySet<string> = new Set([
  "diff/field-removed",
  "diff/field-renamed",
  "diff/unknown-fields-pruned",
  "diff/map-values-removed",
]);
