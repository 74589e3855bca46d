import { describe, expect, it } from "vitest";
import type { CelProposal } from "../../../../../src/tools/language/cel/complete.js";
import { createLanguageService } from "../../../../../src/tools/language/service.js";
import { Random } from "../../../../support/random.js";
import { ruledCrd } from "./ruled-crd.js";

/** What is proposed where `|` stands in a rule; `^` where a block scalar begins. */
async function complete(rule: string, more = ""): Promise<readonly CelProposal[]> {
  const text = ruledCrd(rule.replace("¦", "@@"), more);
  const offset = text.indexOf("@@");
  const language = await createLanguageService().cel();
  return (await language.complete(text.replace("@@", ""), offset)) ?? [];
}

async function labels(rule: string, more = ""): Promise<readonly string[]> {
  return (await complete(rule, more)).map(({ label }) => label);
}

const fields = ["replicas", "name", "__namespace__", "started", "labels", "ports"];

async function fieldsOf(rule: string, more = ""): Promise<readonly string[]> {
  return (await complete(rule, more))
    .filter(({ kind }) => kind === "field")
    .map(({ label }) => label);
}

describe("completion in rules", () => {
  it.each([
    ["after a dot", "self.¦"],
    ["in a word", "self.rep¦"],
    ["in the middle of a rule", "self.¦ > 1 && self.name == ''"],
    ["of oldSelf", "self.replicas > oldSelf.¦"],
    ["behind a blank", "self.replicas >  self.¦"],
    ["in a literal block", "|\n  self.replicas > 1 &&\n  self.¦"],
    ["in a folded block", ">-\n  self.replicas > 1 &&\n  self.¦\n  && true"],
    ["in quotes", '"self.¦"'],
    ["in quotes that nothing ends", '"self.¦'],
    ["in lines of quotes that nothing ends", '"self.replicas > 1 &&\n  self.¦'],
    ["in lines of single quotes that nothing ends", "'self.replicas > 1 &&\n\n  true &&\n  self.¦"],
    ["in a plain scalar that is none", "self.replicas > 1 ? true : self.¦"],
    ["in an argument that nothing ends", "has(self.¦"],
    ["in a list that nothing ends", "self.name in [self.¦"],
    ["in a message", "self.replicas > 1", "\n                  messageExpression: self.¦"],
  ])("offers the fields of self %s", async (_, rule, more = "") => {
    const [text, behind] = [rule, more];
    if (behind === "") expect(await fieldsOf(text)).toEqual(fields);
    else {
      const whole = ruledCrd(text, behind);
      const offset = whole.indexOf("¦");
      const language = await createLanguageService().cel();
      const found = await language.complete(whole.replace("¦", ""), offset);
      expect(found?.filter(({ kind }) => kind === "field").map(({ label }) => label)).toEqual(
        fields,
      );
    }
  });

  it("follows chains, indices and variables of macros", async () => {
    expect(await fieldsOf("self.ports[0].¦")).toEqual(["port", "host__dash__name"]);
    expect(await fieldsOf("self.ports.all(p, p.¦")).toEqual(["port", "host__dash__name"]);
    expect(await fieldsOf("self.ports.filter(p, p.port > 1).exists(q, q.¦)")).toEqual([
      "port",
      "host__dash__name",
    ]);
    expect(await labels("self.labels.all(k, k.¦)")).toContain("startsWith");
    expect(await labels("self.ports.all(port, ¦)")).toContain("port");
    expect(await labels("self.ports.all(port, true) && ¦")).not.toContain("port");
  });

  it("offers functions that fit, with signatures and costs", async () => {
    const found = await complete("self.name.¦");
    const split = found.find(({ label }) => label === "split");
    expect(split?.detail).toBe(
      "string.split(string) -> list(string)\nstring.split(string, int) -> list(string)",
    );
    expect(split?.insert).toBe("split(");
    expect(split?.documentation).toContain("cost");
    expect(found.map(({ label }) => label)).not.toContain("all");
    expect(await labels("self.ports.¦")).toContain("exists_one");
    expect(await labels("self.started.¦")).toContain("getFullYear");
    expect(await labels("sets.¦")).toEqual(["contains", "equivalent", "intersects"]);
    expect(await labels("¦")).toEqual(expect.arrayContaining(["self", "oldSelf", "has", "size"]));
  });

  it("offers nothing in texts and comments", async () => {
    expect(await labels("self.name == 'self.¦'")).toEqual([]);
    expect(await labels("|\n  self.name == '' // self.¦")).toEqual([]);
    expect(await labels("|\n  self.name == 'self.¦")).toEqual([]);
  });

  it("offers nothing behind a rule that has its end", async () => {
    expect(await labels('"self.replicas > 1"\n  self.¦')).toEqual([]);
    expect(await labels("self.replicas > 1", "\n  more: ]\n      self.¦")).toEqual([]);
  });

  it("replaces the word, and tells types and descriptions", async () => {
    const text = ruledCrd("self.rep > 1");
    const offset = text.indexOf("self.rep") + 7;
    const language = await createLanguageService().cel();
    const [first] = (await language.complete(text, offset)) ?? [];
    expect(text.slice(first?.from, first?.to)).toBe("rep");
    expect(first).toMatchObject({ detail: "int", documentation: "How *many* there are." });
  });

  it("never throws, whatever is written", async () => {
    const random = new Random(60);
    const language = await createLanguageService().cel();
    const rules = [
      `self.ports.all(p, p.port > 1 && self.ports.exists_one(q, q.port == p.port))`,
      `'|\n  has(self.name) ? self.name.startsWith("a") : self.labels.map(k, k + "x").size() > 0'`,
      `">\n  self.?name.optMap(n, n.size()).orValue(0) < {'a': [1, 2.0, 3u]}['a'][0]"`,
    ];
    for (let again = 0; again < 200; again++) {
      const rule = random.pick(rules);
      const cut = random.below(rule.length + 1);
      const text = ruledCrd(rule.slice(0, cut) + (again % 2 === 0 ? "" : rule.slice(cut + 3)));
      const offset = text.indexOf("rule:") + 5 + random.below(cut + 3);
      for (const { from, to } of (await language.complete(text, offset)) ?? []) {
        expect(from <= to && to <= text.length).toBe(true);
      }
      await language.help(text, offset);
      await language.words(text);
      await language.costs(text);
    }
  });
});

describe("help in rules", () => {
  async function help(rule: string): Promise<unknown> {
    const text = ruledCrd(rule.replace("¦", "@@"));
    const language = await createLanguageService().cel();
    return language.help(text.replace("@@", ""), text.indexOf("@@"));
  }

  it("tells types, signatures and what macros mean", async () => {
    expect(await help("self.¦replicas > 1")).toMatchObject({
      code: ["self.replicas: int"],
      description: "How *many* there are.",
    });
    expect(await help("self.ports.all(p, p.¦port > 1)")).toMatchObject({ code: ["p.port: int"] });
    expect(await help("self.name.¦size() > 1")).toMatchObject({ code: ["string.size() -> int"] });
    expect(await help("self.ports.¦all(p, true)")).toMatchObject({
      code: ["all(x, condition)", "all(i, x, condition)"],
    });
    expect(await help("¦self.replicas > 1")).toMatchObject({ code: ["self: object"] });
    expect(await help("sets.¦contains(self.ports, [])")).toMatchObject({
      code: ["sets.contains(list(T), list(T)) -> bool"],
    });
  });
});

describe("help with operators", () => {
  it.each([
    ["self.replicas ¦+ 1 > 2", ["int + int -> int"]],
    ["self.name ¦+ 'a' == ''", ["string + string -> string"]],
    ["self.replicas ¦> 1", ["int > int -> bool", "int > double -> bool", "int > uint -> bool"]],
    ["self.replicas ¦== 1", ["A == A -> bool"]],
    ["true ¦&& true", ["bool && bool -> bool"]],
    ["¦!has(self.name)", ["!bool -> bool"]],
    ["self.name ¦in ['a']", ["A in list(A) -> bool", "A in map(A, B) -> bool"]],
    ["has(self.name) ¦? true : false", ["bool ? A : A -> A"]],
    ["¦-self.replicas < 0", ["-double -> double", "-int -> int"]],
    ["self.ports.all(p, p.port ¦- 1 > 0)", ["int - int -> int"]],
  ])("%s", async (rule, code) => {
    const text = ruledCrd(rule.replace("¦", "@@"));
    const language = await createLanguageService().cel();
    const help = await language.help(text.replace("@@", ""), text.indexOf("@@"));
    expect(help?.code).toEqual(code);
    expect(help?.meaning).toMatch(/^[A-Z].*\.$/);
  });
});

describe("costs of rules", () => {
  it("are told by lines, against the limits", async () => {
    const text = ruledCrd("self.ports.all(p, p.port > 1)");
    const language = await createLanguageService().cel();
    const notes = await language.costs(text);
    expect(notes.map(({ label }) => label)).toEqual([
      "rules cost 63 of 100,000,000",
      "costs 63 of 10,000,000",
    ]);
    const line = text.slice(0, notes[1]?.at).split("\n").at(-1);
    expect(line).toContain("rule: self.ports");
  });

  it("tell how far a rule is above its limit", async () => {
    const text = ruledCrd("self.ports.all(p, self.ports.all(q, self.ports.all(r, p == q)))");
    const language = await createLanguageService().cel();
    const notes = await language.costs(text.replace("maxItems: 10", "maxItems: 10000"));
    expect(notes.map(({ label }) => label)).toEqual([
      "rules cost 5,000,600,060,003 of 100,000,000, more than 100 times too much",
      "costs 5,000,600,060,003 of 10,000,000, more than 100 times too much",
    ]);
  });
});
