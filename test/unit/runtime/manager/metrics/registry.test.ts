import { describe, expect, it } from "vitest";
import { MetricsRegistry } from "../../../../../src/runtime/v1/manager.js";

describe("the text", () => {
  it("has families by name, and numbers by their labels", () => {
    const registry = new MetricsRegistry();
    const sold = registry.counter({ name: "b_total", help: "Sold", labels: ["kind", "color"] });
    sold.add(1, { kind: "hat", color: "red" });
    sold.add(2, { kind: "cap", color: "red" });
    sold.add(3, { kind: "cap", color: "blue" });
    sold.add(0.5, { kind: "cap", color: "blue" });
    registry.gauge({ name: "a", help: "Open" }).set(-1.5);
    expect(registry.text()).toBe(
      [
        "# HELP a Open",
        "# TYPE a gauge",
        "a -1.5",
        "# HELP b_total Sold",
        "# TYPE b_total counter",
        'b_total{color="blue",kind="cap"} 3.5',
        'b_total{color="red",kind="cap"} 2',
        'b_total{color="red",kind="hat"} 1',
        "",
      ].join("\n"),
    );
  });

  it("escapes help and values, and prints numbers as Go does", () => {
    const registry = new MetricsRegistry();
    const gauge = registry.gauge({ name: "g", help: 'a\\b\n"c"', labels: ["of"] });
    gauge.set(NaN, { of: 'a\\b\n"c"' });
    gauge.set(-Infinity, { of: "é" });
    gauge.set(1_234_567, { of: "x" });
    expect(registry.text()).toBe(
      [
        '# HELP g a\\\\b\\n"c"',
        "# TYPE g gauge",
        'g{of="a\\\\b\\n\\"c\\""} NaN',
        'g{of="x"} 1.234567e+06',
        'g{of="é"} -Inf',
        "",
      ].join("\n"),
    );
  });

  it("counts sizes by upper bounds, which belong to their bucket", () => {
    const registry = new MetricsRegistry();
    const times = registry.histogram({
      name: "t",
      help: "Times",
      labels: ["of"],
      buckets: [1e-8, 0.1, 1, Infinity],
    });
    for (const time of [0.1, 0.2, 1, 7, 1e-9]) times.observe(time, { of: "x" });
    expect(registry.text().split("\n").slice(2, -1)).toEqual([
      't_bucket{of="x",le="1e-08"} 1',
      't_bucket{of="x",le="0.1"} 2',
      't_bucket{of="x",le="1"} 4',
      't_bucket{of="x",le="+Inf"} 5',
      't_sum{of="x"} 8.300000001',
      't_count{of="x"} 5',
    ]);
  });

  it("shows what has no labels from the beginning, and of the rest what there is", () => {
    const registry = new MetricsRegistry();
    registry.counter({ name: "a_total", help: "" });
    registry.counter({ name: "b_total", help: "", labels: ["of"] });
    registry.collected({ name: "c", help: "", type: "gauge", labels: ["of"], read: () => [] });
    expect(registry.text()).toBe("# HELP a_total \n# TYPE a_total counter\na_total 0\n");
  });

  it("asks for collected numbers each time; what fails is left out, and said once", () => {
    const told: unknown[] = [];
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (...entry: unknown[]) => told.push(entry),
    };
    const registry = new MetricsRegistry({ logger });
    let looks = 0;
    registry.collected({ name: "a", help: "A", type: "gauge", read: () => [[++looks]] });
    registry.collected({
      name: "b",
      help: "B",
      type: "gauge",
      read: () => {
        throw new Error("no");
      },
    });
    registry.text();
    expect(registry.text()).toBe("# HELP a A\n# TYPE a gauge\na 2\n");
    expect(told).toEqual([[{ metric: "b", error: "no" }, "a metric cannot be read"]]);
  });
});

describe("refused", () => {
  const registry = new MetricsRegistry();
  registry.counter({ name: "taken", help: "" });
  it.each([
    ["a name that is taken", { name: "taken" }, "there is a metric taken already"],
    ["a name with a space", { name: "a b" }, 'not a name of a metric: "a b"'],
    ["a label with a dash", { name: "a", labels: ["x-y"] }, 'not a name of a label: "x-y"'],
    ["a reserved label", { name: "a", labels: ["__x"] }, 'not a name of a label: "__x"'],
    ["le of a histogram", { name: "a", labels: ["le"] }, 'not a name of a label: "le"'],
    ["buckets that fall", { name: "a", buckets: [2, 1] }, "buckets must be numbers that grow"],
  ])("%s", (_, options, message) => {
    expect(() => registry.histogram({ help: "", ...options })).toThrow(message);
  });

  it("counters that fall, and labels that are missing", () => {
    const counter = registry.counter({ name: "c", help: "", labels: ["a", "b"] });
    expect(() => {
      counter.add(-1, { a: "", b: "" });
    }).toThrow(RangeError);
    expect(() => {
      counter.add(1, { a: "" } as { a: string; b: string });
    }).toThrow("c needs the label b");
  });
});
