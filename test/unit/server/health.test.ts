import { describe, expect, it } from "vitest";
import { healthAnswer } from "../../../src/server/health.js";

const textOf = (path: string, query?: string): unknown => healthAnswer(path, query)?.body;

describe("the health of a server", () => {
  it("is good, by each of its paths and checks", () => {
    for (const path of ["/healthz", "/livez", "/readyz", "/livez/ping", "/readyz/etcd-readiness"]) {
      expect(textOf(path)).toBe("ok");
    }
    expect(textOf("/readyz/poststarthook/rbac/bootstrap-roles")).toBe("ok");
  });

  it("is unknown for other checks, and other paths", () => {
    const paths = [
      "/healthz/",
      "/livez/nope",
      "/livez/ping/",
      "/healthz/etcd-readiness",
      "/health",
    ];
    for (const path of paths) expect(healthAnswer(path, undefined)).toBe(undefined);
  });

  it("is told check by check", () => {
    const lines = String(textOf("/readyz", "verbose")).split("\n");
    expect(lines.slice(0, 3)).toEqual(["[+]ping ok", "[+]log ok", "[+]etcd ok"]);
    expect(lines.slice(-3)).toEqual(["[+]shutdown ok", "readyz check passed", ""]);
    expect(lines).toHaveLength(38);
  });

  it("leaves out checks, and says which it does not know", () => {
    const text = String(textOf("/livez", "verbose&exclude=etcd&exclude=%22b&exclude=a&exclude=a"));
    expect(text).toContain("[+]etcd excluded: ok\n");
    expect(text).toContain('cannot be excluded: no matches for "\\"b","a"\nlivez check passed\n');
    expect(textOf("/livez", "exclude=nope")).toBe("ok");
  });
});
