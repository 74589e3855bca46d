import { defineResource } from "./generated/runtime/v1/index.js";

/** A page of a site: a kind of somebody else, for which nothing is generated. */
export interface Page {
  apiVersion: string;
  kind: string;
  spec: { title: string; text: string };
}

export const pageDefinition = defineResource<Page>({
  group: "web.example.com",
  version: "v1",
  kind: "Page",
  plural: "pages",
  scope: "Namespaced",
});
