import { describe, expect, it } from "vitest";
import { Cluster } from "../../../src/server/cluster.js";
import type { RepeatedShape } from "../../support/repeated-shapes.js";
import {
  repeatedBody,
  repeatedCrd,
  repeatedMetadata,
  repeatedShapes,
} from "../../support/repeated-shapes.js";

const group = "example.com";

/** Applies an object of a schema, a minute after the last time. */
async function applierOf(
  shapes: readonly RepeatedShape[],
): Promise<(body: object) => Promise<string>> {
  const cluster = await Cluster.create({ minor: 37 });
  const send = async (
    method: string,
    path: string,
    type: string,
    body: object,
  ): Promise<string> => {
    const headers: [string, string][] = [["content-type", type]];
    const sent = { method, path, headers, body: JSON.stringify(body) };
    const response = await cluster.send({ ...sent, query: "fieldManager=me&force=true" });
    const text = await response.text();
    expect([200, 201], text).toContain(response.status);
    return text;
  };
  const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await send("POST", crds, "application/json", repeatedCrd(group, shapes));
  const thing = "/apis/example.com/v1/namespaces/default/things/a";
  return (body) => {
    cluster.server.advance(60_000);
    return send("PATCH", thing, "application/apply-patch+yaml", body);
  };
}

describe("a configuration that is applied again", () => {
  const settling = repeatedShapes.filter(({ neverSettles }) => neverSettles !== true);
  // A resource version that is null is refused where there is an object.
  const accepted = repeatedMetadata.filter((metadata) => !("resourceVersion" in metadata));

  it.each(settling)("changes nothing: $name", async (shape) => {
    const apply = await applierOf([shape]);
    for (const metadata of accepted) {
      const body = repeatedBody(group, { name: "a", ...metadata }, [shape]);
      const first = await apply(body);
      for (let count = 0; count < 10; count++) expect(await apply(body)).toBe(first);
    }
  });
});
