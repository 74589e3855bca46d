import type { PrinterColumn, Resource, Version } from "../../crd/ir/resource.js";
import type { Schema } from "../../crd/ir/schema.js";
import { followSteps } from "../../crd/source/follow-steps.js";
import type { Path } from "../../crd/source/source-file.js";
import { nodeOf } from "../../crd/values/value-node.js";
import type { ChangeCode } from "./catalog.js";
import type { ChangeFacts, ChangeList, Compared } from "./change.js";
import type { Containment } from "./containment/containment.js";
import { diffScale } from "./scale.js";
import { diffDescriptions, diffSchema } from "./schema/diff-schema.js";
import type { DeclaredRenames } from "./schema/renames.js";
import type { RuleJudge } from "./schema/rules.js";
import type { SchemaContext } from "./schema/schema-pair.js";

/** The tools that all comparisons of one run share. */
export interface DiffTools {
  readonly changes: ChangeList;
  readonly containment: Containment;
  readonly ruleJudge: RuleJudge;
  /** The schema of what may be anything. */
  readonly anything: Schema;
  readonly renames: DeclaredRenames;
  /** Since 1.30 an update may keep a fault of the stored object. */
  readonly ratchets: boolean;
}

/** A version that both have. */
export interface VersionPair {
  readonly compared: Compared;
  readonly old: Version;
  readonly now: Version;
  readonly oldResource: Resource;
  readonly newResource: Resource;
}

/** Compares a version with itself: what is served, how, and its schema. */
export function diffVersion(tools: DiffTools, pair: VersionPair): void {
  const { old, now } = pair;
  if (old.served !== now.served) reportServed(tools, pair);
  diffDeprecation(tools, pair);
  diffStatus(tools, pair);
  diffColumns(tools, pair);
  diffSelectable(tools, pair);
  diffSchemas(tools, pair);
  diffScale(
    old.scale,
    now.scale,
    old.schema,
    (code, keyword, facts) => {
      report(tools, pair, code, ["subresources", "scale", ...keyword], facts);
    },
    tools.containment,
  );
}

function report(
  { changes }: DiffTools,
  { compared, old, now }: VersionPair,
  code: ChangeCode,
  keyword: Path,
  facts: ChangeFacts & { readonly path?: string },
): void {
  const { path = "", ...rest } = facts;
  const paths = { path, oldPath: [...old.path, ...keyword], newPath: [...now.path, ...keyword] };
  changes.report(code, compared, paths, rest);
}

function reportServed(tools: DiffTools, pair: VersionPair): void {
  const isServed = pair.now.served;
  report(tools, pair, isServed ? "diff/version-served" : "diff/version-unserved", ["served"], {
    effects: isServed ? ["safe"] : ["writers", "readers"],
    before: String(pair.old.served),
    after: String(isServed),
    reason: isServed
      ? "the server answers requests to it"
      : "the server answers requests to it with 404",
  });
}

function diffDeprecation(tools: DiffTools, pair: VersionPair): void {
  const before = pair.old.deprecated ? pair.old.deprecationWarning : undefined;
  const after = pair.now.deprecated ? pair.now.deprecationWarning : undefined;
  if (before === after) return;
  report(tools, pair, "diff/version-deprecated", ["deprecated"], {
    effects: ["behaviour"],
    before,
    after,
    reason:
      after === undefined
        ? "the server does not warn of it any more"
        : "the server warns of it with each answer",
  });
}

function diffStatus(tools: DiffTools, pair: VersionPair): void {
  const [before, after] = [pair.old.status, pair.now.status];
  if (before === after) return;
  const hasStatus = pair.old.schema?.fields.has("status") !== false;
  const keyword = ["subresources", "status"];
  if (after) {
    report(tools, pair, "diff/status-added", keyword, {
      path: "status",
      effects: hasStatus ? ["writers"] : ["safe"],
      reason: hasStatus
        ? "writes to the object itself lose their status: it has to be written to /status"
        : "there was no status before",
    });
  } else {
    report(tools, pair, "diff/status-removed", keyword, {
      path: "status",
      effects: ["writers"],
      reason: "the server answers requests to /status with 404",
    });
  }
}

function diffColumns(tools: DiffTools, pair: VersionPair): void {
  const before = byName(pair.old.printerColumns);
  const after = byName(pair.now.printerColumns);
  for (const [name, column] of before) {
    const now = after.get(name);
    if (now === undefined) {
      reportColumn(tools, pair, "diff/column-removed", columnText(column), undefined);
    } else if (columnText(column) !== columnText(now)) {
      reportColumn(tools, pair, "diff/column-changed", columnText(column), columnText(now));
    }
  }
  for (const [name, column] of after) {
    if (!before.has(name)) {
      reportColumn(tools, pair, "diff/column-added", undefined, columnText(column));
    }
  }
}

function byName(columns: readonly PrinterColumn[]): ReadonlyMap<string, PrinterColumn> {
  return new Map(columns.map((column) => [column.name, column]));
}

function columnText({ name, type, format, priority, jsonPath }: PrinterColumn): string {
  const parts = [type, ...(format === "" ? [] : [format]), ...(priority === 0 ? [] : ["wide"])];
  return `${name} (${parts.join(", ")}) of ${jsonPath}`;
}

function reportColumn(
  tools: DiffTools,
  pair: VersionPair,
  code: ChangeCode,
  before: string | undefined,
  after: string | undefined,
): void {
  report(tools, pair, code, ["additionalPrinterColumns"], {
    effects: ["behaviour"],
    before,
    after,
    reason: "kubectl get prints another table",
  });
}

function diffSelectable(tools: DiffTools, pair: VersionPair): void {
  const [before, after] = [pair.old.selectableFields, pair.now.selectableFields];
  const lost = before.filter((path) => !after.includes(path));
  const fresh = after.filter((path) => !before.includes(path));
  for (const path of lost) {
    report(tools, pair, "diff/selectable-field-removed", ["selectableFields"], {
      path: path.replace(/^\./, ""),
      effects: ["readers"],
      before: path,
      reason: "the server refuses field selectors that name it",
    });
  }
  for (const path of fresh) {
    report(tools, pair, "diff/selectable-field-added", ["selectableFields"], {
      path: path.replace(/^\./, ""),
      effects: ["safe"],
      after: path,
      reason: "field selectors can name it",
    });
  }
}

function diffSchemas(tools: DiffTools, pair: VersionPair): void {
  const { compared, old, now, oldResource, newResource } = pair;
  const context: SchemaContext = { ...tools, compared };
  const oldPath = schemaPath(oldResource, old);
  const newPath = schemaPath(newResource, now);
  const { schema: before = tools.anything } = old;
  const { schema: after = tools.anything } = now;
  const place = { path: "", oldPath, newPath };
  const root = {
    ...place,
    old: nodeOf(before),
    now: after,
    inAtomicList: false,
    isBuiltIn: false,
    isRuled: false,
  } as const;
  diffSchema(context, { ...root, holder: "root" }, tools.ruleJudge);
  diffDescriptions(context, {
    ...place,
    old: followSteps(compared.oldDocument?.value, oldPath),
    now: followSteps(compared.newDocument?.value, newPath),
  });
}

/** Where the schema stands: in older CRDs one stands for all versions. */
function schemaPath({ document, path }: Resource, version: Version): Path {
  const ownPath = [...version.path, "schema", "openAPIV3Schema"];
  if (followSteps(document.value, ownPath) !== undefined) return ownPath;
  const shared = [...path, "spec", "validation", "openAPIV3Schema"];
  return followSteps(document.value, shared) === undefined ? ownPath : shared;
}
