import { describe, expect, it } from "vitest";
import { selectorsOf } from "../../../../src/runtime/v1/built-in/selectors/selectors.js";

const pods = selectorsOf({ group: "", version: "v1", kind: "Pod" }, 37);

describe("field selectors of built-in kinds", () => {
  it("know aliases and zero values", () => {
    const pod = { spec: { nodeName: "n" }, status: { podIPs: [{ ip: "10.0.0.1" }] } };
    expect(pods.accepted).toContain("spec.host");
    expect(pods.textOf(pod, "spec.host")).toBe("n");
    expect(pods.textOf(pod, "spec.hostNetwork")).toBe("false");
    expect(pods.textOf(pod, "status.phase")).toBe("");
    expect(pods.textOf(pod, "status.podIPs")).toBe("");
    const jobs = selectorsOf({ group: "batch", version: "v1", kind: "Job" }, 37);
    expect(jobs.textOf({}, "status.successful")).toBe("0");
    expect(jobs.textOf({ status: { succeeded: 2 } }, "status.successful")).toBe("2");
  });

  it("take the component of an event for its source, or its controller", () => {
    const events = selectorsOf({ group: "", version: "v1", kind: "Event" }, 37);
    expect(events.textOf({ reportingComponent: "c" }, "source")).toBe("c");
    expect(events.textOf({ source: { component: "d" } }, "source")).toBe("d");
  });

  it("differ between releases", () => {
    const service = { group: "", version: "v1", kind: "Service" };
    expect(selectorsOf(service, 30).accepted).toEqual([]);
    expect(selectorsOf(service, 31).accepted).toEqual(["spec.clusterIP", "spec.type"]);
  });

  it("refuse other fields in the server's words", () => {
    expect(pods.faultOf("a")).toBe("field label not supported: a");
    const jobs = selectorsOf({ group: "batch", version: "v1", kind: "Job" }, 37);
    expect(jobs.faultOf("a")).toBe('field label "a" not supported for Job');
    const slices = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice" };
    expect(selectorsOf(slices, 37).faultOf("a")).toBe(
      "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: a",
    );
    const roles = selectorsOf({ group: "apps", version: "v1", kind: "Deployment" }, 37);
    expect(roles.faultOf("a")).toBe(
      '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });
});
