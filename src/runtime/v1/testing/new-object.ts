import { goJson } from "../go/json.js";
import { quote } from "../go/quote.js";
import type { JsonObject } from "../json/json.js";
import { metadataOf } from "../metadata/resource-metadata.js";
import { textOf } from "../metadata/rules.js";
import type { BodySettings } from "./admit-write.js";
import { checkPlace } from "./admit-write.js";
import { serverTime } from "./environment.js";
import type { Failure } from "./failure.js";
import { failed, resourceName } from "./failure.js";
import type { ResourceCall } from "./resource-reads.js";
import type { Revision } from "./store.js";
import { storeObject, withoutLink } from "./stored-change.js";

/** @throws Failure 409 if there is such an object */
export async function storeNew(
  target: ResourceCall,
  object: JsonObject,
  settings: BodySettings,
): Promise<string> {
  const { resource, version } = target;
  const name = textOf(metadataOf(object), "name");
  checkPlace(target, name);
  const stored = withoutLink(await resource.storedForm(object, version));
  const key = target.keyOf(name);
  const existing = resource.collection.get(key);
  if (existing !== undefined) throw taken(target, name, existing);
  if (settings.dryRun) return goJson(object);
  // What a create says of the status is dropped: what there is of it are defaults.
  const { subresources, typed } = version;
  const isFilledWhenRead =
    typed === undefined && subresources.status && stored["status"] !== undefined;
  return resource.textOf(storeObject(target, key, stored, isFilledWhenRead), version);
}

function taken({ resource }: ResourceCall, name: string, existing: Revision): Failure {
  const isTerminating = metadataOf(existing.read())["deletionTimestamp"] !== undefined;
  const message = `${isTerminating ? "object is being deleted: " : ""}${resourceName(resource)} ${quote(name)} already exists`;
  const group = resource.group === "" ? {} : { group: resource.group };
  return failed(409, "AlreadyExists", message, { name, ...group, kind: resource.plural });
}

/** Fills in what only the server knows. */
export function completeNew({ environment }: ResourceCall, admitted: JsonObject): JsonObject {
  const metadata = { ...metadataOf(admitted) };
  metadata["uid"] = crypto.randomUUID();
  metadata["creationTimestamp"] = serverTime(environment.now());
  return { ...admitted, metadata };
}
