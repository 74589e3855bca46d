import type { StoredChange } from "../runtime/v1/testing/memory-api-server.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import { Cluster, definitionsName } from "./cluster.js";
import type { ApartAnswer, ApartJob, StoredText } from "./writes-apart.js";

const answeredHeaders = ["content-type", "warning", "retry-after", "allow", "location"];

/** A cluster that holds CRDs alone: each job brings its objects along. */
export class ApartCluster {
  readonly #cluster: Cluster;
  #changes: StoredChange[] = [];

  constructor(minor: KubernetesMinor) {
    this.#cluster = new Cluster({
      minor,
      namespaces: true,
      onChange: (change) => void this.#changes.push(change),
    });
  }

  /** Puts these CRDs in the place of all others. */
  async define(definitions: readonly StoredText[]): Promise<void> {
    const resourceVersion = unguessableVersion();
    await this.#cluster.restore({ resourceVersion, objects: { [definitionsName]: definitions } });
  }

  async answer({ resource, objects, namespaces, request }: ApartJob): Promise<ApartAnswer> {
    const { server } = this.#cluster;
    server.replaceObjects(resource, objects);
    server.replaceObjects("namespaces.", namespaces);
    this.#changes = [];
    const response = await this.#cluster.send(request);
    const headers = answeredHeaders.flatMap((name) => {
      const value = response.header(name);
      return value === null ? [] : [[name, value] as const];
    });
    const body = await response.text();
    return { status: response.status, headers, body, changes: this.#changes };
  }
}

/** Of 15 digits, which no counter reaches; those that follow are as hard to guess. */
function unguessableVersion(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return 2 * 10 ** 14 + (high % 2 ** 17) * 2 ** 32 + low;
}
