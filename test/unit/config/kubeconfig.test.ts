import { describe, expect, it } from "vitest";
import { selectContext } from "../../../src/config/kubeconfig.js";

const first = {
  path: "first",
  text: `
current-context: a
clusters:
- { name: c, cluster: { server: "https://one" } }
contexts:
- { name: a, context: { cluster: c, user: u } }
- { name: anonymous, context: { cluster: c } }
- { name: homeless, context: { cluster: nowhere } }
- { name: stranger, context: { cluster: c, user: nobody } }
users: null
`,
};
const second = {
  path: "second",
  text: `
current-context: b
clusters:
- { name: c, cluster: { server: "https://two" } }
- { name: d, cluster: { server: "https://three" } }
contexts:
- { name: b, context: { cluster: d, user: u } }
users:
- { name: u, user: { token: t } }
`,
};

describe("selectContext", () => {
  it("takes what the first file says of a name", async () => {
    const access = await selectContext([first, second], undefined);
    expect(access).toMatchObject({
      context: "a",
      cluster: { server: "https://one" },
      clusterFile: "first",
      user: { token: "t" },
      userFile: "second",
    });
  });

  it("takes the context that was asked for, from any file", async () => {
    const access = await selectContext([first, second], "b");
    expect(access.cluster.server).toBe("https://three");
  });

  it("needs no user", async () => {
    expect((await selectContext([first], "anonymous")).user).toEqual({});
  });

  it.each([
    [[first], "c", "no context 'c'; the contexts are: a, anonymous, homeless, stranger"],
    [[first], "homeless", "context 'homeless': no cluster 'nowhere'"],
    [[first], "stranger", "context 'stranger': no user 'nobody'"],
    [[{ path: "k", text: "" }], undefined, "the kubeconfig has no current context"],
    [[{ path: "k", text: "clusters: 3" }], undefined, "'k': clusters: "],
    [[{ path: "k", text: "a: [" }], undefined, "k:1:"],
  ])("says what is wrong: %#", async (files, context, text) => {
    await expect(selectContext(files, context)).rejects.toThrow(text);
  });
});
