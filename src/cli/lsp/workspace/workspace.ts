import { basename } from "node:path";
import type { InitializeParams, WorkspaceFoldersChangeEvent } from "vscode-languageserver";
import { reasonOf } from "../../../crd/diagnostics/wording.js";
import { newestMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdText, LanguageService } from "../../../tools/language/service.js";
import type { Host } from "../../host.js";
import type { Input } from "../../input.js";
import type { LspFlags } from "../lsp-flags.js";
import { clusterInputsOf } from "../lsp-flags.js";
import type { FileProblems } from "./configuration-problems.js";
import { configurationProblems } from "./configuration-problems.js";
import type { CrdPlaces } from "./crd-texts.js";
import { CrdReader } from "./crd-texts.js";
import { changedFolders, foldersOf } from "./folders.js";
import { readSettings } from "./read-settings.js";
import { RemoteTexts } from "./remote-texts.js";
import type { EditorSetting } from "./setting.js";
import { noSetting } from "./setting.js";
import type { SettingsAnswer } from "./settings-task.js";

/** What a workspace asks of the program around it. */
export interface WorkspaceSurroundings {
  readonly flags: LspFlags;
  readonly host: Host;
  /** The texts that the editor has open, by path. */
  readonly open: () => ReadonlyMap<string, string>;
  /** Makes a folder the one where relative paths begin. */
  readonly enter: (folder: string) => void;
}

/** Is told what is wrong with a workspace. */
export interface WorkspaceListener {
  /** Called after CRDs have changed. */
  onChange?(): void;
  /** Called with what is to be said to the person, once for each text. */
  onFault?(message: string): void;
  /** Called with the problems of a file of the configuration; none when it is mended. */
  onConfiguration?(problems: FileProblems): void;
}

/** What the objects of a workspace are judged by. */
export interface KnownCrds {
  readonly texts: readonly CrdText[];
  readonly kubernetesVersion: string;
}

/** What has to be done anew; more than one may be due. */
type Due = "settings" | "files" | "texts";

/** The folders that an editor has open, and the CRDs that are known there. */
export class Workspace {
  /** Paths of the folders. */
  folders: readonly string[] = [];
  /** The CRDs that are known, and the version of Kubernetes that counts, such as `1.37`. */
  known: KnownCrds = { texts: [], kubernetesVersion: `1.${newestMinor}` };
  readonly #service: LanguageService;
  readonly #around: WorkspaceSurroundings;
  readonly #listeners: WorkspaceListener[] = [];
  readonly #reader: CrdReader;
  readonly #due = new Set<Due>();
  #setting: EditorSetting = noSetting;
  #settings: SettingsAnswer | undefined;
  #toldFaults = "";
  #toldFiles: readonly string[] = [];
  #ready: Promise<void> = Promise.resolve();

  constructor(service: LanguageService, around: WorkspaceSurroundings) {
    this.#service = service;
    this.#around = around;
    const remote = new RemoteTexts(around.host, () => {
      this.refresh("texts");
    });
    this.#reader = new CrdReader(remote, around.host);
  }

  /** Settles when the CRDs have been read as they are now. Never rejects. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** The files that may be manifests, with absolute paths, once the workspace is ready. */
  get files(): readonly Input[] {
    return this.#reader.files;
  }

  /** Takes the folders of a client. */
  initialize(params: InitializeParams): void {
    this.#useFolders(foldersOf(params));
  }

  /** Takes folders that came, and leaves those that went. */
  changeFolders(event: WorkspaceFoldersChangeEvent): void {
    this.#useFolders(changedFolders(this.folders, event));
    this.refresh(["settings", "files"]);
  }

  /** Takes what the editor's settings say, which is read with the next refresh. */
  useSetting(setting: EditorSetting): void {
    this.#setting = setting;
  }

  listen(listener: WorkspaceListener): void {
    this.#listeners.push(listener);
  }

  /** Calls a function whenever CRDs have changed. */
  onChange(onChange: () => void): void {
    this.listen({ onChange });
  }

  /** Takes notice of files that changed, appeared or went. */
  noteFiles(paths: readonly string[]): void {
    const ofConfiguration = new Set(
      this.#settings?.settings?.configFiles.map((one) => basename(one)),
    );
    const isConfiguration = (path: string): boolean =>
      basename(path).startsWith("crdgen.config.") || ofConfiguration.has(basename(path));
    this.refresh(paths.some(isConfiguration) ? ["files", "settings"] : "files");
  }

  /**
   * Reads anew what is named, after what is being read.
   *
   * @param first is waited for before
   */
  refresh(due: Due | readonly Due[], first: Promise<void> = Promise.resolve()): void {
    for (const one of [due].flat()) this.#due.add(one);
    this.#ready = Promise.all([this.#ready, first])
      .then(() => this.#useCrds())
      .catch((error: unknown) => {
        this.#tellFaults([reasonOf(error)]);
      });
    void this.#ready.then(() => {
      for (const listener of this.#listeners) listener.onChange?.();
    });
  }

  #useFolders(folders: readonly string[]): void {
    this.folders = folders;
    const [first] = folders;
    if (first !== undefined) this.#around.enter(first);
  }

  async #useCrds(): Promise<void> {
    const { flags, host, open } = this.#around;
    const due = new Set(this.#due);
    this.#due.clear();
    // What was asked for meanwhile has been done with what was asked before.
    if (due.size === 0) return;
    const faults = [...this.#setting.faults];
    if (this.#settings === undefined || due.has("settings")) {
      this.#settings = await readSettings(flags, host);
    }
    this.#tellConfiguration(this.#settings, faults);
    const places = this.#placesOf(this.#settings);
    if (due.has("settings") || due.has("files")) await this.#reader.find(places);
    const read = await this.#reader.read(places, open());
    const { minor = newestMinor } = this.#settings.settings ?? {};
    this.known = { texts: read.texts, kubernetesVersion: `1.${minor}` };
    await this.#service.use(read.texts, this.known.kubernetesVersion);
    this.#tellFaults([...faults, ...read.faults]);
  }

  /** Where the configuration has faults, what the command line names counts still. */
  #placesOf({ settings }: SettingsAnswer): CrdPlaces {
    const { flags } = this.#around;
    return {
      inputs: [
        ...(settings?.crds ?? flags.crd ?? []),
        ...clusterInputsOf(flags),
        ...this.#setting.crds,
      ],
      folders: this.folders,
      prefer: settings?.prefer ?? flags.prefer ?? [],
    };
  }

  #tellConfiguration({ diagnostics, reason }: SettingsAnswer, faults: string[]): void {
    const problems = configurationProblems(diagnostics, faults);
    if (reason !== undefined) faults.push(reason);
    const uris = problems.map(({ uri }) => uri);
    const mended = this.#toldFiles.filter((uri) => !uris.includes(uri));
    this.#toldFiles = uris;
    for (const told of [...problems, ...mended.map((uri) => ({ uri, list: [] }))]) {
      for (const listener of this.#listeners) listener.onConfiguration?.(told);
    }
  }

  /** The same words are told once, until something else is wrong, or nothing. */
  #tellFaults(faults: readonly string[]): void {
    const text = [...new Set(faults)].join("\n");
    if (text !== "" && text !== this.#toldFaults) {
      for (const listener of this.#listeners) listener.onFault?.(text);
    }
    this.#toldFaults = text;
  }
}
