import type { V1Condition, V1ObjectMeta } from "@kubernetes/client-node";

/** Written by hand: nothing is generated from the CRD. */
export interface Site {
  apiVersion: "example.com/v1";
  kind: "Site";
  metadata: V1ObjectMeta & { name: string; namespace: string; uid: string };
  spec: { host?: string; pages: Record<string, string>; replicas: number; image: string };
  status?: SiteStatus;
}

export interface SiteStatus {
  replicas?: number;
  selector?: string;
  conditions?: V1Condition[];
}

export interface OldSite {
  apiVersion: "example.com/v1beta1";
  kind: "Site";
  metadata: V1ObjectMeta;
  spec: { host?: string; pages: { name: string; text: string }[]; size?: number; image?: string };
  status?: SiteStatus;
}
