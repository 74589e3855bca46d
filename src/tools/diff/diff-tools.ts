import type { Schema } from "../../crd/ir/schema.js";
import type { ChangeList } from "./change-list.js";
import type { Containment } from "./containment/containment.js";
import type { DeclaredRenames } from "./schema/renames.js";
import type { RuleJudge } from "./schema/rule-judge.js";

/** What all comparisons of one run share. */
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
