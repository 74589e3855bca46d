import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type {
  KubernetesObject,
  Middleware,
  Status,
  Transport,
} from "../../src/runtime/v1/index.js";
import {
  ApiError,
  createOrUpdate,
  defineResource,
  impersonation,
  isNotFound,
  missingRule,
  ResourceClient,
  withMiddleware,
} from "../../src/runtime/v1/index.js";
import type { Manager } from "../../src/runtime/v1/manager.js";
import { buildOperator, until } from "./operator-process.js";

/*
 * A day of the operator that `crdgen init` writes, with its rights, or with one verb less.
 */

const root = join(import.meta.dirname, "../..");
const name = "my-operator";
const user = `system:serviceaccount:${name}:${name}`;

/** The operator that `crdgen init` writes, built, and its manifests. */
export interface BuiltOperator {
  readonly folder: string;
  readonly crd: object;
  /** Namespace, account, roles and bindings. */
  readonly objects: readonly KubernetesObject[];
  start(transport: Transport): Promise<Manager>;
}

/** Writes and builds the project, in a folder that the caller removes. */
export async function buildTemplate(): Promise<BuiltOperator> {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-rights-"));
  const crd = join(root, "generated-samples/crontab/crd.yaml");
  const init = ["init", "--template", "operator", name, "--crd", crd];
  execFileSync(process.execPath, [join(root, "dist/cli/main.js"), ...init], { cwd: folder });
  const project = join(folder, name);
  buildOperator(project);
  const load = (path: string): Promise<unknown> =>
    import(pathToFileURL(join(project, "dist", path)).href);
  const controllers = (await load("controllers.js")) as { addControllers(of: Manager): void }; // the template's
  const { Manager: Made } = (await load("generated/runtime/v1/manager.js")) as {
    Manager: typeof Manager;
  }; // generated
  const read = (file: string): KubernetesObject[] =>
    parseAllDocuments(readFileSync(join(project, "deploy", file), "utf8")).map(
      (document) => document.toJS() as KubernetesObject, // manifests
    );
  return {
    folder,
    crd: parse(readFileSync(join(project, "deploy/crd.yaml"), "utf8")) as object, // a CRD
    objects: [...read("namespace.yaml"), ...read("rbac.yaml")],
    start(transport) {
      const manager = new Made({ transport, leaderElection: { name, namespace: name } });
      controllers.addControllers(manager);
      return Promise.resolve(manager);
    },
  };
}

interface Rule {
  readonly apiGroups: string[];
  readonly resources: string[];
  verbs: string[];
}

interface Role extends KubernetesObject {
  readonly rules: Rule[];
}

/** One verb of one resource, as text: `patch apps/deployments`. */
export type Verb = string;

/** All verbs that the roles give. */
export function verbsOf(objects: readonly KubernetesObject[]): readonly Verb[] {
  return rolesIn(objects).flatMap(({ rules }) =>
    rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${group}/${resource}`)),
      ),
    ),
  );
}

/** The same objects without one verb. */
export function withoutVerb(
  objects: readonly KubernetesObject[],
  removed: Verb,
): readonly KubernetesObject[] {
  const copies = structuredClone(objects);
  for (const { rules } of rolesIn(copies)) {
    const split = rules.flatMap(({ resources, ...rule }) =>
      resources.map((resource) => ({
        ...rule,
        resources: [resource],
        verbs: rule.verbs.filter((verb) => `${verb} ${rule.apiGroups[0]}/${resource}` !== removed),
      })),
    );
    rules.splice(0, rules.length, ...split.filter(({ verbs }) => verbs.length > 0));
  }
  return copies;
}

function rolesIn(objects: readonly KubernetesObject[]): readonly Role[] {
  return objects.filter((object): object is Role => /^(?:Cluster)?Role$/.test(object.kind));
}

/** Gives the operator the rights of these roles, and no others; resolves when they count. */
export async function giveRights(
  admin: Transport,
  objects: readonly KubernetesObject[],
  removed?: Verb,
): Promise<void> {
  for (const object of objects) {
    const { kind, apiVersion } = object;
    const [group = "", version = ""] = apiVersion.includes("/")
      ? apiVersion.split("/")
      : ["", apiVersion];
    const isNamespaced = object.metadata.namespace !== undefined;
    const place = { group, version, kind, plural: `${kind.toLowerCase()}s` };
    const client = isNamespaced
      ? new ResourceClient(
          defineResource<KubernetesObject>({ ...place, scope: "Namespaced" }),
          admin,
        )
      : new ResourceClient(defineResource<KubernetesObject>({ ...place, scope: "Cluster" }), admin);
    await createOrUpdate(client as ResourceClient<AnyTypes>, object); // of one kind or another
  }
  if (removed !== undefined) await until("rights count", async () => !(await may(admin, removed)));
  const kept = verbsOf(objects);
  for (const verb of kept) await until("rights count", () => may(admin, verb));
}

type AnyTypes = (typeof lease)["types"] & object;

/** Whether the operator has a right, of all names where it has it of one. */
async function may(admin: Transport, verb: Verb): Promise<boolean> {
  const [, action, group, resource, subresource] =
    /^(\S+) ([^/]*)\/([^/]+)(?:\/(.+))?$/.exec(verb) ?? [];
  const isLease = resource === "leases";
  const resourceAttributes = {
    verb: action,
    group,
    resource,
    subresource,
    ...(isLease && { name: action === "create" ? undefined : name, namespace: name }),
  };
  const review = { spec: { user, resourceAttributes } };
  const client = new ResourceClient(accessReview, admin);
  const sent = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", metadata: {}, ...review }; // prettier-ignore
  const { status } = await client.create(sent);
  return status?.allowed === true;
}

/** Removes each verb in turn, and expects the server to refuse just that. */
export async function expectEachToMatter(
  operator: BuiltOperator,
  place: RightsPlace,
  refusals: Readonly<Record<Verb, readonly string[]>>,
): Promise<void> {
  const found: Record<Verb, readonly string[]> = {};
  const verbs = verbsOf(operator.objects);
  for (const verb of verbs) {
    await giveRights(place.admin, withoutVerb(operator.objects, verb), verb);
    // Newer servers stream what there is; the others list it.
    const isOlder = verb.startsWith("list ");
    const day = async (): Promise<readonly string[]> =>
      (await runDay(operator, place, isOlder)).refused;
    let refused = await day();
    // A reconcile that had just seen the Deployment makes it again without another event.
    for (let more = 9; more > 0 && refused.length === 0; more--) refused = await day();
    found[verb] = refused;
  }
  expect(found).toEqual(
    Object.fromEntries(verbs.map((verb) => [verb, refusals[verb] ?? [verb]] as const)),
  );
}

/** A server to run the day on. */
export interface RightsPlace {
  /** Of an administrator. */
  readonly admin: Transport;
  /** The namespace of the object. */
  readonly namespace: string;
}

/** What a day was like. */
export interface OperatorsDay {
  /** What the server refused the operator, as verbs or, of other refusals, as their words. */
  readonly refused: readonly string[];
  /** All steps were made. */
  readonly isWhole: boolean;
}

/**
 * The whole day: the operator leads, an object comes, somebody changes it at the same time, it gets
 * its Deployment, loses that, gets it again, and goes. Ends early once something was refused.
 *
 * @param isOlder the server streams no lists
 */
export async function runDay(
  operator: BuiltOperator,
  place: RightsPlace,
  isOlder = false,
): Promise<OperatorsDay> {
  const { admin, namespace } = place;
  const refused = new Set<string>();
  const crons = new ResourceClient(cronTab, admin, { namespace });
  const transport = withMiddleware(
    admin,
    noteRefusals(refused),
    ...(isOlder ? [withoutStreams] : []),
    changesMeanwhile(async () => {
      const patch = { metadata: { annotations: { "example.com/changed": "meanwhile" } } };
      await crons.patch("day", { merge: patch });
    }),
    impersonation({ user }),
  );
  const manager = await operator.start(transport);
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  let isWhole: boolean;
  const over = (): boolean => refused.size > 0;
  try {
    isWhole = await makeDay(place, over);
  } finally {
    stopping.abort();
    await running;
    await removeRest(place);
  }
  return { refused: [...refused], isWhole };
}

async function makeDay({ admin, namespace }: RightsPlace, over: () => boolean): Promise<boolean> {
  const crons = new ResourceClient(cronTab, admin, { namespace });
  const deployments = new ResourceClient(deployment, admin, { namespace });
  const leases = new ResourceClient(lease, admin, { namespace: name });
  const events = new ResourceClient(event, admin, { namespace });
  const reach = async (what: string, holds: () => Promise<boolean>): Promise<boolean> => {
    await until(what, async () => over() || (await holds()));
    return !over();
  };
  const uidOf = async (): Promise<string | undefined> =>
    (await deployments.get("day").catch(ignoreMissing))?.metadata.uid;
  if (!(await reach("it leads", () => leases.exists(name)))) return false;
  const spec = { cronSpec: "* * * * *", image: "a" };
  const metadata = { name: "day" };
  await crons.create({ apiVersion: "stable.example.com/v1", kind: "CronTab", metadata, spec });
  if (!(await reach("there is a Deployment", () => deployments.exists("day")))) return false;
  const first = await uidOf();
  const isRecorded = async (): Promise<boolean> =>
    (await events.list()).items.some(({ reason }) => reason === "Deployed");
  if (!(await reach("there is an event", isRecorded))) return false;
  await deployments.delete("day", { propagationPolicy: "Background" });
  const isAgain = async (): Promise<boolean> => ![undefined, first].includes(await uidOf());
  if (!(await reach("there is a Deployment again", isAgain))) return false;
  await crons.delete("day");
  return reach("the object is gone", async () => !(await crons.exists("day")));
}

/** Notes what the server refuses to whoever sends. */
function noteRefusals(refused: Set<string>): Middleware {
  return (next) => async (request) => {
    const response = await next(request);
    if (response.status !== 403) return response;
    const text = await response.text();
    const error = new ApiError(JSON.parse(text) as Status, 403); // of the server
    const { rule } = missingRule(error) ?? {};
    refused.add(
      rule ? `${rule.verbs[0]} ${rule.apiGroups[0]}/${rule.resources[0]}` : error.message,
    );
    return {
      ...response,
      header: (header) => response.header(header),
      status: 403,
      text: () => Promise.resolve(text),
    };
  };
}

/** What servers without WatchList do with it (apimachinery `meta/internalversion/validation`). */
const withoutStreams: Middleware = (next) => (request) => {
  if (request.query?.includes("sendInitialEvents") !== true) return next(request);
  const message = "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"; // prettier-ignore
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason: "Invalid", code: 422 }; // prettier-ignore
  const text = JSON.stringify(status);
  return Promise.resolve({
    status: 422,
    header: () => null,
    text: () => Promise.resolve(text),
    chunks: () => Readable.from([Buffer.from(text)]),
    close: () => undefined,
  });
};

/** Has an object change once, between the moment it was read and the first patch of it. */
function changesMeanwhile(change: () => Promise<void>): Middleware {
  let isDone = false;
  return (next) => async (request) => {
    if (!isDone && request.method === "PATCH" && request.path.endsWith("/crontabs/day")) {
      isDone = true;
      await change();
    }
    return next(request);
  };
}

/** What a day that ended early leaves behind. */
async function removeRest({ admin, namespace }: RightsPlace): Promise<void> {
  const crons = new ResourceClient(cronTab, admin, { namespace });
  await crons.patch("day", { merge: { metadata: { finalizers: null } } }).catch(ignoreMissing);
  await crons.delete("day").catch(ignoreMissing);
  await until("the object is gone", async () => !(await crons.exists("day")));
  const deployments = new ResourceClient(deployment, admin, { namespace });
  await deployments.delete("day", { propagationPolicy: "Background" }).catch(ignoreMissing);
  await until("its Deployment is gone", async () => !(await deployments.exists("day")));
  await new ResourceClient(lease, admin, { namespace: name }).delete(name).catch(ignoreMissing);
  await new ResourceClient(event, admin, { namespace }).deleteCollection();
}

function ignoreMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

interface Event extends KubernetesObject {
  readonly reason?: string;
}

interface Review extends KubernetesObject {
  readonly spec: object;
  readonly status?: { readonly allowed?: boolean };
}

const accessReview = defineResource<Review>({
  group: "authorization.k8s.io",
  version: "v1",
  kind: "SubjectAccessReview",
  plural: "subjectaccessreviews",
  scope: "Cluster",
});
const scope = "Namespaced";
const cronTab = defineResource<KubernetesObject & { readonly spec: object }>({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  plural: "crontabs",
  scope,
});
const deployment = defineResource<KubernetesObject>({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  scope,
});
const lease = defineResource<KubernetesObject>({
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  scope,
});
const event = defineResource<Event>({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  scope,
});
