import { describe, expect, it } from "vitest";
import { nameOfPath } from "../../../../src/backends/names/type-name.js";

describe("the name of a path", () => {
  it.each<[string, [string, ...string[]], string]>([
    ["is all of it where that fits", ["CronTab", "Spec", "Env"], "CronTabSpecEnv"],
    ["of sixty characters fits", ["Kind", "A".repeat(56)], `Kind${"A".repeat(56)}`],
    [
      "keeps the kind, the first field and the last ones",
      [
        "Memory",
        "Spec",
        "MemoryStrategies",
        "CustomMemoryStrategy",
        "SelfManagedConfiguration",
        "TriggerConditions",
        "MessageBasedTrigger",
      ],
      "MemorySpec_335v_TriggerConditionsMessageBasedTrigger",
    ],
    [
      "keeps the beginning of a long kind",
      ["PolicyVirtualMachineConfigurationAssignment", "TopologySpreadConstraint"],
      "PolicyVirtualMachine_cjsz_TopologySpreadConstraint",
    ],
    [
      "keeps the last words of a long field",
      ["Rollout", "Spec", "RequiredDuringSchedulingIgnoredDuringExecutionOfAllTheOthers"],
      "RolloutSpec_6kgv_IgnoredDuringExecutionOfAllTheOthers",
    ],
    [
      "cuts words that are too long themselves",
      ["K".repeat(63), "F".repeat(63)],
      `${"K".repeat(30)}_dh1p_${"F".repeat(24)}`,
    ],
  ])("%s", (_, path, name) => {
    expect(nameOfPath(path)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(60);
  });

  it("tells paths apart that differ in the middle alone", () => {
    const pathOf = (middle: string): [string, ...string[]] => [
      "Garden",
      "Spec",
      `VirtualCluster${middle}`,
      "Authorization",
      "StructuredAuthorizationKubeconfigs",
    ];
    const names = ["KubernetesOne", "KubernetesTwo"].map((middle) => nameOfPath(pathOf(middle)));
    expect(new Set(names).size).toBe(2);
    expect(names[0]).toMatch(/^GardenSpec_[0-9a-z]{4}_StructuredAuthorizationKubeconfigs$/);
  });

  it("keeps the separator of spelled names", () => {
    const path: [string, ...string[]] = ["CronTab", "Spec", "LongFooDashBar".repeat(3), "B", "C"];
    expect(nameOfPath(path.slice(0, 2) as [string, string], "_")).toBe("CronTab_Spec"); // two of them
    expect(nameOfPath([...path, "EndOfIt"], "_")).toBe("CronTab_Spec_h5fj_B_C_EndOfIt");
  });
});
