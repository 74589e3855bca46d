import type { ObjectAdvice } from "../codegen/pipeline/objects/object-advice.js";
import type { Diagnostic } from "../crd/diagnostics/diagnostics.js";
import type { NewerServerAdvice } from "../crd/frontend/findings/help.js";

/** Advice on objects, in the words of the command line. */
export const objectAdvice: ObjectAdvice = {
  giveCrd: "name its CRD with --crd",
  leaveOut: "leave such objects out with --ignore-unknown-kinds",
  giveOld: "name the object that is replaced with `--old`",
  takeOutput: (command) => `\`${command} | crdgen … -\``,
};

/** How the command line is told that there are no older servers. */
export const newerServerAdvice: NewerServerAdvice = (version) =>
  `lint with \`--minimum-version ${version}\``;

/** A diagnostic with the option that helps, where the command line has one. */
export function withOption(diagnostic: Diagnostic): Diagnostic {
  const { code, span, related } = diagnostic;
  const paths = [span, related[0]?.span].map((one) => one?.file.path);
  if (code !== "input/conflicting-crd" || paths[0] === paths[1]) return diagnostic;
  const options = paths.map((path) => `\`--prefer '${path ?? ""}'\``).join(" or ");
  return {
    ...diagnostic,
    help: `take one of them: ${options}; or generate them into separate folders`,
  };
}
