// What the steps of action.yml say to GitHub: outputs, the summary, groups and annotations.
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";

/** Ends the step for a fault of the workflow file, in words for whoever wrote it. */
export class InputError extends Error {}

/** An input of the action, or `""`. */
export function input(name) {
  return (process.env[`CRDGEN_${name}`] ?? "").trim();
}

/** The lines of an input, such as paths; none may look like an option. */
export function inputLines(name) {
  const lines = input(name)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const wanted = lines.filter((line) => line !== "");
  const option = wanted.find((line) => line.startsWith("-"));
  if (option !== undefined) {
    throw new InputError(`${inputName(name)}: '${option}' begins with a dash`);
  }
  return wanted;
}

/** An input that is true or false. */
export function inputSwitch(name) {
  const text = input(name).toLowerCase();
  if (text !== "true" && text !== "false") {
    throw new InputError(`${inputName(name)}: '${text}' is neither true nor false`);
  }
  return text === "true";
}

/** The name of an input in action.yml. */
export function inputName(name) {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Sets an output of the step; a text of several lines cannot set another one. */
export function setOutput(name, value) {
  appendTo("GITHUB_OUTPUT", block(name, value));
}

/** Adds Markdown to the summary of the run. */
export function addSummary(markdown) {
  appendTo("GITHUB_STEP_SUMMARY", `${markdown}\n`);
}

function block(name, value) {
  const end = `end-${randomUUID()}`;
  return `${name}<<${end}\n${value}\n${end}\n`;
}

function appendTo(variable, text) {
  const file = process.env[variable];
  if (file) appendFileSync(file, text);
}

/** Prints a text that anybody may have written: no line of it is a command to GitHub. */
export function printForeign(text) {
  if (text === "") return;
  const token = randomUUID();
  const end = text.endsWith("\n") ? "" : "\n";
  process.stdout.write(`::stop-commands::${token}\n${text}${end}::${token}::\n`);
}

/** Folds what is printed meanwhile. */
export function group(title, print) {
  process.stdout.write(`::group::${title}\n`);
  print();
  process.stdout.write("::endgroup::\n");
}

/** Shows a text beside the run: `error`, `warning` or `notice`. */
export function annotate(severity, text) {
  const data = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${severity} title=crdgen::${data}\n`);
}

/** As many lines of a text as GitHub takes, and what to say of the others. */
export function cut(markdown, longest, rest) {
  if (markdown.length <= longest) return markdown;
  const end = markdown.lastIndexOf("\n", longest) + 1;
  return `${markdown.slice(0, end)}\n… ${rest}\n`;
}

/** Runs a step, and says what is wrong with the workflow file instead of where it was found. */
export async function runStep(step) {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    annotate("error", error.message);
    process.exitCode = 1;
  }
}
