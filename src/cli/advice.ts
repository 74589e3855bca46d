import type { NewerServerAdvice } from "../frontend/findings/newer-server-help.js";
import type { ObjectAdvice } from "../pipeline/objects/object-advice.js";

/** What helps with objects, in the words of the command line. */
export const objectAdvice: ObjectAdvice = {
  giveCrd: "name its CRD with --crd",
  leaveOut: "leave such objects out with --ignore-unknown-kinds",
  giveOld: "name the object that is replaced with `--old`",
  takeOutput: (command) => `\`${command} | crdgen … -\``,
};

/** How the command line is told that there are no older servers. */
export const newerServerAdvice: NewerServerAdvice = (version) =>
  `lint with \`--minimum-version ${version}\``;
