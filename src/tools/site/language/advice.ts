import type { ObjectAdvice } from "../../../codegen/pipeline/objects/object-advice.js";
import type { NewerServerAdvice } from "../../../crd/frontend/findings/newer-server-help.js";

/** What helps with objects, in the words of the editor. */
export const objectAdvice: ObjectAdvice = {
  giveCrd: "drop its CRD onto the page, or open it with “Open files…”",
  giveOld: "choose “Try an update”, and write the object that is replaced there",
  takeOutput: (command) => `\`${command}\`, and drop a file with what it writes onto the page`,
};

/** How the editor is told that there are no older servers. */
export const newerServerAdvice: NewerServerAdvice = (version) =>
  `choose Kubernetes ${version} above`;
