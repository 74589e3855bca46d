import type { ConfigMap, ConfigMapClient } from "./generated/core/v1/configmaps/index.js";
import type { Site } from "./generated/example.com/v1/sites/index.js";
import { createOrUpdate } from "./generated/runtime/v1/index.js";

const name = "site-hosts";

/**
 * Which site has which host: a ConfigMap in the operator's own namespace, in the place of a DNS
 * provider. Sites of all namespaces share it, so no owner reference can clean it up.
 */
export class Hosts {
  constructor(private readonly configMaps: ConfigMapClient) {}

  /** Gives a site its host; false where another site has it. */
  async claim(site: Site, signal: AbortSignal): Promise<boolean> {
    const { host } = site.spec;
    if (host === undefined) return true;
    const claimant = nameOf(site);
    const change = (there: ConfigMap): void => {
      there.data = { [host]: claimant, ...there.data };
    };
    const { data } = await createOrUpdate(
      this.configMaps,
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { [host]: claimant } },
      change,
      { signal },
    );
    return data?.[host] === claimant;
  }

  /** Takes the host of a site back, if it has one. */
  async release(site: Site, signal: AbortSignal): Promise<void> {
    const { host } = site.spec;
    if (host === undefined || !(await this.configMaps.exists(name, { signal }))) return;
    const change = ({ data }: ConfigMap): void => {
      if (data?.[host] === nameOf(site)) delete data[host];
    };
    await this.configMaps.modify(name, change, { signal });
  }
}

function nameOf({ metadata }: Site): string {
  return `${metadata.namespace}/${metadata.name}`;
}
