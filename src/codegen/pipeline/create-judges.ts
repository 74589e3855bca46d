import type { NewerServerAdvice } from "../../crd/frontend/findings/newer-server-help.js";
import type { Judges } from "../../crd/frontend/judges.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { createDefaultsJudge } from "./defaults-judge.js";
import { createPortableRulesJudge, createRulesJudge } from "./rules-judge.js";

/** What the front end asks of later phases, for one server. */
export function createJudges(minor: KubernetesMinor): Judges {
  return { defaults: createDefaultsJudge(minor), compileRules: createRulesJudge(minor) };
}

/** As `createJudges`, for authors who want to know what older servers refuse, from `minimum` on. */
export function createPortableJudges(
  minor: KubernetesMinor,
  minimum: KubernetesMinor,
  adviseNewer: NewerServerAdvice | undefined,
): Judges {
  const compileRules = createPortableRulesJudge(minor, minimum, adviseNewer);
  return { ...createJudges(minor), compileRules };
}
