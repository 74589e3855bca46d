import { expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../src/runtime/v1/values/json/json.js";
import { interpretAdmission, loadCompiledAdmission } from "../support/admissions.js";
import { schemaResource } from "../support/schema-resource.js";

/*
 * Rules over numbers that are no integers of 64 bits where the schema asks for integers: generated
 * code against the interpreter. A wrong kind hides what the schema says of them.
 */

const rules = [
  "self.n <= self.d", "self.n > 5", "self.n == self.d", "self.n != 4", "!(self.n < 4)", "self.n + self.d > 1", "self.n * 2 > 1",
  "-self.n < 0", "self.n % 2 == 0", "self.n in [1, 2]", "self.n in self.l", "string(self.n) != ''", "double(self.n) > 1.0",
  "has(self.n) && self.n > 3", "!has(self.n) || self.n > 3", "self.l.all(x, x > 5)", "self.l.all(x, x < self.n)",
  "self.l.exists(x, x == 5)", "self.l[0] > 1", "self.l.sum() > 1", "self.l.max() > 1", "self.m.all(k, self.m[k] > 1)", "self.m['a'] > 1",
  "self.n == 3 || self.d == 4", "self.d == 5 && self.n == 3", "self.?n.orValue(1) > 0", "self.d > 3 ? self.n > 0 : true",
]; // prettier-ignore
const numbers = [
  3, 1.5, 2.9999999999999996, -0, 1e21, 2 ** 53, 2 ** 60, 2 ** 63, -(2 ** 63), 9223372036854775807n, new Float64(1),
]; // prettier-ignore

const compiledAdmission = await loadCompiledAdmission();

it.each(rules)("%s", (rule) => {
  for (const format of ["", "int32", "int64"]) {
    const n = format === "" ? { type: "integer" } : { type: "integer", format };
    const l = { type: "array", maxItems: 5, items: n };
    const m = { type: "object", maxProperties: 5, additionalProperties: n };
    const validations = { "x-kubernetes-validations": [{ rule }] };
    const spec = { type: "object", properties: { n, d: n, l, m }, ...validations };
    const { resource, version } = schemaResource({ type: "object", properties: { spec } });
    const compiled = compiledAdmission(resource, version);
    const interpreted = interpretAdmission(resource, version);
    for (const number of numbers) {
      const odd = { n: number, d: 4, l: [number], m: { a: number } };
      for (const kind of ["Sample", "Other"]) {
        const object: JsonObject = { apiVersion: "example.com/v1", kind, metadata: { name: "a" } };
        const said = compiled({ ...object, spec: odd }, {});
        expect(said, String(number)).toEqual(interpreted({ ...object, spec: odd }, {}));
      }
    }
  }
});
