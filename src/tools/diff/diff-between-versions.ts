import type { Resource, Version } from "../../crd/ir/resource.js";
import type { SchemaTable } from "../../crd/ir/schema-table.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { ChangeList } from "./change-list.js";
import { resourceName } from "./diff-resource.js";
import { createTools } from "./diff-resources.js";
import type { DiffTools } from "./diff-tools.js";
import { diffVersion } from "./diff-version.js";
import type { JudgedChange } from "./judged-change.js";
import { judgeChanges } from "./judged-change.js";

/** Compares versions of one resource with each other. All schemas must come from one table. */
export class VersionComparer {
  readonly #tools: DiffTools;

  constructor(table: SchemaTable, minor: KubernetesMinor) {
    this.#tools = createTools(table, minor);
  }

  /**
   * What changes for those who go from one version to another, the gravest first: schemas, columns
   * and subresources. Whether versions are served, stored or deprecated is no change, as both are
   * there; changed descriptions are left out.
   */
  changes(resource: Resource, from: Version, to: Version): readonly JudgedChange[] {
    const { served, deprecated, deprecationWarning } = to;
    const { document } = resource;
    const changes = new ChangeList();
    diffVersion(
      { ...this.#tools, changes },
      {
        compared: {
          resource: resourceName(resource),
          kind: resource.names.kind,
          version: to.name,
          oldDocument: document,
          newDocument: document,
        },
        old: { ...from, served, deprecated, deprecationWarning },
        now: to,
        oldResource: resource,
        newResource: resource,
      },
    );
    const told = changes.list.filter(({ code }) => code !== "diff/description-changed");
    return judgeChanges(told, { codes: new Set(), effects: new Set() });
  }
}
