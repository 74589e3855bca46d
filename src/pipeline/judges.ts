import type { Judges } from "../frontend/judges.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { defaultsJudge } from "./defaults-judge.js";
import { createRulesJudge } from "./rules-judge.js";

/** What the front end asks of later phases, for one server. */
export function createJudges(minor: KubernetesMinor): Judges {
  return { defaults: defaultsJudge, compileRules: createRulesJudge(minor) };
}
