import type { ObjectDocument } from "../../codegen/pipeline/objects/find-objects.js";
import type { KnownResources } from "../../codegen/pipeline/objects/known-resources.js";
import type { ObjectAdvice } from "../../codegen/pipeline/objects/object-advice.js";
import type { Diagnostic, Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import type { NewerServerAdvice } from "../../crd/frontend/findings/help.js";
import type { FilePlace, Position } from "../../crd/source/source-file.js";
import type { ExampleSize, ExampleText, FieldNode } from "../docs/model/page.js";
import type { CelLanguage } from "./cel/cel-language.js";

/** In whose words a service gives help; the default is those of the editor in the page. */
export interface LanguageOptions {
  readonly objectAdvice?: ObjectAdvice;
  readonly newerServerAdvice?: NewerServerAdvice;
  /** Finds places for diagnostics of objects, where somebody goes to them. Default: none. */
  readonly relate?: Relate;
}

/** Finds places that have to do with a diagnostic of an object, beside those that it names. */
export type Relate = (diagnostic: Diagnostic, judged: JudgedBy) => readonly RelatedPlace[];

/** Objects that were judged, and what they were judged by. */
export interface JudgedBy {
  readonly objects: readonly ObjectDocument[];
  readonly known: KnownResources;
  /** Of the text, of CRDs and of the old objects. */
  readonly diagnostics: Diagnostics;
  /** The CRD of a kind, also one that is refused; undefined if none in use defines it. */
  crdOf(group: string, kind: string): CrdDocument | undefined;
}

/** The text of a file of CRDs. */
export interface CrdText {
  /** Its name in diagnostics. */
  readonly path: string;
  readonly text: string;
  /** What its place and the files around it say of it. Default: nothing. */
  readonly place?: FilePlace | undefined;
  /** The names of CRDs in it that do not count: another file has the variant that does. */
  readonly leftOut?: readonly string[] | undefined;
  /**
   * The version of Kubernetes, such as `1.37`, that is known to accept all of its CRDs: for that,
   * they are not judged once more, which needs a further part of crdgen. Default: none.
   */
  readonly acceptedBy?: string;
}

/** A fault at a place of a text. */
export interface TextDiagnostic {
  /** Offsets in UTF-16 units, half open; equal where there is nothing to mark. */
  readonly from: number;
  readonly to: number;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  /** The field that it is about, as the server names it: `spec.windows[0].cron`. */
  readonly field?: string;
  readonly help?: string;
  /** Further places that have to do with it; absent for none. */
  readonly related?: readonly RelatedPlace[];
}

/** A place in a text, and what is there: `the rule of the CRD`. */
export interface RelatedPlace extends CrdPlace {
  readonly message: string;
}

/** A diagnostic of another text than the one that was judged. */
export interface ForeignDiagnostic extends TextDiagnostic {
  /** Of the CRD, or `oldObjectPath`; `""` where no text is to blame. */
  readonly path: string;
}

/** The path of the old object in diagnostics. */
export const oldObjectPath = "the old object";

/** The API server's answer, as it would be. */
export interface Judgement {
  /**
   * `accepted`: all objects that can be judged would be; `refused`: at least one would not;
   * `unknown`: there is none to judge, or a text or a CRD is so wrong that nobody could say.
   */
  readonly verdict: "accepted" | "refused" | "unknown";
  /** Of the text, in its order. */
  readonly diagnostics: readonly TextDiagnostic[];
  /** Of CRDs and of the old object. */
  readonly elsewhere: readonly ForeignDiagnostic[];
  /**
   * The objects that are accepted as they would be stored, as YAML documents with `---` between
   * them; absent if none is.
   */
  readonly stored?: string;
}

/** The objects of a text as the server stores them, and what differs from what was sent. */
export interface StoredForm {
  /** YAML documents with `---` between them; `""` where there is no object that can be judged. */
  readonly text: string;
  /**
   * False if the server refuses at least one of the objects: of that, the text has what the server
   * judges, pruned and with its defaults.
   */
  readonly isStored: boolean;
  /** In the order of the text. */
  readonly added: readonly AddedField[];
  /** In the order of the text. */
  readonly dropped: readonly DroppedField[];
}

/** A field that was not sent, or not with this value. */
export interface AddedField {
  /** Its first line and its last, from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** A default of the schema, or what the server sets by itself, such as the namespace. */
  readonly origin: "default" | "server";
}

/** A field that was sent, and is not there. */
export interface DroppedField {
  /** The line before which it would stand, from 1; one more than there are for behind the last. */
  readonly line: number;
  /** As YAML with its indentation, without a line break at the end. Untrusted text. */
  readonly text: string;
}

/** A text that can be put in at a place. */
export interface Proposal {
  readonly label: string;
  /** Replaces the text between `from` and `to`; lines after the first are indented already. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly kind: "field" | "value" | "kind";
  /** Such as the type of a field. */
  readonly detail?: string;
  /** Untrusted text. */
  readonly documentation?: string;
  readonly required?: boolean;
  /** All that the schema says of a field that is proposed. */
  readonly node?: FieldNode;
}

/** The path of the objects in places: they are those of the text that is judged. */
export const objectPath = "the object";

/** A place in the text of a CRD in use. */
export interface CrdPlace {
  /** Of the text, as `use` was given it; of the text itself `objectPath`. */
  readonly path: string;
  readonly start: Position;
  readonly end: Position;
}

/** A replacement of a part of a text; offsets as of diagnostics. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A way to mend what a diagnostic tells. */
export interface QuickFix {
  /** In the imperative; one line. Names and values of it are untrusted text. */
  readonly title: string;
  /** The diagnostic of `judge` or `lint` that it is for. */
  readonly of: Pick<TextDiagnostic, "from" | "to" | "code" | "message">;
  readonly edit: TextEdit;
  /** It is most likely what is meant. */
  readonly isPreferred: boolean;
}

/** The facts about the field at a place. */
export interface FieldHelp {
  /** The field's key. */
  readonly from: number;
  readonly to: number;
  /** `spec.env[*].name`. */
  readonly path: string;
  readonly node: FieldNode;
  /** Of its place in the site, from the root; absent for fields that no page has. */
  readonly href?: string;
}

/**
 * Judges, completes and explains objects as they are written, and judges CRDs. It knows nothing of
 * an editor.
 */
export interface LanguageService {
  /**
   * Replaces all CRDs, and the version of Kubernetes, such as `1.37`. What was made of texts
   * that stay is kept while the version stays.
   *
   * @throws RangeError for a version that crdgen does not know
   */
  use(crds: readonly CrdText[], kubernetesVersion: string): Promise<void>;
  /**
   * Judges objects as `crdgen validate` does. An object of `old` that has the same kind, namespace
   * and name is what one of the text replaces.
   */
  judge(object: string, old?: string): Promise<Judgement>;
  /** What becomes of the objects that `judge` judges, of those that are refused, too. */
  stored(object: string, old?: string): Promise<StoredForm>;
  /**
   * Makes up an object that would be accepted, as `crdgen example` does; undefined where no CRD in
   * use has such a version, or the server refuses the CRD. It may take seconds for large CRDs.
   */
  example(
    group: string,
    kind: string,
    version: string,
    size: ExampleSize,
  ): Promise<ExampleText | undefined>;
  /** Returns proposals of what to write at an offset, the best first. */
  complete(object: string, offset: number): Promise<readonly Proposal[]>;
  /** Of the field whose key or value is at an offset; undefined where no schema knows one. */
  help(object: string, offset: number): Promise<FieldHelp | undefined>;
  /**
   * Where a CRD in use defines the field at an offset of an object: its key in the schema, or the
   * schema of the items or values that it is one of; of `apiVersion` and `kind` the CRD's names for
   * them. Undefined where no CRD says anything, as of metadata.
   */
  definition(object: string, offset: number): Promise<CrdPlace | undefined>;
  /**
   * Returns the diagnostics of `crdgen lint` about a file of CRDs, by the version of Kubernetes
   * that is in use.
   */
  lint(crd: CrdText): Promise<readonly TextDiagnostic[]>;
  /**
   * What is known of the expressions (CEL) in the CRDs of a text, by the version of Kubernetes that
   * is in use.
   */
  cel(): Promise<CelLanguage>;
  /**
   * Ways to mend the diagnostics of `judge` and `lint` that touch a range, in their order, the
   * likeliest first. Each changes what its title says and no other value, whatever the text is.
   */
  fixes(text: CrdText, from: number, to: number): Promise<readonly QuickFix[]>;
  /**
   * The file of types that `crdgen generate` would write; `""` where no CRD in use has such a
   * version.
   */
  typescript(group: string, kind: string, version: string): Promise<string>;
}
