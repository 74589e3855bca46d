/*
 * What a garbage collector decides about owners and dependents, to be asked of any server that has
 * one. All names begin with `definitions-`, since a cluster may have objects of others.
 */

/** Sends a request; gives the code and the body. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ readonly code: number; readonly body: unknown }>;

/** What is left when nothing happens any more. */
export interface GarbageOutcome {
  /** The objects that are still there, with what of their metadata a collector changes. */
  readonly objects: readonly unknown[];
  /** Events about owners, without times and names. */
  readonly events: readonly unknown[];
}

interface Named {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly uid: string;
  readonly finalizers?: readonly string[];
  readonly deletionTimestamp?: string;
  readonly ownerReferences?: readonly { readonly name: string; readonly kind: string }[];
}

interface Reference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly blockOwnerDeletion?: boolean;
}

const group = "definitions-garbage.example.com";
const [here, there] = ["definitions-here", "definitions-there"];

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function definition(plural: string, kind: string, scope: string): object {
  const schema = {
    openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

/** The collections that the scenarios write to. */
const places = {
  maps: `/api/v1/namespaces/${here}/configmaps`,
  mapsThere: `/api/v1/namespaces/${there}/configmaps`,
  things: `/apis/${group}/v1/namespaces/${here}/things`,
  wides: `/apis/${group}/v1/wides`,
};

type Place = keyof typeof places;

const kinds: { readonly [place in Place]: readonly [apiVersion: string, kind: string] } = {
  maps: ["v1", "ConfigMap"],
  mapsThere: ["v1", "ConfigMap"],
  things: [`${group}/v1`, "Thing"],
  wides: [`${group}/v1`, "Wide"],
};

/** A server with the objects of the scenarios. */
export class Garbage {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async make(
    place: Place,
    name: string,
    owners: readonly Reference[] = [],
    finalizers: readonly string[] = [],
  ): Promise<Reference> {
    const [apiVersion, kind] = kinds[place];
    const metadata = { name, ownerReferences: owners, finalizers };
    const answer = await this.#ask("POST", places[place], { apiVersion, kind, metadata });
    if (answer.code !== 201) throw new Error(`${place} ${name}: ${JSON.stringify(answer.body)}`);
    const { uid } = (answer.body as { metadata: Named }).metadata; // of an object
    return { apiVersion, kind, name, uid };
  }

  async remove(place: Place, name: string, propagationPolicy: string): Promise<void> {
    await this.#ask("DELETE", `${places[place]}/${name}`, { propagationPolicy });
  }

  async patch(place: Place, name: string, owners: readonly Reference[]): Promise<void> {
    const body = { metadata: { ownerReferences: owners } };
    await this.#ask("PATCH", `${places[place]}/${name}`, body);
  }
}

const blocking = (owner: Reference): Reference => ({ ...owner, blockOwnerDeletion: true });

type Scenario = (garbage: Garbage, prefix: string) => Promise<void>;

/** Each with a prefix of its own for the names of its objects. */
export const garbageScenarios: { readonly [name: string]: Scenario } = {
  "an owner in another namespace": async (garbage, prefix) => {
    const owner = await garbage.make("mapsThere", `${prefix}owner`);
    await garbage.make("maps", `${prefix}child`, [owner]);
    await garbage.make("things", `${prefix}thing`, [owner]);
    const other = await garbage.make("maps", `${prefix}other`);
    await garbage.make("maps", `${prefix}both`, [owner, other]);
    await garbage.make("maps", `${prefix}held`, [owner], ["example.com/hold"]);
  },
  "an owner that has another uid, name or kind": async (garbage, prefix) => {
    const owner = await garbage.make("maps", `${prefix}owner`);
    const uid = "11111111-2222-3333-4444-555555555555";
    await garbage.make("maps", `${prefix}uid`, [{ ...owner, uid }]);
    await garbage.make("maps", `${prefix}name`, [{ ...owner, name: "other" }]);
    await garbage.make("maps", `${prefix}kind`, [{ ...owner, kind: "Secret" }]);
    await garbage.make("maps", `${prefix}nothing`, [{ ...owner, kind: "Nothing" }]);
    await garbage.make("maps", `${prefix}version`, [{ ...owner, apiVersion: "v7" }]);
    await garbage.make("maps", `${prefix}group`, [{ ...owner, apiVersion: "none.example.com/v1" }]);
    const unknown = { ...owner, kind: "Nothing", uid: "11111111-2222-3333-4444-666666666666" };
    await garbage.make("maps", `${prefix}one-unknown`, [unknown, { ...owner, uid }]);
    await garbage.make("maps", `${prefix}one-known`, [owner, { ...unknown }]);
    await garbage.make("maps", `${prefix}one-gone`, [owner, { ...owner, name: "other", uid }]);
  },
  "a cluster-wide dependent": async (garbage, prefix) => {
    const owner = await garbage.make("maps", `${prefix}owner`);
    await garbage.make("wides", `${prefix}wide`, [owner]);
    const gone = { ...owner, uid: "11111111-2222-3333-4444-777777777777" };
    await garbage.make("wides", `${prefix}wide-gone`, [gone]);
    const wide = await garbage.make("wides", `${prefix}wide-owner`);
    await garbage.make("wides", `${prefix}wide-child`, [wide]);
    await garbage.make("maps", `${prefix}child`, [wide]);
    await garbage.make("mapsThere", `${prefix}child`, [wide]);
    const left = await garbage.make("maps", `${prefix}left`);
    await garbage.make("wides", `${prefix}wide-left`, [left]);
    await garbage.remove("maps", `${prefix}left`, "Background");
  },
  "deletion in the background": async (garbage, prefix) => {
    const owner = await garbage.make("things", `${prefix}owner`);
    const child = await garbage.make("maps", `${prefix}child`, [owner]);
    await garbage.make("maps", `${prefix}grandchild`, [child]);
    const wide = await garbage.make("wides", `${prefix}wide`);
    await garbage.make("maps", `${prefix}shared`, [owner, wide]);
    await garbage.make("maps", `${prefix}held`, [owner], ["example.com/hold"]);
    await garbage.make("maps", `${prefix}orphan`, [owner], ["orphan"]);
    await garbage.remove("things", `${prefix}owner`, "Background");
  },
  "deletion in the foreground": async (garbage, prefix) => {
    const owner = await garbage.make("things", `${prefix}owner`);
    const child = await garbage.make("maps", `${prefix}child`, [blocking(owner)]);
    await garbage.make("maps", `${prefix}grandchild`, [blocking(child)]);
    await garbage.make("maps", `${prefix}loose`, [owner], ["example.com/hold"]);
    const wide = await garbage.make("wides", `${prefix}wide`);
    await garbage.make("maps", `${prefix}shared`, [blocking(owner), wide]);
    await garbage.remove("things", `${prefix}owner`, "Foreground");
  },
  "deletion in the foreground that is blocked": async (garbage, prefix) => {
    const owner = await garbage.make("things", `${prefix}owner`);
    await garbage.make("maps", `${prefix}held`, [blocking(owner)], ["example.com/hold"]);
    const child = await garbage.make("maps", `${prefix}child`, [blocking(owner)]);
    await garbage.make("maps", `${prefix}grandchild`, [blocking(child)], ["example.com/hold"]);
    await garbage.make("maps", `${prefix}free`, [owner]);
    await garbage.remove("things", `${prefix}owner`, "Foreground");
  },
  "deletion in the foreground in a circle": async (garbage, prefix) => {
    const first = await garbage.make("maps", `${prefix}first`);
    const second = await garbage.make("maps", `${prefix}second`, [blocking(first)]);
    await garbage.patch("maps", `${prefix}first`, [blocking(second)]);
    await garbage.remove("maps", `${prefix}first`, "Foreground");
  },
  "deletion that leaves orphans": async (garbage, prefix) => {
    const owner = await garbage.make("things", `${prefix}owner`);
    const wide = await garbage.make("wides", `${prefix}wide`);
    await garbage.make("maps", `${prefix}child`, [owner]);
    await garbage.make("things", `${prefix}thing`, [owner, wide]);
    await garbage.remove("things", `${prefix}owner`, "Orphan");
  },
  "owners that change": async (garbage, prefix) => {
    const owner = await garbage.make("maps", `${prefix}owner`);
    await garbage.make("maps", `${prefix}child`, [owner]);
    const far = await garbage.make("mapsThere", `${prefix}far`);
    await garbage.patch("maps", `${prefix}child`, [far]);
    await garbage.make("maps", `${prefix}freed`, [owner]);
    await garbage.patch("maps", `${prefix}freed`, []);
    await garbage.remove("maps", `${prefix}owner`, "Background");
  },
};

/** Creates what all scenarios need. */
export async function prepareGarbage(ask: Ask): Promise<void> {
  for (const name of [here, there]) {
    await ask("POST", "/api/v1/namespaces", { metadata: { name } });
  }
  await ask("POST", crds, definition("things", "Thing", "Namespaced"));
  await ask("POST", crds, definition("wides", "Wide", "Cluster"));
  const end = Date.now() + 60_000;
  const isServed = async (place: string): Promise<boolean> =>
    (await ask("GET", place)).code === 200;
  while (!((await isServed(places.things)) && (await isServed(places.wides)))) {
    if (Date.now() > end) throw new Error("the CRDs are not served");
  }
}

/** Removes it again. */
export async function clearGarbage(ask: Ask): Promise<void> {
  const release = { metadata: { finalizers: null } };
  for (const place of Object.values(places)) {
    const { body } = await ask("GET", place);
    for (const { metadata } of (body as { items: { metadata: Named }[] }).items) {
      await ask("PATCH", `${place}/${metadata.name}`, release);
    }
  }
  const events = "/api/v1/namespaces/default/events";
  const { body } = await ask("GET", events);
  for (const { metadata, involvedObject } of (body as { items: RecordedEvent[] }).items) {
    if (!involvedObject.name.startsWith("definitions-")) continue;
    await ask("DELETE", `${events}/${metadata.name}`);
  }
  for (const name of ["things", "wides"]) await ask("DELETE", `${crds}/${name}.${group}`);
  for (const name of [here, there]) await ask("DELETE", `/api/v1/namespaces/${name}`);
}

/** What there is of a scenario now. */
export async function outcomeOf(ask: Ask, prefix: string): Promise<GarbageOutcome> {
  const objects: unknown[] = [];
  for (const [place, path] of Object.entries(places)) {
    const { body } = await ask("GET", path);
    for (const { metadata } of (body as { items: { metadata: Named }[] }).items) {
      if (!metadata.name.startsWith(prefix)) continue;
      const { name, finalizers = [], ownerReferences = [], deletionTimestamp } = metadata;
      const owners = ownerReferences.map((one) => ({ ...one, uid: "<uid>" }));
      const isDeleted = deletionTimestamp !== undefined;
      objects.push({ place, name, finalizers, owners, isDeleted });
    }
  }
  return { objects, events: await eventsOf(ask, prefix) };
}

interface RecordedEvent {
  readonly metadata: { readonly name: string };
  readonly involvedObject: { readonly name: string };
  readonly message: string;
  readonly [field: string]: unknown;
}

async function eventsOf(ask: Ask, prefix: string): Promise<readonly unknown[]> {
  const events: unknown[] = [];
  for (const namespace of [here, there, "default"]) {
    const { body } = await ask("GET", `/api/v1/namespaces/${namespace}/events`);
    for (const event of (body as { items: RecordedEvent[] }).items) {
      if (!event.involvedObject.name.startsWith(prefix)) continue;
      const { metadata, involvedObject, message, ...rest } = event;
      const { firstTimestamp, lastTimestamp, ...fields } = rest;
      events.push({
        ...fields,
        name: metadata.name.replace(/\.[^.]+$/, ".<suffix>"),
        namespace,
        times: [typeof firstTimestamp, typeof lastTimestamp],
        involvedObject: { ...involvedObject, uid: "<uid>", resourceVersion: undefined },
        message: message.replace(/uid: [^\]]*/, "uid: <uid>"),
      });
    }
  }
  return events.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
