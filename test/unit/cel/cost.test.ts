import { describe, expect, it } from "vitest";
import { checkExpression } from "../../../src/cel/check-expression.js";
import { isCelIssues } from "../../../src/cel/check/checked.js";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import { costModel } from "../../../src/cel/cost-model.js";
import { estimateCost } from "../../../src/cel/cost.js";
import { SchemaTable } from "../../../src/crd/ir/schema-table.js";
import { DeclaredTypes } from "../../../src/crd/rules/declared-type.js";
import type { Json } from "../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";

const shortString = { type: "string", maxLength: 10 };

/** Worst-case cost of a rule on an object with one field `f`. */
function cost(field: Json, text: string, minor: KubernetesMinor = 37): string {
  const schema = new SchemaTable().schema({ type: "object", properties: { f: field } });
  const declared = new DeclaredTypes(minor).of(schema, false);
  if (declared === undefined) throw new Error("no type");
  const self = declared.celType("self", "reserved words too");
  const environment = createEnvironment({
    kubernetesVersion: minor,
    stored: true,
    variables: new Map([["self", self]]),
  });
  const checked = checkExpression(environment, text);
  if (isCelIssues(checked)) throw new Error(checked.issues[0]?.message);
  return String(estimateCost(checked, costModel(minor, declared)).max);
}

describe("worst-case cost", () => {
  it.each<[Json, string, string]>([
    [{ type: "array", items: { type: "string" } }, "self.f.all(x, x == x)", "329858626353"],
    [{ type: "array", maxItems: 10, items: shortString }, "self.f.all(x, x == x)", "93"],
    [{ type: "array", maxItems: 10, items: shortString }, "self.f.map(x, x).size() == 1", "145"],
    [{ type: "array", maxItems: 10, items: shortString }, "self.f.exists_one(x, x == x)", "84"],
    [{ type: "array", maxItems: 10, items: shortString }, 'self.f.join(",") == ""', "43"],
    [{ type: "array", maxItems: 10, items: shortString }, "self.f.distinct().size() == 1", "215"],
    [{ type: "array", maxItems: 10, items: shortString }, "sets.contains(self.f, self.f)", "105"],
    [
      { type: "object", maxProperties: 10, additionalProperties: shortString },
      'self.f.all(k, self.f[k] == "a")',
      "83",
    ],
    [shortString, 'self.f.matches("^a+$")', "7"],
    [shortString, 'self.f.replace("a","bb") == ""', "10"],
    [shortString, "format.dns1123Label().validate(self.f).hasValue()", "132"],
    [{ type: "string" }, "has(self.f)", "1"],
    [{ type: "string" }, "bytes(self.f) == bytes(self.f)", "1887441"],
    [{ type: "string" }, "self.f + dyn('a') == self.f || true", "629151"],
  ])("%j %s: %s", (field, text, max) => {
    expect(cost(field, text)).toBe(max);
  });

  it.each<[Json, string, KubernetesMinor, string]>([
    [{ type: "integer" }, "self.?f == self.?f", 37, "5"],
    [{ type: "integer" }, "self.?f == self.?f", 33, "5"],
    [{ type: "integer" }, "self.?f == self.?f", 32, "1844674407370955268"],
    [{ type: "integer" }, "self.?f.orValue(1) == 2", 32, "4"],
    [shortString, "url(self.f) == url(self.f)", 32, "16"],
    [shortString, "url(self.f) == url(self.f)", 31, "1844674407370955276"],
    [shortString, "url(self.f) != url('a')", 31, "1844674407370955271"],
    [shortString, "url(self.f).getHost() == ''", 31, "7"],
  ])("%j %s on 1.%d: %s", (field, text, minor, max) => {
    expect(cost(field, text, minor)).toBe(max);
  });

  it("saturates at 2^64 - 1", () => {
    const list: Json = { type: "array", items: { type: "array", items: { type: "string" } } };
    const text = "self.f.all(a, self.f.all(b, self.f.all(c, self.f.all(d, a.all(e, e == b[0])))))";
    expect(cost(list, text)).toBe("18446744073709551615");
  });

  it("follows the server's version", () => {
    const list: Json = { type: "array", maxItems: 5, items: shortString };
    const sum = "self.f.map(x, size(x)).sum() > 1";
    expect(BigInt(cost(list, sum, 29))).toBeGreaterThan(10_000_000n);
    expect(cost(list, sum, 30)).toBe(cost(list, sum, 37));
    expect(cost(shortString, 'matches(self.f, "^a+$")', 36)).toBe("3");
    expect(cost(shortString, 'matches(self.f, "^a+$")', 37)).toBe("7");
    expect(cost(shortString, 'self.f.matches("^a+$")', 36)).toBe("7");
    const choice: Json = { type: "string", enum: ["a", "bcd"] };
    expect(cost(choice, "self.f == self.f", 28)).toBe("314577");
    expect(cost(choice, "self.f == self.f", 29)).toBe("5");
    expect(cost(choice, "(has(self.f) ? 1 : 0) + (has(self.f) ? 1 : 0) == 1", 28)).toBe("6");
    expect(cost(choice, "(has(self.f) ? 1 : 0) + (has(self.f) ? 1 : 0) == 1", 29)).toBe("4");
  });
});
