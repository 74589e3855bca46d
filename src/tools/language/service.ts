import type { CelLanguage } from "./cel/cel-language.js";
import type { LanguageOptions, LanguageService } from "./contract.js";
import { CrdSet } from "./crds/crd-set.js";
import { newerServerAdvice, objectAdvice } from "./diagnostics.js";
import { judgeText } from "./judge-text.js";

export type {
  CrdPlace,
  CrdText,
  FieldHelp,
  ForeignDiagnostic,
  Judgement,
  LanguageOptions,
  LanguageService,
  Proposal,
  QuickFix,
  StoredForm,
  TextDiagnostic,
  TextEdit,
} from "./contract.js";

/** A service, and the CRDs in use, for those who look further than at one text. */
export interface LanguageWithCrds extends LanguageService {
  readonly crds: CrdSet;
}

/** A service without CRDs, for the newest version of Kubernetes. */
export function createLanguageService(options: LanguageOptions = {}): LanguageWithCrds {
  const crds = new CrdSet();
  const ofObjects = options.objectAdvice ?? objectAdvice;
  const ofServers = options.newerServerAdvice ?? newerServerAdvice;
  let cel: CelLanguage | undefined;
  return {
    crds,
    use: (texts, kubernetesVersion) => crds.use(texts, kubernetesVersion),
    judge: (object, old) => judgeText(object, old, crds, ofObjects, options.relate),
    stored: async (object, old) =>
      (await import("./stored/stored-form.js")).storedForm(object, old, crds, ofObjects),
    example: async (group, kind, version, size) =>
      (await import("./crds/make-example.js")).makeExample(crds, group, kind, version, size),
    complete: async (object, offset) =>
      (await import("./editing/complete.js")).complete(object, offset, crds),
    help: async (object, offset) =>
      (await import("./editing/complete.js")).fieldHelp(object, offset, crds),
    definition: async (object, offset) =>
      (await import("./places/definition.js")).definitionOf(object, offset, crds),
    lint: async (crd) => (await import("./crds/lint-text.js")).lintText(crd, crds.minor, ofServers),
    cel: async () => {
      const { createCelLanguage } = await import("./cel/cel-language.js");
      if (cel?.minor !== crds.minor) cel = createCelLanguage(crds.minor);
      return cel;
    },
    fixes: async (text, from, to) => {
      const { fixesOf } = await import("./actions/fixes-of.js");
      return fixesOf(text, { from, to }, crds, ofObjects);
    },
    typescript: async (group, kind, version) => {
      const { typesFile } = await import("./crds/types-file.js");
      return typesFile(crds, group, kind, version);
    },
  };
}
