import type { Site, SiteClient } from "./generated/example.com/v1/sites/index.js";
import type {
  ConditionInput,
  EventRecorder,
  ReconcileContext,
} from "./generated/runtime/v1/controller.js";
import { ownerReference, setCondition, TerminalError } from "./generated/runtime/v1/controller.js";
import type { DefinedTypes, ResourceClient } from "./generated/runtime/v1/index.js";
import type { Page } from "./page.js";

type PageClient = ResourceClient<DefinedTypes<Page, "Namespaced">>;

/** Keeps one Page for each page of a Site. */
export class SiteReconciler {
  constructor(
    private readonly sites: SiteClient,
    private readonly pages: PageClient,
    private readonly events: EventRecorder,
  ) {}

  /** May run at any time, so it looks at what is there. The site is shared: it is not changed. */
  async reconcile(site: Site, { signal }: ReconcileContext): Promise<void> {
    const bad = Object.keys(site.spec.pages).find(
      (name) => !/^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/.test(name),
    );
    if (bad !== undefined) {
      const message = `${JSON.stringify(bad)} cannot be the name of a page`;
      await this.report(
        site,
        { type: "Ready", status: "False", reason: "BadName", message },
        signal,
      );
      // It fails until somebody changes the site, so there is no need to try again.
      throw new TerminalError(message);
    }
    const wanted = new Set<string>();
    for (const [name, text] of Object.entries(site.spec.pages)) {
      wanted.add(await this.writePage(site, name, text, signal));
    }
    for (const { metadata } of (await this.pages.list(ownPages(site, signal))).items) {
      if (!wanted.has(metadata.name)) await this.pages.delete(metadata.name, placeOf(site, signal));
    }
    await this.report(site, { type: "Ready", status: "True", reason: "Published" }, signal);
  }

  /**
   * Runs before the site is gone, perhaps more than once. The garbage collector would delete the
   * pages too, but later, and what lies outside of the cluster is nobody else's business.
   */
  async cleanup(site: Site, { signal }: ReconcileContext): Promise<void> {
    await this.pages.deleteCollection(ownPages(site, signal));
  }

  private async writePage(
    site: Site,
    name: string,
    text: string,
    signal: AbortSignal,
  ): Promise<string> {
    const metadata = {
      name: `${site.metadata.name}-${name}`,
      labels: { "example.com/site": site.metadata.name },
      ownerReferences: [ownerReference(site, { controller: true })],
    };
    const spec = { title: site.spec.title, text };
    const page = { apiVersion: "web.example.com/v1", kind: "Page", metadata, spec };
    // An apply that changes nothing is not even stored.
    await this.pages.apply(page, { ...placeOf(site, signal), force: true });
    return metadata.name;
  }

  /** Writes the status, and tells people, if there is anything new. */
  private async report(site: Site, condition: ConditionInput, signal: AbortSignal): Promise<void> {
    const { name, generation } = site.metadata;
    const old = site.status?.conditions;
    const conditions = setCondition(old, { ...condition, observedGeneration: generation });
    const pages = Object.keys(site.spec.pages).length;
    if (conditions === old && site.status?.pages === pages) return;
    await this.sites.status.patch(
      name,
      { merge: { status: { pages, conditions } } },
      placeOf(site, signal),
    );
    const type = condition.status === "True" ? "Normal" : "Warning";
    const note = condition.message ?? `the site has ${pages} pages`;
    this.events.record(site, { type, reason: condition.reason, note });
  }
}

interface Call {
  readonly namespace: string | undefined;
  readonly signal: AbortSignal;
}

function placeOf({ metadata: { namespace } }: Site, signal: AbortSignal): Call {
  return { namespace, signal };
}

function ownPages(site: Site, signal: AbortSignal): Call & { labelSelector: string } {
  return { ...placeOf(site, signal), labelSelector: `example.com/site=${site.metadata.name}` };
}
