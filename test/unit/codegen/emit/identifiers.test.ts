import { describe, expect, it } from "vitest";
import {
  camelCase,
  isIdentifier,
  lowerBeginning,
  pascalCase,
  propertyKey,
  quote,
  spelledCase,
} from "../../../../src/codegen/emit/identifiers.js";

describe("names", () => {
  it.each([
    ["env", "Env"],
    ["dnsNames", "DnsNames"],
    ["foo-bar", "FooBar"],
    ["foo_bar", "FooBar"],
    ["HTTPRoute", "HTTPRoute"],
    ["__proto__", "Proto"],
    ["$ref", "Ref"],
    ["1st", "1st"],
    ["été", "Été"],
    // A letter by its class, which no identifier may hold.
    ["a\u2E2Fb", "AB"],
    ["🦄", "U1F984"],
    ["", "Empty"],
    ["a".repeat(300), "A" + "a".repeat(299)],
  ])("pascalCase %s", (text, want) => {
    expect(pascalCase(text)).toBe(want);
  });

  it.each([
    ["CronTab", "cronTab"],
    ["HTTPRoute", "httpRoute"],
    ["ACL", "acl"],
    ["S3Bucket", "s3Bucket"],
    ["VMProbe", "vmProbe"],
    ["Class", "classResource"],
    ["Function", "functionResource"],
    ["Object", "object"],
  ])("camelCase %s", (name, want) => {
    expect(camelCase(name)).toBe(want);
  });

  it.each([
    ["URL", "url"],
    ["APIVersion", "apiVersion"],
    ["IPs", "ips"],
    ["IPsOfPods", "ipsOfPods"],
    ["DNSSettings", "dnsSettings"],
    ["Default", "default"],
    ["V", "v"],
    ["été", "été"],
  ])("lowerBeginning %s", (name, want) => {
    expect(lowerBeginning(name)).toBe(want);
  });

  it("spells what names lose", () => {
    const names = ["foo-bar", "fooBar", "foo_bar", "foo.bar", "foo/bar", "🦄", "foo bar"].map(
      spelledCase,
    );
    expect(names).toEqual([
      "FooDashBar",
      "FooBar",
      "FooUnderscoreBar",
      "FooDotBar",
      "FooSlashBar",
      "U1F984",
      "FooSpaceBar",
    ]);
    expect(names.every(isIdentifier)).toBe(true);
  });

  it("quotes keys and strings as prettier does", () => {
    expect(["a", "$ref", "class", "foo-bar", "1", "ünï", ""].map(propertyKey)).toEqual([
      "a", "$ref", "class", '"foo-bar"', '"1"', "ünï", '""',
    ]); // prettier-ignore
    expect(["it's", 'say "hi"', `"'`, "\u2028", "</script>"].map(quote)).toEqual([
      `"it's"`, `'say "hi"'`, `"\\"'"`, '"\\u2028"', '"\\u003C/script>"',
    ]); // prettier-ignore
  });
});
