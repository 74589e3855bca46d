import type { Path, SourceDocument } from "../../crd/source/source-file.js";
import type { ChangeCode } from "./catalog.js";
import type { Change, ChangeFacts } from "./change.js";
import { inOrder } from "./effect.js";

/** The two documents that a comparison is about, and what their changes are called by. */
export interface Compared {
  readonly resource: string;
  readonly kind: string;
  readonly version: string | undefined;
  readonly oldDocument: SourceDocument | undefined;
  readonly newDocument: SourceDocument | undefined;
}

/** Where a change is, in the object and in both documents. */
export interface ChangePaths {
  readonly path: string;
  readonly oldPath: Path;
  readonly newPath: Path;
}

/** Collects changes. */
export class ChangeList {
  readonly list: Change[] = [];

  /** Adds a change; its effects are put in order. */
  report(code: ChangeCode, compared: Compared, paths: ChangePaths, facts: ChangeFacts): void {
    const { resource, kind, version, oldDocument, newDocument } = compared;
    const { example, renamedTo } = facts;
    this.list.push({
      code,
      effects: inOrder(facts.effects),
      resource,
      kind,
      version,
      path: paths.path,
      before: facts.before,
      after: facts.after,
      reason: facts.reason,
      ...(example === undefined ? {} : { example }),
      ...(renamedTo === undefined ? {} : { renamedTo }),
      oldPlace: oldDocument && { document: oldDocument, path: paths.oldPath },
      newPlace: newDocument && { document: newDocument, path: paths.newPath },
    });
  }
}
