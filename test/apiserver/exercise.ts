import { expect } from "vitest";
import * as errors from "../../src/runtime/v1/client/api-error.js";
import { isStatus } from "../../src/runtime/v1/client/error-response.js";
import type { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { ScaleClient, StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import type { WatchEvent } from "../../src/runtime/v1/client/watch-event.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
  Status,
} from "../../src/runtime/v1/values/kubernetes.js";

/** The types of a client whose resource is not known before the test runs. */
interface AnyTypes {
  scope: "Namespaced";
  read: AnyObject;
  input: KubernetesObjectInput & Record<string, unknown>;
  apply: KubernetesObjectApply;
  list: KubernetesList<AnyObject>;
  status: unknown;
  field: string;
}

type AnyObject = KubernetesObject & Record<string, unknown>;

/** A generated client. */
export interface AnyClient extends ResourceClient<AnyTypes> {
  readonly status?: StatusClient<AnyTypes>;
  readonly scale?: ScaleClient<"Namespaced">;
}

/** An object that the server takes. */
export type ValidObject = AnyTypes["input"];

/**
 * Makes every call that the client has, with a valid object of the resource, and wrong calls of
 * every kind. `stranger` is a client with a token that the server does not know. Leaves no objects
 * behind.
 */
export async function exercise(
  client: AnyClient,
  stranger: AnyClient,
  valid: ValidObject,
): Promise<void> {
  const name = valid.metadata.name ?? "";
  await expectRefusals(client, stranger, valid, name);
  const events = client.watch(await startOf(client));

  await client.create(valid, { dryRun: true });
  const created = await client.create(valid, { fieldManager: "creator" });
  await expect(client.create(valid)).rejects.toSatisfy(errors.isAlreadyExists);
  await expectLists(client, created);
  await expectWrites(client, created);
  await expectStatus(client, name);
  await expectScale(client, name);
  await expectDeletion(client, name);
  await expectEvents(events, name);

  await client.create(labelled(valid, "crdgen-test", "collection"));
  const deleted = await client.deleteCollection({ labelSelector: { "crdgen-test": "collection" } });
  expect(deleted.items.map(({ metadata }) => metadata.name)).toEqual([name]);
  await removeFinalizers(client, name);
}

async function expectRefusals(
  client: AnyClient,
  stranger: AnyClient,
  valid: ValidObject,
  name: string,
): Promise<void> {
  await expect(client.get(name)).rejects.toSatisfy(errors.isNotFound);
  await expect(client.delete(name)).rejects.toSatisfy(errors.isNotFound);
  await expect(client.patch(name, { merge: {} })).rejects.toSatisfy(errors.isNotFound);
  await expect(stranger.get(name)).rejects.toSatisfy(errors.isUnauthorized);
  await expect(stranger.create(valid)).rejects.toSatisfy(errors.isUnauthorized);
  const mislabelled: unknown = await client
    .create(labelled(valid, "not a label", "x"))
    .catch((error: unknown) => error);
  expect(mislabelled).toSatisfy(errors.isInvalid);
  expect((mislabelled as errors.ApiError).causes).toContainEqual(
    expect.objectContaining({ field: "metadata.labels" }),
  );
  const unknown = client.list({ fieldSelector: { "spec.no.such.field": "x" } });
  await expect(unknown).rejects.toThrow("field label not supported: spec.no.such.field");
}

async function startOf(client: AnyClient): Promise<{ resourceVersion: string | undefined }> {
  const { metadata, items } = await client.list();
  expect(items).toEqual([]);
  return { resourceVersion: metadata.resourceVersion };
}

async function expectLists(client: AnyClient, created: AnyObject): Promise<void> {
  const { name, uid } = created.metadata;
  expect(await client.get(name)).toEqual(created);
  const list = await client.list({ fieldSelector: { "metadata.name": name } });
  expect(list.kind).toBe(client.definition.listKind);
  expect(list.items.map(({ metadata }) => metadata.uid)).toEqual([uid]);
  for (const field of client.definition.selectableFields) {
    await client.list({ fieldSelector: { [field]: { not: "x" } } });
  }
  const all: string[] = [];
  for await (const { metadata } of client.listAll({ limit: 1 })) all.push(metadata.uid);
  expect(all).toEqual([uid]);
}

async function expectWrites(client: AnyClient, created: AnyObject): Promise<void> {
  const { name } = created.metadata;
  const updated = await client.update(labelled(created, "updated", "yes"));
  expect(updated.metadata.labels?.["updated"]).toBe("yes");
  await expect(client.update(labelled(created, "late", "yes"))).rejects.toSatisfy(
    errors.isConflict,
  );
  const unconditional = {
    ...created,
    metadata: { ...created.metadata, resourceVersion: undefined },
  };
  await expect(client.update(unconditional)).rejects.toSatisfy(errors.isInvalid);

  const merged = await client.patch(name, { merge: { metadata: { labels: { merged: "yes" } } } });
  expect(merged.metadata.labels).toMatchObject({ updated: "yes", merged: "yes" });
  const patched = await client.patch(name, {
    json: [{ op: "remove", path: "/metadata/labels/merged" }],
  });
  expect(patched.metadata.labels).not.toHaveProperty("merged");
  const failing = client.patch(name, { json: [{ op: "test", path: "/kind", value: "Other" }] });
  await expect(failing).rejects.toSatisfy(errors.isInvalid);

  const { apiVersion, kind } = created;
  const configuration = { apiVersion, kind, metadata: { name, labels: { owned: "a" } } };
  await client.apply(configuration, { fieldManager: "first" });
  const other = { ...configuration, metadata: { name, labels: { owned: "b" } } };
  const conflict: unknown = await client
    .apply(other, { fieldManager: "second" })
    .catch((error: unknown) => error);
  expect(conflict).toSatisfy(errors.isConflict);
  expect((conflict as errors.ApiError).causes[0]?.field).toBe(".metadata.labels.owned");
  const forced = await client.apply(other, { fieldManager: "second", force: true });
  expect(forced.metadata.labels?.["owned"]).toBe("b");
}

async function expectStatus(client: AnyClient, name: string): Promise<void> {
  expect(client.status !== undefined).toBe(client.definition.subresources.status);
  if (client.status === undefined) return;
  const current = await client.status.get(name);
  const updated = await client.status.update(labelled(current, "ignored", "yes"));
  expect(updated.metadata.labels).not.toHaveProperty("ignored");
  await client.status.patch(name, { merge: { metadata: { labels: { ignored: "yes" } } } });
  const { apiVersion, kind } = current;
  await client.status.apply({ apiVersion, kind, metadata: { name } }, { fieldManager: "status" });
  await expect(client.status.get("no-such-object")).rejects.toSatisfy(errors.isNotFound);
}

async function expectScale(client: AnyClient, name: string): Promise<void> {
  expect(client.scale !== undefined).toBe(client.definition.subresources.scale !== undefined);
  if (client.scale === undefined) return;
  // The schema of the resource decides which number is valid; the server has none of its own where
  // there was none.
  const patch = { merge: { spec: { replicas: 2 } } };
  const scaled = await client.scale.patch(name, patch, { dryRun: true }).catch(refusal);
  if (!errors.isApiError(scaled)) expect(scaled.spec.replicas).toBe(2);
  else expect(scaled).toSatisfy(errors.isInvalid);
  const scale = await client.scale.get(name).catch(refusal);
  if (errors.isApiError(scale)) {
    expect(scale).toSatisfy(errors.isInternalError);
  } else {
    const updated = await client.scale.update(scale);
    expect(updated.spec).toEqual(scale.spec);
  }
  await expect(client.scale.get("no-such-object")).rejects.toSatisfy(errors.isNotFound);
}

function refusal(error: unknown): errors.ApiError {
  if (errors.isApiError(error)) return error;
  throw error;
}

async function expectDeletion(client: AnyClient, name: string): Promise<void> {
  const preconditions = { uid: "another" };
  await expect(client.delete(name, { preconditions })).rejects.toSatisfy(errors.isConflict);
  const outcome: AnyObject | Status = await client.delete(name, {
    propagationPolicy: "Background",
  });
  if (!isStatus(outcome)) expect(outcome.metadata.deletionTimestamp).toBeDefined();
  await removeFinalizers(client, name);
  await expect(client.get(name)).rejects.toSatisfy(errors.isNotFound);
}

async function removeFinalizers(client: AnyClient, name: string): Promise<void> {
  const patch = client.patch(name, { merge: { metadata: { finalizers: null } } });
  await patch.catch((error: unknown) => {
    if (!errors.isNotFound(error)) throw error;
  });
}

async function expectEvents(
  events: AsyncIterable<WatchEvent<AnyObject>>,
  name: string,
): Promise<void> {
  const types: string[] = [];
  for await (const event of events) {
    types.push(event.type);
    if (event.type !== "BOOKMARK") expect(event.object.metadata.name).toBe(name);
    if (event.type === "DELETED") break;
  }
  expect(types[0]).toBe("ADDED");
  expect(types.slice(1, -1)).toContain("MODIFIED");
}

function labelled<T extends ValidObject>(object: T, label: string, value: string): T {
  const labels = { ...object.metadata.labels, [label]: value };
  return { ...object, metadata: { ...object.metadata, labels } };
}
