import type { Steps } from "./place.js";

/** What stands before and behind the equals sign of `path=value`. */
export interface Assignment {
  readonly steps: Steps;
  readonly text: string;
}

/**
 * Reads `spec.env[0].name=value`: names with dots in them are written in brackets and quotes,
 * `['a.b']`.
 *
 * @returns undefined if the text is no such assignment
 */
export function readAssignment(text: string): Assignment | undefined {
  const steps: (string | number)[] = [];
  let rest = text;
  while (!rest.startsWith("=")) {
    const [step, name, index, single, double] = nextStep.exec(rest) ?? [];
    if (step === undefined) return undefined;
    steps.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
    rest = rest.slice(step.length);
  }
  return steps.length === 0 ? undefined : { steps, text: rest.slice(1) };
}

const nextStep = /^\.?([^.[\]='"]+)|^\[(\d{1,9})\]|^\.?\['([^']*)'\]|^\.?\["([^"]*)"\]/;

/** The way as people write it: `spec.env[0].name`. */
export function stepsText(steps: Steps): string {
  return steps
    .map((step) => {
      if (typeof step === "number") return `[${step}]`;
      return /^[^.[\]='"]+$/.test(step) ? `.${step}` : `['${step}']`;
    })
    .join("")
    .replace(/^\./, "");
}
