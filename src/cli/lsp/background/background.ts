import { relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Feature, LanguageContext } from "../feature.js";
import { pathOfUri } from "../workspace/folders.js";
import type { KnownCrds } from "../workspace/workspace.js";
import type { JudgedFile } from "./background-run.js";
import { runBackground } from "./background-run.js";
import type { FoundFile } from "./background-task.js";

/** Milliseconds without a change after which files are judged. */
const pause = 1_000;

/** What is wrong in the files of the workspace's folders that nobody has open. */
export const background: Feature = {
  capabilities: {},
  listen(context) {
    const judge = new BackgroundJudge(context);
    const { documents, workspace, gone } = context;
    workspace.onChange(() => {
      judge.begin();
    });
    documents.onDidOpen(({ document }) => {
      judge.forget(document.uri);
    });
    documents.onDidClose(({ document }) => {
      judge.forget(document.uri);
      judge.begin();
    });
    gone.addEventListener("abort", () => {
      judge.end();
    });
  },
};

/** Judges files again when they, or the CRDs, have changed. */
class BackgroundJudge {
  readonly #context: LanguageContext;
  /** The states of the files that were judged by the CRDs below, by path. */
  readonly #judged = new Map<string, string>();
  /** The files that were judged by any CRDs: what was told of them stands until it is replaced. */
  readonly #told = new Set<string>();
  #known: KnownCrds | undefined;
  #timer: NodeJS.Timeout | undefined;
  #run = new AbortController();
  #isOver = false;

  constructor(context: LanguageContext) {
    this.#context = context;
  }

  /** Begins soon, in place of what was begun before. */
  begin(): void {
    this.#stop();
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      void this.#judgeAll();
    }, pause);
  }

  /** Forgets what is known of a file. */
  forget(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#judged.delete(path);
  }

  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#run.abort();
  }

  async #judgeAll(): Promise<void> {
    const { workspace, connection } = this.#context;
    const run = new AbortController();
    this.#run = run;
    await workspace.ready;
    if (run.signal.aborted) return;
    const { known } = workspace;
    if (this.#known === undefined || !isSame(known, this.#known)) this.#judged.clear();
    this.#known = known;
    const files = this.#filesToJudge();
    this.#takeBack(new Set(workspace.files.map(({ path }) => path)));
    await runBackground(
      { files, crds: known.texts, kubernetesVersion: known.kubernetesVersion },
      {
        connection,
        signal: run.signal,
        onJudged: (file) => {
          this.#tell(file);
        },
      },
    );
  }

  #filesToJudge(): readonly FoundFile[] {
    const { workspace, documents } = this.#context;
    return workspace.files.flatMap(({ path, place }) => {
      const isOwn = workspace.folders.some((folder) => isBelow(path, folder));
      if (place === undefined || !isOwn || documents.get(uriOf(path)) !== undefined) return [];
      return [{ path, place, judged: this.#judged.get(path) }];
    });
  }

  /** What was told of files that are gone. */
  #takeBack(there: ReadonlySet<string>): void {
    for (const path of [...this.#told]) {
      if (there.has(path)) continue;
      this.#told.delete(path);
      this.#judged.delete(path);
      void this.#context.problems.tell(uriOf(path), "background", []);
    }
  }

  #tell({ path, state, list }: JudgedFile): void {
    const { documents, problems } = this.#context;
    // Opened meanwhile.
    if (documents.get(uriOf(path)) !== undefined) return;
    this.#judged.set(path, state);
    this.#told.add(path);
    void problems.tell(uriOf(path), "background", list);
  }
}

function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !way.startsWith(`..${sep}`) && way !== ".." && !/^[A-Za-z]:/.test(way);
}

function isSame(left: KnownCrds, right: KnownCrds): boolean {
  if (left.kubernetesVersion !== right.kubernetesVersion) return false;
  if (left.texts.length !== right.texts.length) return false;
  return left.texts.every(({ path, text, leftOut = [] }, index) => {
    const other = right.texts[index];
    const isSameText = other?.path === path && other.text === text;
    return isSameText && String(leftOut) === String(other.leftOut ?? []);
  });
}
