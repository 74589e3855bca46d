import type { WholeCluster } from "../whole-cluster.js";

const rbac = "/apis/rbac.authorization.k8s.io/v1";

/** A right to follow the boats of a group, which is granted and revoked. */
export class Right {
  readonly #cluster: WholeCluster;
  readonly #name: string;
  readonly #subject: object;

  constructor(cluster: WholeCluster, group: string, subject: object) {
    this.#cluster = cluster;
    this.#name = `follow-${group}`;
    this.#subject = subject;
  }

  /** Makes the role, which nobody has yet. */
  async prepare(group: string): Promise<void> {
    await this.#send("POST", "/clusterroles", {
      kind: "ClusterRole",
      rules: [{ apiGroups: [group], resources: ["boats"], verbs: ["list", "watch"] }],
    });
  }

  async grant(): Promise<void> {
    await this.#send("POST", "/clusterrolebindings", {
      kind: "ClusterRoleBinding",
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: this.#name },
      subjects: [this.#subject],
    });
  }

  async revoke(): Promise<void> {
    await this.#send("DELETE", `/clusterrolebindings/${this.#name}`);
  }

  async #send(method: string, path: string, body?: object): Promise<void> {
    const head = { apiVersion: "rbac.authorization.k8s.io/v1", metadata: { name: this.#name } };
    const object = body === undefined ? undefined : { ...head, ...body };
    const answer = await this.#cluster.request(method, `${rbac}${path}`, object);
    if (answer.code >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
}

const accounts = "/api/v1/namespaces/default/serviceaccounts";
const secrets = "/api/v1/namespaces/default/secrets";

/** A service account whose tokens can be made invalid. */
export class Account {
  readonly name: string;
  readonly #cluster: WholeCluster;

  constructor(cluster: WholeCluster, name: string) {
    this.#cluster = cluster;
    this.name = name;
  }

  get subject(): object {
    return { kind: "ServiceAccount", namespace: "default", name: this.name };
  }

  async create(): Promise<void> {
    await this.#send("POST", accounts, { metadata: { name: this.name } });
  }

  /** A token that is valid for as long as a Secret of this name is there. */
  async token(secret: string): Promise<string> {
    const { metadata } = await this.#send("POST", secrets, { metadata: { name: secret } });
    const bound = { apiVersion: "v1", kind: "Secret", name: secret, uid: metadata?.uid };
    const made = await this.#send("POST", `${accounts}/${this.name}/token`, {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { boundObjectRef: bound, expirationSeconds: 3_600 },
    });
    return made.status?.token ?? "";
  }

  async invalidate(secret: string): Promise<void> {
    await this.#send("DELETE", `${secrets}/${secret}`);
  }

  async #send(method: string, path: string, body?: object): Promise<Made> {
    const answer = await this.#cluster.request(method, path, body);
    if (answer.code >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as Made; // what the server returns
  }
}

interface Made {
  readonly metadata?: { readonly uid?: string };
  readonly status?: { readonly token?: string };
}
