import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { clientFunctions } from "../../../../src/tools/rbac/find-clients.js";
import { findRights } from "../../../../src/tools/rbac/find-rights.js";
import { findWebhooks } from "../../../../src/tools/rbac/find-webhooks.js";
import { functionVerbs } from "../../../../src/tools/rbac/method-verbs.js";
import type { OperatorProgram } from "../../../../src/tools/rbac/operator-program.js";
import type { FoundRights, Right } from "../../../../src/tools/rbac/rights.js";
import { webhookManifests } from "../../../../src/tools/rbac/webhook-manifests.js";

const root = join(import.meta.dirname, "../../../..");
const folder = join(root, "generated-samples/crontab");

const imports = `
import { CronTabClient } from "./stable.example.com/v1/crontabs/index.js";
import type { CronTab } from "./stable.example.com/v1/crontabs/index.js";
import { createOrUpdate, defineResource, ResourceClient, scaleClientOf, waitFor } from "../../src/runtime/v1/index.js";
import type { DefinedTypes, KubernetesObject, ResourceTypes, Transport } from "../../src/runtime/v1/index.js";
import { addFinalizer, Controller, EventRecorder, LeaderElector, ownerReference } from "../../src/runtime/v1/controller.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import { Manager } from "../../src/runtime/v1/manager.js";
declare const transport: Transport;
declare const text: string;
const crons = new CronTabClient(transport);
interface Page extends KubernetesObject { page: string }
const page = defineResource<Page>({ group: "web.example.com", version: "v1", kind: "Page", plural: "pages", scope: "Namespaced" });
const node = defineResource<KubernetesObject & { node: string }>({ group: "", version: "v1", kind: "Node", plural: "nodes", scope: "Cluster" });
`;

/** Code, and what it needs: `verb group/resource place name`. */
const cases: Readonly<Record<string, readonly [code: string, rights: readonly string[]]>> = {
  "calls of a client of its own namespace": [
    `await crons.get(text); await crons.list(); crons.watch();`,
    [cron("get own"), cron("list own"), cron("watch own")],
  ],
  "every method of a client": [
    `crons.exists(text); crons.listAll(); crons.pages(); crons.patch(text, { merge: {} });
     crons.delete(text); crons.deleteCollection();
     crons.modify(text, (cron) => cron);`,
    [
      ...["get", "list", "list", "patch", "delete", "deletecollection", "get", "update"].map(
        (verb) => cron(`${verb} own`),
      ),
    ],
  ],
  "writes of objects, where these say": [
    `declare const object: CronTab;
     crons.create(object); crons.update(object, { namespace: "a" });
     crons.apply({ apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name: text }, spec: {} });`,
    [cron("create objects"), cron("update in a"), cron("create own"), cron("patch own")],
  ],
  subresources: [
    `crons.status.patch(text, { merge: {} }); crons.scale.get(text); scaleClientOf(crons).update({} as never);`,
    [cron("patch own", "/status"), cron("get own", "/scale"), cron("update own", "/scale")],
  ],
  "places of clients and of calls": [
    `crons.all().list(); crons.in("b").list(); crons.in(text).list(); crons.list({ allNamespaces: true });
     crons.list({ namespace: "c" }); crons.list({ namespace: text });
     crons.in(transport.defaultNamespace ?? "default").list();
     new CronTabClient(transport, { namespace: "d" }).list();`,
    ["all", "in b", "objects", "all", "in c", "objects", "own", "in d"].map((place) =>
      cron(`list ${place}`),
    ),
  ],
  "options that come from elsewhere": [
    `function optionsOf({ metadata: { namespace } }: CronTab) { return { namespace }; }
     declare const object: CronTab;
     crons.get(text, optionsOf(object)); crons.list({ ...optionsOf(object), labelSelector: "a" });
     const namespace = "e"; const options = { namespace }; crons.list(options);`,
    [cron("get objects"), cron("list objects"), cron("list in e")],
  ],
  "names that are always the same": [
    `const name = "only"; crons.get(name); crons.patch("other", { merge: {} });`,
    [cron("get own", "", "only"), cron("patch own", "", "other")],
  ],
  "definitions made by hand, and what is outside of namespaces": [
    `new ResourceClient(page, transport).list(); new ResourceClient(node, transport).get(text);
     declare const pages: ResourceClient<DefinedTypes<Page, "Namespaced">>; pages.delete(text);`,
    ["list web.example.com/pages own", "get /nodes all", "delete web.example.com/pages objects"],
  ],
  "clients that are passed on": [
    `class Worker {
       constructor(private readonly client: CronTabClient, private readonly parts: { pages: ResourceClient<any> }) {}
       work() { this.client.list(); this.parts.pages.list(); }
     }
     new Worker(crons.all(), { pages: new ResourceClient(page, transport).in("f") }).work();
     function each<T extends ResourceTypes>(client: ResourceClient<T>) { client.list(); }
     each(crons.in("g")); each(new ResourceClient(page, transport));
     const { first } = { first: crons.in("h") }; first.list();`,
    [
      cron("list all"),
      "list web.example.com/pages in f",
      cron("list in g"),
      "list web.example.com/pages own",
      cron("list in h"),
    ],
  ],
  "functions of the runtime": [
    `waitFor(crons, text, "deleted"); createOrUpdate(crons, {} as never); addFinalizer(crons, {} as never, "a/b");`,
    ["list", "watch", "create", "get", "update", "get", "patch"].map((verb) => cron(`${verb} own`)),
  ],
  informers: [
    `new Informer(crons); new Informer(crons, { allNamespaces: true }); new Informer(crons, { namespaces: ["i", "j"] });`,
    ["own", "all", "in i", "in j"].flatMap((place) => [
      cron(`list ${place}`),
      cron(`watch ${place}`),
    ]),
  ],
  "controllers, with what they own and watch": [
    `const pages = new ResourceClient(page, transport);
     new Controller(crons.all(), {
       reconcile() {}, finalizer: "a/b", cleanup() {},
       owns: [pages],
       watches: [{ client: new ResourceClient(node, transport), map: () => [] }],
       leaderElection: { transport, name: "lock", namespace: "k" },
     });`,
    [
      ...["list all", "watch all", "get all", "patch all"].map((what) => cron(what)),
      ...["list web.example.com/pages all", "watch web.example.com/pages all"],
      ...["list /nodes all", "watch /nodes all"],
      ...leases("in k", "lock"),
    ],
  ],
  "a manager": [
    `const manager = new Manager({ transport, leaderElection: { name: "lock" } });
     manager.controller(crons.in("l"), { reconcile() {} });
     manager.events("a/b").record({} as never, {} as never);`,
    [
      ...leases("own", "lock"),
      ...[cron("list in l"), cron("watch in l")],
      ...["create events.k8s.io/events objects", "patch events.k8s.io/events objects"],
    ],
  ],
  "recorders and electors": [
    `new EventRecorder({ transport, controller: "a/b" }); new LeaderElector({ transport, name: text, namespace: "m" });`,
    [
      ...["create events.k8s.io/events objects", "patch events.k8s.io/events objects"],
      ...leases("in m"),
    ],
  ],
  "owners that block": [
    `declare const owner: CronTab;
     ownerReference(owner); ownerReference(owner, { controller: true, blockOwnerDeletion: false });
     ownerReference(owner, { controller: true });`,
    [cron("update objects", "/finalizers")],
  ],
  comments: [
    `// crdgen:rbac group=apps resources=deployments,deployments/scale verbs=get namespace=n
     // crdgen:rbac group= resources=secrets verbs=get namespace=own names=a,b`,
    [
      "get apps/deployments in n",
      "get apps/deployments/scale in n",
      "get /secrets own a",
      "get /secrets own b",
    ],
  ],
};

/** Code that serves webhooks. */
const serving = `
import { admissionHandler, conversionHandler } from "../../src/runtime/v1/webhooks.js";
import { cronTab } from "./stable.example.com/v1/crontabs/index.js";
const validate = admissionHandler({ resource: cronTab, validate: () => undefined });
declare const manager: Manager;
function made() {
  return admissionHandler<CronTab>({ resource: cronTab, validate: () => undefined });
}
declare function unknown(): never;
manager.webhooks({
  certificate: { certFile: "a", keyFile: "b" },
  handlers: {
    "/validate": validate,
    "/mutate": admissionHandler({ resource: page, mutate() {} }),
    "/typed": admissionHandler<CronTab>({ validate: () => undefined }),
    "/convert": conversionHandler({} as never),
    "/any": admissionHandler({ validate: () => undefined }),
    "/made": made(),
    "/unknown": unknown(),
  },
});`;

/** Code of which nobody can tell what it needs, and the beginnings of what is said. */
const untold: Readonly<Record<string, readonly [code: string, messages: readonly string[]]>> = {
  "a client of anything": [
    `declare const client: ResourceClient<ResourceTypes>;
client.list();`,
    ["2:1 nothing says which resource the client of 'list' is of"],
  ],
  "a method of any name": [
    `declare const method: "get" | "list";
crons[method]("a");`,
    ["2:1 the name of the method is known at run time alone"],
  ],
  "a request by hand": [
    `void transport.send({ method: "GET", path: text, headers: [] });`,
    ["1:6 a request that is sent by hand may go anywhere"],
  ],
  "an owner of any kind": [
    `declare const owner: KubernetesObject;
ownerReference(owner, { controller: true });`,
    ["2:1 nothing says which resource the owner is of"],
  ],
  "a comment that says nothing": [
    `// crdgen:rbac resource=pods
// crdgen:rbac resources=pods verbs=get`,
    ["1:1 'resource=pods' is no part of a rule", "2:1 a rule has a group"],
  ],
  "what a comment speaks of": [
    `declare const client: ResourceClient<ResourceTypes>;
// crdgen:rbac group=apps resources=deployments verbs=list
await client.list();
client.watch(); // crdgen:rbac none`,
    [],
  ],
};

function cron(words: string, part = "", name = ""): string {
  const [verb = "", ...place] = words.split(" ");
  return [verb, `stable.example.com/crontabs${part}`, ...place, name].join(" ").trim();
}

function leases(place: string, name = ""): readonly string[] {
  const resource = "coordination.k8s.io/leases";
  return [`create ${resource} ${place}`, ...["get", "update"].map((verb) => `${verb} ${resource} ${place} ${name}`.trim())]; // prettier-ignore
}

function textOf({ verb, group, resource, place, name = "" }: Right): string {
  return `${verb} ${group}/${resource} ${place} ${name}`.trim();
}

const codes = [
  ...Object.entries(cases),
  ...Object.entries(untold),
  ["webhooks", [serving]] as const,
] as const;
const pathOf = (title: string): string => join(folder, `case ${title}.ts`);

let program: ts.Program;

beforeAll(() => {
  const texts = new Map(codes.map(([title, [code]]) => [pathOf(title), code + imports]));
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  };
  program = ts.createProgram([...texts.keys()], options, host);
}, 60_000);

function programOf(title: string): OperatorProgram {
  const file = program.getSourceFile(pathOf(title));
  return {
    typeScript: ts as unknown as OperatorProgram["typeScript"], // that of ts-morph is the same
    checker: program.getTypeChecker() as unknown as OperatorProgram["checker"], // likewise
    own: [file] as unknown as OperatorProgram["own"], // likewise
    fileAt: (path) => program.getSourceFile(path), // likewise
  };
}

function found(title: string): FoundRights {
  return findRights(programOf(title));
}

describe("the rights of", () => {
  it.each(Object.keys(cases))("%s", (title) => {
    const { rights, untold: others } = found(title);
    expect(others).toEqual([]);
    expect(rights.map(textOf).sort()).toEqual([...(cases[title]?.[1] ?? [])].sort());
  });
});

it("knows every function of the runtime that takes a client", () => {
  const checker = program.getTypeChecker();
  const names = ["index", "controller", "informer", "manager"].flatMap((entry) => {
    const file = program.getSourceFile(join(root, `src/runtime/v1/${entry}.ts`));
    const module = file && checker.getSymbolAtLocation(file);
    return module === undefined ? [] : checker.getExportsOfModule(module).filter(takesClient);
  });
  // What these give is looked for in `owns` and `watches`.
  const sources = ["owned", "watched"];
  const known = [...functionVerbs.keys(), ...clientFunctions, ...sources];
  expect([...new Set(names.map(({ name }) => name))].sort()).toEqual(known.sort());
});

/** Whether it is a function whose first parameter is a client. */
function takesClient(symbol: ts.Symbol): boolean {
  const checker = program.getTypeChecker();
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const [declaration] = (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
  if (declaration === undefined || !ts.isFunctionDeclaration(declaration)) return false;
  return /\bClient\b|ResourceClient</.test(declaration.parameters[0]?.type?.getText() ?? "");
}

it("finds the webhooks that are served", () => {
  const { webhooks, untold: others } = findWebhooks(programOf("webhooks"));
  const texts = webhooks.map(({ path, kind, resource: { group, version, plural } }) =>
    [path, kind, group, version, plural].join(" "),
  );
  expect(texts).toEqual([
    "/validate validating stable.example.com v1 crontabs",
    "/mutate mutating web.example.com v1 pages",
    "/typed validating stable.example.com v1 crontabs",
    "/made validating stable.example.com v1 crontabs",
  ]);
  const words = others.map(({ line, message }) => `${line} ${message.replace(/.*; /, "")}`);
  expect(words).toEqual([
    "17 name its resource: admissionHandler({ resource: cronTab, … })",
    "19 make it with admissionHandler, or with a function that returns one",
  ]);
  const names = { name: "op", namespace: "home" };
  const documents = parseAllDocuments(webhookManifests(webhooks, names)).map(
    (document) => document.toJS() as { kind: string; webhooks?: readonly object[] }, // ours
  );
  expect(documents.map(({ kind }) => kind)).toEqual([
    "Service",
    "Issuer",
    "Certificate",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
  ]);
  const rule = { apiGroups: ["stable.example.com"], apiVersions: ["v1"], resources: ["crontabs"], operations: ["CREATE", "UPDATE"], scope: "Namespaced" }; // prettier-ignore
  const validating = (name: string, path: string): object => ({
    name,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    clientConfig: { service: { name: "op-webhooks", namespace: "home", path } },
    rules: [rule],
  });
  expect(documents[4]).toMatchObject({
    metadata: {
      name: "home-op-webhooks",
      annotations: { "cert-manager.io/inject-ca-from": "home/op-webhooks" },
    },
    webhooks: [
      validating("validate.crontabs.stable.example.com", "/validate"),
      validating("validate-2.crontabs.stable.example.com", "/typed"),
      validating("validate-3.crontabs.stable.example.com", "/made"),
    ],
  });
});

describe("it says of", () => {
  it.each(Object.keys(untold))("%s", (title) => {
    const told = found(title).untold.map(
      ({ line, column, message }) => `${line}:${column} ${message}`,
    );
    const wanted = untold[title]?.[1] ?? [];
    expect(told).toEqual(wanted.map((text) => expect.stringMatching(`^${text}`) as string));
  });
});
