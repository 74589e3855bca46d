import { expect, it } from "vitest";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import {
  repeatedBody,
  repeatedCrd,
  repeatedMetadata,
  repeatedShapes,
} from "../support/repeated-shapes.js";
import type { CrdObject } from "./server.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import { Twin } from "./two-servers.js";

const group = "again.example.com";
const collection = `/apis/${group}/v1/namespaces/default/things`;
const repetitions = 10;

describeApiServer("an apply that is repeated", (server) => {
  it("changes nothing, where nothing changes on a real server", async () => {
    const crd = repeatedCrd(group, repeatedShapes);
    await installCrd(server(), crd as CrdObject); // as it is sent
    const cluster = await Cluster.create({ minor: newestMinor });
    const [real, memory] = [new Twin(server().transport), new Twin(cluster)];
    await memory.ask({ method: "POST", path: crdPath, body: JSON.stringify(crd) });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const applies = repeatedShapes.map((shape, index) => {
      const metadata = repeatedMetadata[index % repeatedMetadata.length];
      const name = `thing-${index}`;
      const body = JSON.stringify(repeatedBody(group, { name, ...metadata }, [shape], index));
      const path = `${collection}/${name}?fieldManager=me`;
      return { method: "PATCH", path, body, type: "application/apply-patch+yaml" };
    });
    const first = new Map<object, unknown>();
    for (const request of applies) {
      const theirs = await real.ask(request);
      expect(theirs.code, `${request.body} ${JSON.stringify(theirs.body)}`).toBe(201);
      expect(await memory.ask(request)).toEqual(theirs);
      first.set(request, { ...theirs, code: 200 });
    }
    const watch = { method: "GET", path: `${collection}?watch=1&timeoutSeconds=100` };
    const stops = await Promise.all([real, memory].map((twin) => twin.observe(watch)));
    const unsettled = new Set<string>();
    for (let count = 0; count < repetitions; count++) {
      cluster.server.advance(60_000);
      for (const [index, request] of applies.entries()) {
        const theirs = await real.ask(request);
        expect(await memory.ask(request), request.body).toEqual(theirs);
        // A resource version that is null is refused where there is an object.
        if (theirs.code === 422) continue;
        const isSame = JSON.stringify(theirs) === JSON.stringify(first.get(request));
        if (!isSame) unsettled.add(repeatedShapes[index]?.name ?? "");
      }
    }
    const [theirs, ours] = await Promise.all(stops.map((stop) => stop()));
    expect(ours).toEqual(theirs);
    const expected = repeatedShapes.filter(({ neverSettles }) => neverSettles === true);
    expect([...unsettled]).toEqual(expected.map(({ name }) => name));
  });
});
