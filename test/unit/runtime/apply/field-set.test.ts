import { describe, expect, it } from "vitest";
import {
  difference,
  fromFieldsV1,
  intersection,
  fieldPlaces,
  placeText,
  recursiveDifference,
  toFieldsV1,
  union,
} from "../../../../src/runtime/v1/apply/field-set.js";
import { FieldsFault } from "../../../../src/runtime/v1/apply/path-element.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";

const some = { "f:a": { ".": {}, "f:b": {}, "f:c": { "f:d": {} } }, "f:e": {} };
const other = { "f:a": { "f:b": {}, "f:c": {} }, "f:x": {} };

function textsOf(fields: Json): readonly string[] {
  return fieldPlaces(fromFieldsV1(fields)).map(placeText);
}

describe("fieldsV1", () => {
  it("is what was read", () => {
    expect(toFieldsV1(fromFieldsV1(some))).toEqual(some);
  });

  it("has its keys in the order of their bytes", () => {
    const fields = { "v:2": {}, "v:10": {}, "f:b": { "f:x": {}, ".": {} }, 'k:{"a":1}': {} };
    expect(JSON.stringify(toFieldsV1(fromFieldsV1(fields)))).toBe(
      '{"f:b":{".":{},"f:x":{}},"k:{\\"a\\":1}":{},"v:10":{},"v:2":{}}',
    );
  });

  it("has one text for each element, whatever it was read from", () => {
    const fields = { 'k:{"b": 1.0, "a":"<"}': {}, "v:1e-7": {}, 'v:"a"': {} };
    expect(Object.keys(toFieldsV1(fromFieldsV1(fields)))).toEqual([
      'k:{"a":"\\u003c","b":1}',
      'v:"a"',
      "v:1e-07",
    ]);
  });

  it("leaves out elements of a kind that is not known", () => {
    expect(toFieldsV1(fromFieldsV1({ "x:a": {}, "f:b": {} }))).toEqual({ "f:b": {} });
  });

  it.each([
    [{ spec: {} }],
    [{ "v:{": {} }],
    [{ "k:1": {} }],
    [{ "i:a": {} }],
    [{ "f:a": 1 }],
    ["x"],
  ])("refuses %j", (fields) => {
    expect(() => fromFieldsV1(fields)).toThrow(FieldsFault);
  });
});

describe("paths", () => {
  it("come in the order of the server: members before what is below them", () => {
    expect(textsOf(some)).toEqual([".a", ".e", ".a.b", ".a.c.d"]);
  });

  it("are sorted by values, numbers before texts before booleans", () => {
    const fields = { "v:true": {}, 'v:"b"': {}, "v:10": {}, "v:9": {}, "i:1": {}, "f:z": {} };
    expect(textsOf(fields)).toEqual([".z", "[=9]", "[=10]", '[="b"]', "[=true]", "[1]"]);
  });

  it("show stored numbers as floats", () => {
    expect(textsOf({ 'k:{"port":1000000,"x":80}': {} })).toEqual(["[port=1e+06,x=80]"]);
  });
});

describe("sets", () => {
  it.each([
    ["union", union, [".a", ".e", ".x", ".a.b", ".a.c", ".a.c.d"]],
    ["intersection", intersection, [".a.b"]],
    ["difference", difference, [".a", ".e", ".a.c.d"]],
    ["recursive difference", recursiveDifference, [".a", ".e"]],
  ])("%s", (_name, operation, expected) => {
    const result = operation(fromFieldsV1(some), fromFieldsV1(other));
    expect(fieldPlaces(result).map(placeText)).toEqual(expected);
  });
});
