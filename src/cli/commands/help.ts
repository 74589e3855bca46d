import type { Command } from "commander";
import { Help } from "commander";
import type { Host } from "../host.js";
import { homepage } from "../report/code-pages.js";
import type { ColourChoice, StreamName } from "../terminal/appearance.js";
import { linksFor, painterFor } from "../terminal/appearance.js";

/** Adds a text to the end of a help; `helper` lays it out as wide as the help is. */
type HelpText = (context: { readonly command: Command; readonly error: boolean }) => string;

/** Columns that a description needs beside its option; with fewer, it stands below. */
const narrowest = 43;

/** Where a description stands that is below its option. */
const indent = " ".repeat(6);

/** Headings are bold where the stream of the help shows colours; lines fit its width. */
export function styleHelp(command: Command, host: Host): void {
  command
    .configureHelp({
      minWidthToWrap: narrowest,
      styleTitle: bold,
      // That a command has options goes without saying.
      subcommandTerm: (one) => new Help().subcommandTerm(one).replace(" [options]", ""),
      // That a switch is off unless it is given goes without saying.
      optionDescription: (option) =>
        option.isBoolean() ? option.description : new Help().optionDescription(option),
      formatItem(term, termWidth, description, helper) {
        const width = helper.helpWidth ?? standardWidth;
        if (width - termWidth - 4 >= narrowest || description === "")
          return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
        const text = helper.boxWrap(description, width - indent.length);
        return `  ${term}\n${indent}${text.replaceAll("\n", `\n${indent}`)}`;
      },
    })
    .configureOutput({
      // Else commander takes the colours out again.
      getOutHasColors: () => showsColours(command, "output", host),
      getErrHasColors: () => showsColours(command, "error", host),
    });
}

const standardWidth = 80;

function bold(text: string): string {
  return `\u001B[1m${text}\u001B[22m`;
}

function showsColours(command: Command, stream: StreamName, host: Host): boolean {
  return painterFor(colourOf(command), stream, host)("bold", "") !== "";
}

/** Options are read before the help is printed. */
function colourOf(command: Command): ColourChoice {
  const color: unknown = command.getOptionValue("color"); // commander does not know its type
  return color === "always" || color === "never" ? color : "auto";
}

/** Command lines that serve as examples. */
export function examples(lines: readonly string[]): HelpText {
  const heading = lines.length === 1 ? "Example:" : "Examples:";
  const list = lines.map((line) => `  ${line}`).join("\n");
  return () => `\n${bold(heading)}\n${list}`;
}

/** What the exit codes of a command mean. */
export function exitCodeTexts(meanings: Readonly<Record<number, string>>): HelpText {
  return (context) => {
    const helper = helperOf(context);
    const items = Object.entries(meanings).map(([code, meaning]) =>
      helper.formatItem(code, 2, meaning, helper),
    );
    return ["", bold("Exit codes:"), ...items].join("\n");
  };
}

/** A paragraph. */
export function paragraph(text: string): HelpText {
  return (context) => {
    const helper = helperOf(context);
    return `\n${helper.boxWrap(text, helper.helpWidth ?? standardWidth)}`;
  };
}

/** Where more is said of a command. */
export function furtherReading(host: Host): HelpText {
  return ({ command, error }) => {
    const anchor = command.parent === null ? "" : `#${command.name()}`;
    const url = `${homepage}/blob/main/docs/commands.md${anchor}`;
    const text = linksFor(colourOf(command), error ? "error" : "output", host).toFile(url, url);
    return `\n${bold("More:")} ${text}`;
  };
}

function helperOf({ command, error }: Parameters<HelpText>[0]): Help {
  const helper = command.createHelp();
  const output = command.configureOutput();
  const width = error ? output.getErrHelpWidth?.() : output.getOutHelpWidth?.();
  helper.prepareContext({ error, helpWidth: width ?? standardWidth });
  return helper;
}
