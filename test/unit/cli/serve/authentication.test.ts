import { describe, expect, it } from "vitest";
import type { KnownUsers } from "../../../../src/cli/serve/authentication.js";
import { isOpen, senderOf } from "../../../../src/cli/serve/authentication.js";
import { admitRequest } from "../../../../src/cli/serve/gate.js";
import type { HttpRequest } from "../../../../src/cli/serve/status-response.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import {
  administrator,
  anonymousUser,
  completeUser,
  userOf,
} from "../../../../src/runtime/v1/testing/authorization/user.js";

const plain = { socket: {} } as HttpRequest; // all that is asked of it

/** A request over TLS with a certificate that the server trusts. */
function certified(subject: object): HttpRequest {
  const certificate = { subject, raw: Buffer.from("certificate") };
  const socket = { authorized: true, getPeerCertificate: () => certificate };
  return { socket } as unknown as HttpRequest; // likewise
}

const alice = completeUser({ username: "alice" });
const named: KnownUsers = {
  hasTokens: true,
  tokenUser: (token) => (token === "a" ? alice : undefined),
};
const withRights: KnownUsers = { ...named, authorization: "rbac" };

function head(path = "/api", headers: [string, string][] = []): TransportRequest {
  return { method: "GET", path, headers };
}

describe("who sends a request", () => {
  it("is an administrator where nobody is known", () => {
    expect(isOpen({})).toBe(true);
    expect(senderOf(plain, head(), undefined, {})).toBe(administrator);
    expect(senderOf(plain, head(), "any", {})).toBe(administrator);
  });

  it("is whom the token names, or an administrator by the one token", () => {
    const users = { ...named, token: "root" };
    expect(isOpen(users)).toBe(false);
    expect(senderOf(plain, head(), "a", users)).toBe(alice);
    expect(senderOf(plain, head(), "root", users)).toBe(administrator);
    expect(senderOf(plain, head(), "other", users)).toBe(undefined);
    expect(senderOf(plain, head(), "other", withRights)).toBe(undefined);
  });

  it("is nobody without a token: let in where rights are asked, or for what all may read", () => {
    expect(senderOf(plain, head(), undefined, named)).toBe(undefined);
    expect(senderOf(plain, head("/version"), undefined, named)).toBe(anonymousUser);
    expect(senderOf(plain, head(), undefined, withRights)).toBe(anonymousUser);
  });

  it("is whom the token names on a connection that resumes a session without a certificate", () => {
    const socket = { authorized: true, getPeerCertificate: () => ({}) };
    const resumed = { socket } as unknown as HttpRequest; // all that is asked of it
    expect(senderOf(resumed, head(), "a", withRights)).toBe(alice);
    expect(senderOf(resumed, head(), undefined, withRights)).toBe(anonymousUser);
  });

  it("is whom a certificate names, where rights are asked", () => {
    const request = certified({ CN: "bob", O: ["team-a", "team-b"] });
    const extra = {
      "authentication.kubernetes.io/credential-id": [
        expect.stringMatching(/^X509SHA256=\w{64}$/) as string,
      ],
    };
    expect(senderOf(request, head(), "a", withRights)).toMatchObject({
      username: "bob",
      groups: ["team-a", "team-b", "system:authenticated"],
      extra,
    });
    expect(senderOf(request, head(), undefined, named)).toBe(administrator);
    expect(senderOf(certified({}), head(), undefined, withRights)).toBe(anonymousUser);
  });
});

describe("the gate", () => {
  const headers: [string, string][] = [
    ["authorization", "Bearer a"],
    ["impersonate-user", "bob"],
  ];
  const admitted = (users: KnownUsers): TransportRequest => {
    const result = admitRequest(plain, head("/api", headers), { host: "localhost", ...users });
    if ("refusal" in result) throw new Error("it is refused");
    return result.head;
  };

  it("lets everybody act as others where no rights are asked", () => {
    const request = admitted(named);
    expect(userOf(request)).toMatchObject({ username: "bob" });
    expect(request.headers.map(([name]) => name)).not.toContain("impersonate-user");
  });

  it("leaves that to who asks for rights", () => {
    const request = admitted(withRights);
    expect(userOf(request)).toEqual(alice);
    expect(request.headers).toContainEqual(["impersonate-user", "bob"]);
    expect(request.headers.map(([name]) => name)).not.toContain("authorization");
  });
});
