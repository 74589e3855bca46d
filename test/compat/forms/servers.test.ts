import { sValidator } from "@hono/standard-validator";
import { initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Boat, BoatInput } from "./ship.js";
import { boatSchema, faults, good, wreck } from "./ship.js";

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

function expectFaults(issues: readonly Issue[]): void {
  const found = Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
  for (const [field, text] of Object.entries(faults)) expect(found[field]).toContain(text);
}

describe("tRPC", () => {
  const t = initTRPC.create();
  const stored = boatSchema.with({ unknownFields: "refuse", output: "stored" });
  const router = t.router({
    create: t.procedure.input(stored).mutation(({ input }) => {
      expectTypeOf(input).toEqualTypeOf<Boat>();
      return input.spec.berths;
    }),
  });
  const caller = t.createCallerFactory(router)({});

  it("takes a boat as it is sent, and works with one as it is stored", async () => {
    expectTypeOf(caller.create).parameter(0).toEqualTypeOf<BoatInput>();
    await expect(caller.create(good)).resolves.toBe(2);
  });

  it("answers with all issues", async () => {
    const error: unknown = await caller.create(wreck).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "BAD_REQUEST" });
    expectFaults((error as { cause: { issues: readonly Issue[] } }).cause.issues); // a SchemaError
  });

  it("refuses unknown fields", async () => {
    const odd = { ...good, spec: { ...good.spec, sails: 3 } };
    await expect(caller.create(odd)).rejects.toMatchObject({
      cause: { issues: [{ message: "unknown field", path: ["spec", "sails"] }] },
    });
  });
});

describe("Hono", () => {
  const app = new Hono().post("/boats", sValidator("json", boatSchema), (context) => {
    const boat = context.req.valid("json");
    expectTypeOf(boat).toEqualTypeOf<BoatInput>();
    return context.json(boat.spec.name);
  });
  const post = async (body: unknown): Promise<Response> =>
    app.request("/boats", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("takes a boat as it is sent", async () => {
    const response = await post(good);
    expect([response.status, await response.json()]).toEqual([200, "Anna"]);
  });

  it("answers with all issues", async () => {
    const response = await post(wreck);
    expect(response.status).toBe(400);
    expectFaults(((await response.json()) as { readonly error: readonly Issue[] }).error); // what it sends
  });
});
