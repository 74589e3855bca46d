import { describe, expect, it } from "vitest";
import { compileBoat } from "../../../support/boat.js";

/*
 * Quick checks note the members that are wrong, and only those are looked at for errors: nothing
 * may be missed, whatever else an object is.
 */

const cargo = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, tons: { type: "integer" } },
};
const spec = {
  type: "object",
  required: ["hull"],
  properties: {
    hull: { type: "string" },
    masts: { type: "integer" },
    hold: cargo,
    decks: { type: "array", items: cargo },
    either: {
      ...cargo,
      anyOf: [{ required: ["tons"] }, { properties: { name: { minLength: 2 } } }],
    },
    counted: { type: "object", minProperties: 2, additionalProperties: { type: "integer" } },
  },
};
const version = await compileBoat({ schema: { type: "object", properties: { spec } } });
const head = { apiVersion: "sea.example.com/v1", kind: "Boat" };

function fieldsOf(object: object): string[] {
  return version
    .validate({ ...head, metadata: { name: "a" }, ...object })
    .map(({ field }) => field);
}

class Deck {
  readonly name = 1;
  readonly tons = "x";
}

describe("the errors of an object", () => {
  it.each([
    ["come in the order of its members", { masts: "x", hull: 1 }, ["spec.masts", "spec.hull"]],
    ["end with what is missing", { masts: "x" }, ["spec.masts", "spec.hull"]],
    ["may be nothing else", {}, ["spec.hull"]],
    [
      "are looked for inside of its members",
      { hull: "x", hold: { tons: "x" }, decks: [{ name: "a" }, { name: 1, tons: "x" }, 7] },
      ["spec.hold.tons", "spec.hold.name", "spec.decks[1].name", "spec.decks[1].tons", "spec.decks[2]"],
    ],
    [
      "do not spare branches where members are wrong",
      { hull: "x", either: { name: "a", tons: "x" } },
      ["spec.either.tons"],
    ],
    ["are those of branches where no member is", { hull: "x", either: { name: "a" } }, ["<nil>", "spec.either.name"]],
    ["count members beside wrong ones", { hull: "x", counted: { a: "x" } }, ["spec.counted", "spec.counted.a"]],
    [
      "are those of instances of classes, too",
      { hull: "x", hold: new Deck(), decks: [new Deck()] },
      ["spec.hold.name", "spec.hold.tons", "spec.decks[0].name", "spec.decks[0].tons"],
    ],
  ])("%s", (_, given, fields) => {
    expect(fieldsOf({ spec: given })).toEqual(fields);
  }); // prettier-ignore

  it("are those of type and metadata where these are missing", () => {
    expect(version.validate({ spec: { hull: 1 } }).map(({ field }) => field)).toEqual([
      "kind",
      "apiVersion",
    ]);
    expect(version.validate({ ...head, spec: { hull: 1 } }).map(({ field }) => field)).toEqual([
      "metadata.name",
      "spec.hull",
    ]);
  });
});

describe("whether an object is good", () => {
  class GoodDeck {
    readonly name = "a";
    readonly tons = 1;
  }
  const bare = Object.assign(Object.create(null) as object, { name: "a" });
  const isGood = (given: object): boolean =>
    version.is({ ...head, metadata: { name: "a" }, spec: given });

  it.each([
    ["an instance of a class", { hull: "x", hold: new GoodDeck() }, true],
    ["one in a list", { hull: "x", decks: [{ name: "a" }, new GoodDeck()] }, true],
    ["an object without a prototype", { hold: bare, hull: "x" }, true],
    ["an instance before something wrong", { hull: "x", hold: new GoodDeck(), masts: "x" }, false],
    ["an instance behind something wrong", { masts: "x", hull: "x", hold: new GoodDeck() }, false],
    ["an instance that is wrong", { hull: "x", hold: new Deck() }, false],
    ["an instance beside something missing", { hold: new GoodDeck() }, false],
    ["something wrong in what is wrong", { hull: "x", hold: { tons: "x", name: "a" } }, false],
    ["null that counts as missing", { hull: null, masts: 1 }, false],
  ])("%s", (_, given, expected) => {
    expect(isGood(given)).toBe(expected);
    // What was noted of one object says nothing about the next.
    expect(isGood({ hull: "x" })).toBe(true);
  });
});
