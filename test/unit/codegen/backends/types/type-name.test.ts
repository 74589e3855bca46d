import { describe, expect, it } from "vitest";
import { nameOfPath } from "../../../../../src/codegen/backends/names/assign.js";

describe("the name of a path", () => {
  it.each<[string, [string, ...string[]], string]>([
    ["is all of it where that fits", ["CronTab", "Spec", "Env"], "CronTabSpecEnv"],
    ["of eighty characters fits", ["Kind", "A".repeat(76)], `Kind${"A".repeat(76)}`],
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
      "MemorySpec_335v_SelfManagedConfigurationTriggerConditionsMessageBasedTrigger",
    ],
    [
      "keeps the beginning of a long kind",
      [
        "PolicyVirtualMachineConfigurationAssignment",
        "SpecificTopology",
        "TopologySpreadConstraint",
      ],
      "PolicyVirtualMachine_jn08_SpecificTopologyTopologySpreadConstraint",
    ],
    [
      "keeps the last words of a long field",
      [
        "Rollout",
        "Spec",
        "RequiredDuringSchedulingIgnoredDuringExecutionOfAllTheOthersThatComeAfterThem",
      ],
      "RolloutSpec_q3kk_SchedulingIgnoredDuringExecutionOfAllTheOthersThatComeAfterThem",
    ],
    [
      "cuts words that are too long themselves",
      ["K".repeat(63), "F".repeat(63)],
      `${"K".repeat(30)}_dh1p_${"F".repeat(44)}`,
    ],
  ])("%s", (_, path, name) => {
    expect(nameOfPath(path)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(80);
  });

  it("tells paths apart that differ in the middle alone", () => {
    const pathOf = (middle: string): [string, ...string[]] => [
      "Garden",
      "Spec",
      `VirtualCluster${middle}OfSomeOthers`,
      "Authorization",
      "StructuredAuthorizationKubeconfigs",
    ];
    const names = ["KubernetesOne", "KubernetesTwo"].map((middle) => nameOfPath(pathOf(middle)));
    expect(new Set(names).size).toBe(2);
    expect(names[0]).toMatch(
      /^GardenSpec_[0-9a-z]{4}_AuthorizationStructuredAuthorizationKubeconfigs$/,
    );
  });

  it("keeps the separator of spelled names", () => {
    const path: [string, ...string[]] = ["CronTab", "Spec", "LongFooDashBar".repeat(5), "B", "C"];
    expect(nameOfPath(path.slice(0, 2) as [string, string], "_")).toBe("CronTab_Spec"); // two of them
    expect(nameOfPath([...path, "EndOfIt"], "_")).toBe("CronTab_Spec_kjmz_B_C_EndOfIt");
  });
});
