import type { EventsV1Api } from "@kubernetes/client-node";
import { V1MicroTime } from "@kubernetes/client-node";
import type { Site } from "./types.js";

/** Without series: the same event is written again and again. */
export class EventRecorder {
  constructor(private readonly api: EventsV1Api) {}

  async record(site: Site, type: string, reason: string, note: string): Promise<void> {
    const { apiVersion, kind, metadata } = site;
    const { name, namespace, uid, resourceVersion } = metadata;
    const body = {
      metadata: { generateName: `${name}-`, namespace },
      eventTime: new V1MicroTime(),
      reportingController: "example.com/site-operator",
      reportingInstance: "site-operator",
      action: reason,
      reason,
      type,
      note,
      regarding: { apiVersion, kind, name, namespace, uid, resourceVersion },
    };
    await this.api.createNamespacedEvent({ namespace, body }).catch(console.error);
  }
}
