import { newestMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import type { ExampleSize } from "../../../docs/model/page.js";
import type { CrdText, Judgement, StoredForm, TextDiagnostic } from "../../../language/contract.js";

/** The name of a kind and its versions, those that the CRD lists first before the others. */
export interface CrdKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly versions: readonly string[];
}

/** A kind of the site; its CRD is loaded when it is needed. */
export interface SiteKind extends CrdKind {
  /** The key of the file with its CRD: see `loadData`. */
  readonly key: string;
}

/** Examples of one version, as YAML. */
export interface Examples {
  readonly minimal?: string;
  readonly full?: string;
}

export type { ExampleSize };

/** A CRD by which objects are judged. */
export interface OpenCrd extends CrdText {
  readonly kinds: readonly CrdKind[];
  /** Of the site as it is there, or the user's: from a file or a link, or edited. */
  readonly origin: "site" | "user";
  /** By version; of CRDs of the user they are made when somebody asks for them. */
  readonly examples: { readonly [version: string]: Examples };
}

/** The kind and version that are worked on. */
export interface ChosenVersion {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

/** A verdict, and the text that was judged. */
interface JudgedText extends Judgement {
  readonly text: string;
}

/** The diagnostics of lint about a CRD, and the text that it read. */
interface LintedCrd {
  readonly crd: CrdText;
  readonly diagnostics: readonly TextDiagnostic[];
}

/** All that the editor knows. */
export interface EditorState {
  readonly siteKinds: readonly SiteKind[];
  readonly crds: readonly OpenCrd[];
  /** The path of the CRD that can be edited. */
  readonly shownCrd: string | undefined;
  readonly chosen: ChosenVersion | undefined;
  /** A minor version of Kubernetes, such as `1.37`. */
  readonly kubernetes: string;
  /** The object, or several. */
  readonly text: string;
  /** The example that was made last; empty for none. */
  readonly madeExample: string;
  /** The object as it was stored before the update. */
  readonly old: string;
  readonly isUpdate: boolean;
  readonly leftTab: "object" | "crd";
  readonly rightTab: "stored" | "typescript";
  readonly judged: JudgedText | undefined;
  /** What becomes of the objects; absent until somebody looks at it. */
  readonly form: StoredForm | undefined;
  /** The text cannot be read, and `form` is of one before. */
  readonly isFormOld: boolean;
  readonly linted: LintedCrd | undefined;
  readonly typescript: string | undefined;
  /** A message for the user about the last action; empty for nothing. */
  readonly notice: string;
  /** Why the editor does not work; empty where it does. */
  readonly failure: string;
}

export type EditorStore = Store<EditorState>;

/** An editor in which nothing was typed yet. */
export const initialState: EditorState = {
  siteKinds: [],
  crds: [],
  shownCrd: undefined,
  chosen: undefined,
  kubernetes: `1.${newestMinor}`,
  text: "",
  madeExample: "",
  old: "",
  isUpdate: false,
  leftTab: "object",
  rightTab: "stored",
  judged: undefined,
  form: undefined,
  isFormOld: false,
  linted: undefined,
  typescript: undefined,
  notice: "",
  failure: "",
};

/** The CRD in the tab where CRDs are edited. */
export function shownCrdOf({ crds, shownCrd }: EditorState): OpenCrd | undefined {
  return crds.find(({ path }) => path === shownCrd) ?? crds[0];
}

/** All kinds that can be chosen: the user's first, since they stand in for those of the site. */
export function knownKinds({ siteKinds, crds }: EditorState): readonly CrdKind[] {
  const own = crds.filter(({ origin }) => origin === "user").flatMap(({ kinds }) => kinds);
  return [...own, ...siteKinds.filter((kind) => !own.some((other) => isSameKind(kind, other)))];
}

/** A kind as it is shown: of one name there may be several. */
export function kindText({ kind, group }: Pick<CrdKind, "kind" | "group">): string {
  return `${kind} (${group})`;
}

/** Tells whether two names of kinds mean the same kind. */
export function isSameKind(
  one: { readonly group: string; readonly kind: string },
  other: { readonly group: string; readonly kind: string },
): boolean {
  return one.group === other.group && one.kind === other.kind;
}

/** Holds one immutable state, and tells listeners when it is replaced. */
interface Store<State> {
  get(): State;
  /** Replaces some members. Listeners are told if one of them is another value than before. */
  update(patch: Partial<State>): void;
  /**
   * Calls the listener at once, and after each change of one of the values that `select` takes out
   * of the state.
   */
  watch(select: (state: State) => readonly unknown[], listener: (state: State) => void): void;
}

/** A store that begins with the given state. Listeners are called in the order of `watch`. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners: (() => void)[] = [];
  return {
    get: () => state,
    update(patch) {
      const next = { ...state, ...patch };
      if (areEqual(Object.values(next), Object.values(state))) return;
      state = next;
      for (const listener of listeners) listener();
    },
    watch(select, listener) {
      let seen: readonly unknown[] = select(state);
      listeners.push(() => {
        const now = select(state);
        if (areEqual(now, seen)) return;
        seen = now;
        listener(state);
      });
      listener(state);
    },
  };
}

/**
 * Tells whether two lists have the same values in the same order; objects are compared by identity.
 */
export function areEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
