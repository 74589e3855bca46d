import { describe, expect, it } from "vitest";
import {
  admitRequest,
  credentialsOf,
  impersonatedUser,
  withoutTokens,
} from "../../../../src/cli/serve/gate.js";
import { isSameToken } from "../../../../src/cli/serve/same-token.js";
import type { HttpRequest } from "../../../../src/cli/serve/status-response.js";
import { statusResponse } from "../../../../src/cli/serve/status-response.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import {
  administrator,
  headersOfUser,
  userOf,
} from "../../../../src/runtime/v1/testing/authorization/user.js";
import { failed, Failure } from "../../../../src/runtime/v1/testing/failure.js";
import { timeLimitOf } from "../../../../src/runtime/v1/testing/options-of-request.js";
import { parseQuery } from "../../../../src/runtime/v1/testing/request-info.js";

function request(...headers: [string, string][]): TransportRequest {
  return { method: "GET", path: "/api", headers };
}

describe("the token of a request", () => {
  it.each([
    ["Bearer secret", "secret"],
    ["bEaReR secret", "secret"],
    ["  Bearer secret  ", "secret"],
    ["Bearer secret and more", "secret"],
    ["Bearer", undefined],
    ["Basic secret", undefined],
    ["", undefined],
  ])("of '%s' is %s", (authorization, token) => {
    expect(credentialsOf(request(["authorization", authorization])).token).toBe(token);
  });

  it("is not looked for behind two spaces, which is told", () => {
    const { token, warning } = credentialsOf(request(["authorization", "Bearer  secret"]));
    expect(token).toBe(undefined);
    expect(warning).toContain("extra space before the bearer token");
  });

  it("may be a protocol of a WebSocket, beside another one", () => {
    const named = "base64url.bearer.authorization.k8s.io.c2VjcmV0";
    const both = request(["sec-websocket-protocol", `${named}, x`], ["a", "b"]);
    expect(credentialsOf(both).token).toBe("secret");
    expect(withoutTokens(both).headers).toEqual([
      ["a", "b"],
      ["sec-websocket-protocol", "x"],
    ]);
    expect(credentialsOf(request(["sec-websocket-protocol", named])).token).toBe(undefined);
    const twice = request(["sec-websocket-protocol", `${named}, ${named}, x`]);
    expect(credentialsOf(twice).token).toBe(undefined);
  });

  it("is compared whole", () => {
    expect(isSameToken("secret", "secret")).toBe(true);
    for (const other of ["", "secre", "secrett", "Secret"]) {
      expect(isSameToken(other, "secret")).toBe(false);
    }
  });
});

describe("who is impersonated", () => {
  const asked = (...headers: [string, string][]): unknown => {
    const found = impersonatedUser(request(...headers));
    return found instanceof Failure ? found.status : found;
  };

  it("is nobody where nobody is named", () => {
    expect(asked(["impersonate-user", ""])).toBe(undefined);
    expect(asked()).toBe(undefined);
  });

  it.each([
    [["alice"], ["system:authenticated"]],
    [["alice", "b"], ["b", "system:authenticated"]],
    [["alice", "system:unauthenticated"], ["system:unauthenticated"]],
    [["system:anonymous"], ["system:unauthenticated"]],
    [["system:serviceaccount:a:b"], ["system:serviceaccounts", "system:serviceaccounts:a", "system:authenticated"]],
    [["system:serviceaccount:a:b", "c"], ["c", "system:authenticated"]],
  ])("%s is in the groups %s", ([user = "", ...named], groups) => {
    const headers = named.map((group): [string, string] => ["impersonate-group", group]);
    expect(asked(["impersonate-user", user], ...headers)).toMatchObject({ username: user, groups });
  }); // prettier-ignore

  it("has a uid and more", () => {
    expect(
      asked(
        ["impersonate-user", "a"],
        ["impersonate-uid", "3"],
        ["impersonate-extra-scope%2fa", "x"],
        ["impersonate-extra-scope%2fa", "y"],
      ),
    ).toMatchObject({ uid: "3", extra: { "scope/a": ["x", "y"] } });
  });

  it("needs a name, in the words of the server", () => {
    expect(
      asked(
        ["impersonate-extra-scope%2fa", "x"],
        ["impersonate-group", "a"],
        ["impersonate-group", "b"],
        ["impersonate-uid", "3"],
      ),
    ).toMatchObject({
      code: 400,
      message:
        'requested &user.DefaultInfo{Name:"", UID:"3", Groups:[]string{"a", "b"}, Extra:map[string][]string{"scope/a":[]string{"x"}}} without impersonating a user name',
    });
    expect(asked(["impersonate-uid", "x"])).toMatchObject({
      message:
        'requested &user.DefaultInfo{Name:"", UID:"x", Groups:[]string(nil), Extra:map[string][]string(nil)} without impersonating a user name',
    });
  });

  it("is told to who answers, and nobody can make it up", () => {
    const user = { username: "a", uid: "3", groups: ["b", "c"], extra: { "scope/a": ["x", "y"] } };
    expect(userOf(request(["accept", "a"], ...headersOfUser(user)))).toEqual(user);
    expect(userOf(request())).toEqual(administrator);
  });

  it("is not what the sender makes up", () => {
    const head = request(["x-remote-user", "root"], ["accept", "a"], ["authorization", "b"]);
    const none = {} as HttpRequest; // all that is asked is in its head
    const admitted = admitRequest(none, head, { host: "localhost" });
    if ("refusal" in admitted) throw new Error("it is refused");
    expect(userOf(admitted.head)).toEqual(administrator);
    expect(admitted.head.headers).toContainEqual(["accept", "a"]);
    expect(admitted.head.headers).not.toContainEqual(["authorization", "b"]);
  });
});

describe("the time for a request", () => {
  const limit = (text: string): unknown => {
    try {
      return timeLimitOf(parseQuery(`timeout=${encodeURIComponent(text)}`));
    } catch (error) {
      return error instanceof Failure ? error.status.message : error;
    }
  };
  const begin = "invalid timeout specified in the request URL - time: ";

  it.each([
    ["1s", 1000],
    ["1ns", 1e-6],
    ["1.5ms", 1.5],
    ["0s", 60_000],
    ["-1s", 60_000],
    ["1h", 60_000],
    ["", 60_000],
    ["x", `${begin}invalid duration "x"`],
    ["5", `${begin}missing unit in duration "5"`],
    ["1s5", `${begin}missing unit in duration "1s5"`],
    ["5x", `${begin}unknown unit "x" in duration "5x"`],
    ["1.5.s", `${begin}missing unit in duration "1.5.s"`],
    [".s", `${begin}invalid duration ".s"`],
    ["1s .", `${begin}unknown unit "s " in duration "1s ."`],
    ['é"', `${begin}invalid duration "\\xc3\\xa9\\""`],
    ["9999999999999h", `${begin}invalid duration "9999999999999h"`],
  ])("is by '%s' %s", (text, expected) => {
    expect(limit(text)).toBe(expected);
  });

  it("is a minute where nothing is said", () => {
    expect(timeLimitOf(parseQuery(undefined))).toBe(60_000);
  });
});

describe("a failure that is found before the API is asked", () => {
  const failure = failed(401, "Unauthorized", "Unauthorized");
  const answered = async (accept: string): Promise<unknown[]> => {
    const response = statusResponse(request(["accept", accept]), failure);
    return [response.status, response.header("content-type"), await response.text()];
  };

  it("comes in the form that was asked for", async () => {
    const [code, type, text] = await answered("application/json");
    expect([code, type]).toEqual([401, "application/json"]);
    expect(JSON.parse(String(text))).toMatchObject({ kind: "Status", code: 401 });
    expect(await answered("application/yaml")).toMatchObject([
      401,
      "application/yaml",
      /^code: 401$/m,
    ]);
    const [, binary, bytes] = await answered("application/vnd.kubernetes.protobuf");
    expect(binary).toBe("application/vnd.kubernetes.protobuf");
    expect(bytes).toMatch(/^k8s\0/);
  });

  it("is JSON for people where nothing of what there is was asked for", async () => {
    const [, type, text] = await answered("text/html");
    expect(type).toBe("application/json");
    expect(text).toMatch(/^\{\n {2}".*\}$/s);
  });
});
