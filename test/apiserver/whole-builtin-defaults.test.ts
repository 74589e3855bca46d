import { expect, it } from "vitest";
import { defaultsOf } from "../../src/runtime/v1/built-in/defaults/defaults.js";
import { fillPodResources } from "../../src/runtime/v1/built-in/defaults/pod-resources.js";
import { encodeAs } from "../../src/runtime/v1/built-in/go-types/encode-as.js";
import { structOfKind } from "../../src/runtime/v1/built-in/kind-types.js";
import {
  parseQuantity,
  Quantity,
  quantityText,
} from "../../src/runtime/v1/cel/libraries/quantity.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { Random } from "../support/random.js";
import {
  collectionOf,
  plainAdmission,
  randomBases,
  randomObject,
  resourceRow,
} from "./random-builtins.js";
import { describeWholeCluster } from "./whole-cluster.js";

const seed = Number(process.env["SAMPLE_SEED"] ?? 1);
const count = Number(process.env["DEFAULTS_COUNT"] ?? 60);

/** What strategies and admission make of objects, by paths without their indices. */
const made =
  /^\.(?:metadata|status)\b|^\.spec\.(?:clusterIPs?|ipFamil\w+|ports\[\]\.nodePort|healthCheckNodePort)$|tolerations|serviceAccount(?:Name)?$|volumeMounts|\.volumes|preemptionPolicy|priority$|kube-api-access|storageClassName|ingressClassName|^\.spec\.selector|^\.spec\.template\.metadata\.labels|\.timeAdded$|^\.spec\.dataSource|^\.data$/;

describeWholeCluster(
  "defaults of objects with random fields",
  (cluster) => {
    it.each(Object.entries(randomBases))("%s", async (resource, base) => {
      const row = resourceRow(resource);
      const random = new Random(seed);
      const different: unknown[] = [];
      let accepted = 0;
      for (let index = 0; index < count; index++) {
        const named = randomObject(row, base, random, index);
        const path = `${collectionOf(row)}?dryRun=All`;
        const answer = await cluster().request("POST", path, named);
        if (answer.code !== 201) continue;
        accepted++;
        const found = differences(filled(row, named), answer.body as JsonObject, named, ""); // an object
        if (found.length > 0) different.push({ body: JSON.stringify(named), found });
      }
      expect(different.slice(0, 3)).toEqual([]);
      expect(accepted).toBeGreaterThan(0);
    });
  },
  plainAdmission,
);

function filled(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  body: JsonObject,
): JsonObject {
  const type = structOfKind(kind, 37);
  if (type === undefined) throw new Error(`no type of ${kind.kind}`);
  const object = encodeAs(type, body) as JsonObject; // a struct
  defaultsOf(kind, 37)?.(object);
  if (kind.kind === "Pod") fillPodResources(object["spec"] as JsonObject); // a struct
  return encodeAs(type, object) as JsonObject; // a struct
}

/** Strategies drop what was sent of features that are off. */
function differences(ours: Json, theirs: Json, sent: Json, path: string): readonly string[] {
  if (made.test(path) || (sent !== null && theirs === null)) return [];
  if (isObject(ours) && isObject(theirs)) {
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
    return keys.flatMap((key) =>
      differences(ours[key] ?? null, theirs[key] ?? null, memberOf(sent, key), `${path}.${key}`),
    );
  }
  if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
    return ours.flatMap((item, index) =>
      differences(item, theirs[index] ?? null, memberOf(sent, index), `${path}[]`),
    );
  }
  const [own, other] = [canonical(ours), canonical(theirs)];
  return own === other ? [] : [`${path}: ${own}, not ${other}`];
}

function memberOf(value: Json, key: string | number): Json {
  if (Array.isArray(value)) return value[Number(key)] ?? null;
  return isObject(value) ? (value[key] ?? null) : null;
}

/** Quantities may be written in several ways. */
function canonical(value: Json): string {
  const quantity = typeof value === "string" ? parseQuantity(value) : undefined;
  return quantity instanceof Quantity ? quantityText(quantity) : JSON.stringify(value);
}
