import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ResourceClient, withMiddleware } from "../../../src/runtime/v1/index.js";
import type { Informer } from "../../../src/runtime/v1/informer.js";
import * as informers from "../../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../../src/runtime/v1/node.js";
import { fromKubeconfig, nodeTransport } from "../../../src/runtime/v1/node.js";
import type { WholeCluster } from "../whole-cluster.js";
import type { Boat, Boats, BoatTypes } from "./boats.js";

/** What an informer told its handlers, and when (`performance.now`). */
export interface FollowedEvent {
  readonly at: number;
  readonly event: "added" | "updated" | "deleted";
  readonly name: string;
  readonly uid: string;
  readonly version: string;
}

/** Where a follower gets to the server, and as whom. */
export type Access =
  | { readonly url: string; readonly token: string | (() => string) }
  /** Both as a file says. */
  | { readonly kubeconfig: string };

/** An informer of boats, of whichever library. */
export abstract class Follower {
  abstract readonly name: string;
  readonly events: FollowedEvent[] = [];
  /** The versions of the objects in its cache, by names, as its events say. */
  readonly cache = new Map<string, string>();

  abstract stop(): Promise<void>;

  protected tell(event: Omit<FollowedEvent, "at">): void {
    this.events.push({ ...event, at: performance.now() });
    if (event.event === "deleted") this.cache.delete(event.name);
    else this.cache.set(event.name, event.version);
  }
}

/** The entries of the runtime that a follower is made of. */
export interface Library {
  readonly client: {
    readonly ResourceClient: typeof ResourceClient;
    readonly withMiddleware: typeof withMiddleware;
  };
  readonly node: {
    readonly nodeTransport: typeof nodeTransport;
    readonly fromKubeconfig: typeof fromKubeconfig;
  };
  readonly informer: { readonly Informer: typeof Informer };
}

/** The sources that are tested. */
export const ownLibrary: Library = {
  client: { ResourceClient, withMiddleware },
  node: { nodeTransport, fromKubeconfig },
  informer: informers,
};

/** Another build, by the path of its `dist`, to be measured beside. */
export async function libraryIn(dist: string): Promise<Library> {
  const entry = (name: string): Promise<unknown> => import(join(dist, `runtime/v1/${name}.js`));
  const [client, node, informer] = await Promise.all(["index", "node", "informer"].map(entry));
  return { client, node, informer } as Library; // a build of this project
}

/** The way of a follower of this project to a server. */
export function transportFor(
  { ca }: WholeCluster,
  access: Access,
  { node }: Library,
): NodeTransport | Promise<NodeTransport> {
  if ("kubeconfig" in access) return node.fromKubeconfig({ path: access.kubeconfig });
  return node.nodeTransport({ baseUrl: access.url, token: access.token, ca });
}

/** How a follower of this project is called, and how it looks. */
export interface OwnOptions {
  readonly title?: string;
  readonly verifyEvery?: number | undefined;
}

/** The informer of this project. */
export class OwnFollower extends Follower {
  readonly name: string;
  readonly informer: Informer<BoatTypes>;
  readonly errors: unknown[] = [];
  /** The queries of the requests that it has sent. */
  readonly queries: string[] = [];
  readonly #transport: NodeTransport;

  /** `transport` is one of the library, which the follower closes in the end. */
  constructor(
    boats: Boats,
    transport: NodeTransport,
    { client, informer }: Library = ownLibrary,
    { title = "crdgen", verifyEvery }: OwnOptions = {},
  ) {
    super();
    this.name = title;
    this.#transport = transport;
    const watched = client.withMiddleware(this.#transport, (next) => (request) => {
      this.queries.push(request.query ?? "");
      return next(request);
    });
    const resource = new client.ResourceClient<BoatTypes>(boats.definition, watched);
    this.informer = new informer.Informer(resource, {
      namespaces: ["default"],
      verifyEvery,
      onError: (error) => this.errors.push(error),
    });
    const tellOf = (event: FollowedEvent["event"]) => (boat: Boat) => {
      const { name, uid, resourceVersion: version } = boat.metadata;
      this.tell({ event, name, uid, version });
    };
    this.informer.on({
      added: tellOf("added"),
      updated: tellOf("updated"),
      deleted: tellOf("deleted"),
    });
    this.informer.start();
  }

  /** How often it has begun to read a whole state. */
  get lists(): number {
    return this.queries.filter(
      (query) => !/(^|&)(resourceVersion|continue)=/.test(query) && !/limit=1(&|$)/.test(query),
    ).length;
  }

  async stop(): Promise<void> {
    await this.informer.stop();
    this.#transport.close();
  }
}

/** The informer of client-go, in a process of its own. */
export class GoFollower extends Follower {
  readonly name = "client-go";
  readonly #folder = mkdtempSync(join(tmpdir(), "crdgen-follower-"));
  readonly #child: ChildProcess;

  /** `token` is the one at the start. */
  constructor(program: string, cluster: WholeCluster, boats: Boats, access: Access) {
    super();
    const kubeconfig =
      "kubeconfig" in access ? access.kubeconfig : this.#writeKubeconfig(cluster, access);
    const args = ["follow", kubeconfig, boats.group, "boats"];
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error("the follower has no output");
    createInterface({ input: stdout }).on("line", (line) => {
      this.tell(JSON.parse(line) as Omit<FollowedEvent, "at">); // as `follow.go` prints it
    });
  }

  #writeKubeconfig(
    cluster: WholeCluster,
    { url, token }: Exclude<Access, { readonly kubeconfig: string }>,
  ): string {
    const kubeconfig = join(this.#folder, "kubeconfig");
    const bearer = typeof token === "string" ? token : token();
    const tokenFile = join(this.#folder, "token");
    writeFileSync(tokenFile, bearer);
    const server = { server: url, "certificate-authority-data": base64(cluster.ca) };
    const config = {
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
      clusters: [{ name: "test", cluster: server }],
      users: [{ name: "test", user: { tokenFile } }],
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
    return kubeconfig;
  }

  /** Has client-go read another token; it looks at the file again within a minute. */
  writeToken(token: string): void {
    writeFileSync(join(this.#folder, "token"), token);
  }

  stop(): Promise<void> {
    const ended = new Promise<void>((resolve) =>
      this.#child.once("exit", () => {
        resolve();
      }),
    );
    this.#child.kill("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
    return ended;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
