import { describe, expect, it } from "vitest";
import {
  autoscalerInside,
  convertAutoscaler,
} from "../../../../src/runtime/v1/built-in/autoscaler-forms.js";
import { objectAt } from "../../../../src/runtime/v1/values/json/raw-fields.js";
import { metadataOf } from "../../../../src/runtime/v1/values/metadata/resource-metadata.js";

const prefix = "autoscaling.alpha.kubernetes.io/";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const cpu = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
};
const pods = {
  type: "Pods",
  pods: { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "5" } },
};

const scaler = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "a", annotations: { own: "<1>" } },
  spec: {
    scaleTargetRef: target,
    maxReplicas: 5,
    metrics: [pods, cpu],
    behavior: { scaleDown: { policies: [{ type: "Pods", value: 1, periodSeconds: 30 }] } },
  },
  status: { currentReplicas: 1, desiredReplicas: 2 },
};

describe("autoscalers in two versions", () => {
  it("have in annotations what the first version has no fields for", () => {
    const old = convertAutoscaler(scaler, "autoscaling/v1");
    expect(old["spec"]).toEqual({
      scaleTargetRef: target,
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 60,
    });
    expect(objectAt(metadataOf(old), "annotations")).toEqual({
      own: "<1>",
      [`${prefix}metrics`]:
        '[{"type":"Pods","pods":{"metricName":"hits","targetAverageValue":"5"}}]',
      [`${prefix}behavior`]:
        '{"ScaleUp":null,"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":null,"Policies":[{"Type":"Pods","Value":1,"PeriodSeconds":30}],"Tolerance":null}}',
    });
    expect(convertAutoscaler(old, "autoscaling/v2")).toEqual({
      ...scaler,
      metadata: { name: "a", annotations: { own: "<1>" } },
      status: { ...scaler.status, currentMetrics: null },
    });
  });

  it("aim at some use of the processor where nothing is said", () => {
    const old = { ...scaler, apiVersion: "autoscaling/v1", spec: { maxReplicas: 1 } };
    const { metrics } = objectAt(convertAutoscaler(old, "autoscaling/v2"), "spec") ?? {};
    const at = { type: "Utilization", averageUtilization: 80 };
    expect(metrics).toEqual([{ type: "Resource", resource: { name: "cpu", target: at } }]);
  });

  it.each(["{", "[1]", '{"a":1}', '[{"type":1}]'])(
    "pass over metrics that are none: %s",
    (text) => {
      const old = {
        ...scaler,
        apiVersion: "autoscaling/v1",
        metadata: { name: "a", annotations: { [`${prefix}metrics`]: text } },
        spec: { maxReplicas: 1, targetCPUUtilizationPercentage: 60 },
      };
      const converted = convertAutoscaler(old, "autoscaling/v2");
      expect(objectAt(converted, "spec")?.["metrics"]).toEqual([cpu]);
      expect(metadataOf(converted)).toEqual({ name: "a" });
    },
  );

  it("keep no annotations of the other version inside", () => {
    const annotated = {
      ...scaler,
      metadata: { name: "a", annotations: { [`${prefix}behavior`]: "{}" } },
    };
    expect(metadataOf(autoscalerInside(annotated, 37))).toEqual({ name: "a" });
  });
});
