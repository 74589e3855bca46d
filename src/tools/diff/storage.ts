import type { Resource, Version } from "../../crd/ir/resource.js";
import { nodeOf } from "../../crd/values/value-node.js";
import type { Compared } from "./change-list.js";
import { ChangeList } from "./change-list.js";
import type { DiffTools } from "./diff-tools.js";
import type { Effect } from "./effect.js";
import { diffSchema } from "./schema/diff-schema.js";

/**
 * Compares in which version objects are stored. Without a webhook the server changes nothing but
 * the apiVersion, and prunes what the schema of the storage version does not name (apiextensions
 * `apiserver/conversion/nop_converter.go`).
 */
export function diffStorage(
  tools: DiffTools,
  compared: Compared,
  old: Resource,
  now: Resource,
): void {
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
