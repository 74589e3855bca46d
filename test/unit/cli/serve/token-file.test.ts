import { describe, expect, it } from "vitest";
import { parseTokenFile, readTokenFile } from "../../../../src/cli/serve/token-file.js";

describe("a file of users and their tokens", () => {
  const tokens = parseTokenFile(
    [
      "secret-a,alice,1",
      'secret-b,bob,2,"team-a, team-b"',
      'secret-c,"carol ""c""",3,team-c,more',
      "",
      "secret-a,other,4",
      "secret-r,system:serviceaccount:shop:robot,5",
    ].join("\r\n"),
    "tokens.csv",
  );

  it.each([
    ["secret-b", "bob", ["team-a", "team-b", "system:authenticated"]],
    ["secret-c", 'carol "c"', ["team-c", "system:authenticated"]],
    ["secret-r", "system:serviceaccount:shop:robot", ["system:authenticated"]],
  ])("knows the user of %s", (token, username, groups) => {
    expect(tokens.userOf(token)).toMatchObject({ username, groups });
  });

  it("knows nobody by another token, and takes the last line of one", () => {
    expect(tokens.userOf("secret")).toBe(undefined);
    expect(tokens.userOf("")).toBe(undefined);
    expect(tokens.userOf("secret-a")).toMatchObject({ username: "other", uid: "4" });
  });

  it.each([
    ["secret,alice", "line 1 of f needs a token, a user name and a uid"],
    [" ,alice,1", "line 1 of f has no token"],
    ['a,b,c\nsecret,"alice,1', "line 2 of f has quotes that do not end"],
    ['secret,al"ice,1', "text beside quotes"],
  ])("says what is wrong in %j, and no token", (text, words) => {
    const read = (): unknown => parseTokenFile(text, "f");
    expect(read).toThrow(`--token-file: `);
    expect(read).toThrow(words);
    expect(read).not.toThrow("secret");
  });

  it("says that it is not there", () => {
    expect(() => readTokenFile("/none/of/it.csv")).toThrow("--token-file: ENOENT");
  });
});
