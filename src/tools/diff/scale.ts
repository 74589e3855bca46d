import type { Scale } from "../../crd/ir/resource.js";
import type { Schema } from "../../crd/ir/schema.js";
import type { Path } from "../../crd/source/source-file.js";
import type { ValueNode } from "../../crd/values/value-node.js";
import { childNode, nodeOf } from "../../crd/values/value-node.js";
import type { ChangeCode } from "./catalog.js";
import type { ChangeFacts } from "./change.js";
import { shortJson } from "./change.js";
import type { Containment } from "./containment/containment.js";
import type { Verdict } from "./containment/proofs.js";
import { failsWith, holds } from "./containment/proofs.js";

/** Reports a change of the scale subresource. */
type ReportScale = (
  code: ChangeCode,
  keyword: Path,
  facts: ChangeFacts & { readonly path?: string },
) => void;

const pathNames = ["specReplicasPath", "statusReplicasPath", "labelSelectorPath"] as const;

/** Compares the scale subresources of a version. */
export function diffScale(
  old: Scale | undefined,
  now: Scale | undefined,
  schema: Schema | undefined,
  report: ReportScale,
  containment: Containment,
): void {
  if (old === undefined && now === undefined) return;
  if (now === undefined) {
    report("diff/scale-removed", [], {
      effects: ["writers", "readers"],
      before: scaleText(old),
      reason: "the server answers requests to /scale with 404",
    });
    return;
  }
  const verdicts = pathNames.map((name) => verdictOf(name, old, now, schema, containment));
  if (old === undefined) {
    report("diff/scale-added", [], {
      ...factsOf(verdicts, "safe", "its values at these paths were always good"),
      after: scaleText(now),
    });
    return;
  }
  for (const [index, name] of pathNames.entries()) {
    if (old[name] === now[name]) continue;
    const verdict = verdicts[index] ?? holds;
    report("diff/scale-changed", [name], {
      ...factsOf([verdict], "behaviour", "autoscalers read and write another field"),
      before: old[name],
      after: now[name],
    });
  }
}

function scaleText(scale: Scale | undefined): string | undefined {
  if (scale === undefined) return undefined;
  return pathNames.flatMap((name) => scale[name] ?? []).join(", ");
}

function factsOf(
  verdicts: readonly Verdict[],
  good: "safe" | "behaviour",
  reason: string,
): ChangeFacts {
  const failed = verdicts.find(({ is }) => is === "fails");
  if (failed?.is !== "fails") return { effects: [good], reason };
  return {
    // The checks of these paths do not ratchet.
    effects: ["stored", "writers", good],
    reason: `${shortJson(failed.example)} was valid at one of its paths and is refused now`,
    example: failed.example,
  };
}

/**
 * Tells whether the values at a path are as the server demands them there: int64 from 0 to
 * 2^31 - 1, for the selector a text (apiextensions `registry/customresource/strategy.go`).
 */
function verdictOf(
  name: (typeof pathNames)[number],
  old: Scale | undefined,
  now: Scale,
  schema: Schema | undefined,
  containment: Containment,
): Verdict {
  const path = now[name];
  if (path === undefined || old?.[name] === path || schema === undefined) return holds;
  const node = follow(nodeOf(schema), path.replace(/^\./, "").split("."));
  // Where the schema does not lead, nothing is stored.
  if (node === undefined) return holds;
  const isText = name === "labelSelectorPath";
  const refused = containment.samples.of(node).find((value) => {
    if (value === null) return true;
    if (isText) return typeof value !== "string";
    return !(Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31);
  });
  return refused === undefined ? holds : failsWith(refused);
}

function follow(node: ValueNode, steps: readonly string[]): ValueNode | undefined {
  let at = node;
  for (const step of steps) {
    const schema = at.schema.fields.get(step);
    if (schema === undefined) return undefined;
    at = childNode(at, schema, (branch) => branch.fields.get(step));
  }
  return at;
}
