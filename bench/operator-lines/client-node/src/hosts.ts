import type { CoreV1Api, V1ConfigMap } from "@kubernetes/client-node";
import { ApiException } from "@kubernetes/client-node";
import type { Site } from "./types.js";

const name = "site-hosts";

/** Which site has which host: a ConfigMap in the operator's own namespace. */
export class Hosts {
  constructor(
    private readonly api: CoreV1Api,
    private readonly namespace: string,
  ) {}

  async claim(site: Site): Promise<boolean> {
    const { host } = site.spec;
    if (host === undefined) return true;
    return this.tryAgain(async () => {
      const there = await this.read();
      const owner = there?.data?.[host];
      if (owner !== undefined) return owner === nameOf(site);
      const body: V1ConfigMap = { ...(there ?? { metadata: { name } }) };
      body.data = { ...body.data, [host]: nameOf(site) };
      const { namespace } = this;
      if (there === undefined) await this.api.createNamespacedConfigMap({ namespace, body });
      else await this.api.replaceNamespacedConfigMap({ name, namespace, body });
      return true;
    });
  }

  async release(site: Site): Promise<void> {
    const { host } = site.spec;
    if (host === undefined) return;
    await this.tryAgain(async () => {
      const there = await this.read();
      if (there?.data?.[host] !== nameOf(site)) return;
      delete there.data[host];
      const { namespace } = this;
      await this.api.replaceNamespacedConfigMap({ name, namespace, body: there });
    });
  }

  private async read(): Promise<V1ConfigMap | undefined> {
    try {
      return await this.api.readNamespacedConfigMap({ name, namespace: this.namespace });
    } catch (error) {
      if (codeOf(error) === 404) return undefined;
      throw error;
    }
  }

  private async tryAgain<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (codeOf(error) !== 409 || tries === 5) throw error;
      }
    }
  }
}

export function codeOf(error: unknown): number | undefined {
  return error instanceof ApiException ? error.code : undefined;
}

function nameOf({ metadata }: Site): string {
  return `${metadata.namespace}/${metadata.name}`;
}
