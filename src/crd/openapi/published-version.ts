import type { Json } from "../../runtime/v1/values/json/json.js";
import type { Resource, Version } from "../ir/resource.js";

/** A served version of a resource, as documents describe it. */
export interface PublishedVersion {
  readonly resource: Resource;
  readonly version: Version;
}

/** The versions that the API server publishes: those that it serves. */
export function publishedVersions(resources: Iterable<Resource>): readonly PublishedVersion[] {
  return [...resources].flatMap((resource) =>
    resource.versions
      .filter(({ served }) => served)
      .map((version): PublishedVersion => ({ resource, version })),
  );
}

/**
 * The name of a kind in documents: its group from the end to the beginning, version and kind
 * (`gvkToModelName`).
 */
export function modelName({ resource, version }: PublishedVersion, kind: string): string {
  return [...resource.group.split(".").reverse(), version.name, kind].join(".");
}

/** `x-kubernetes-group-version-kind` of a kind. */
export function groupVersionKind({ resource, version }: PublishedVersion, kind: string): Json {
  return { group: resource.group, version: version.name, kind };
}
