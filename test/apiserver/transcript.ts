import { maskOutput, runProgram } from "./two-clusters.js";

/**
 * What a program that runs a scenario printed, `asked: answer` as JSON on each line, without ids,
 * versions and times, keys in order, and without what follows from the names of processes.
 *
 * @throws Error with what was printed, if the program fails
 */
export async function transcript(
  [program = "", ...args]: readonly string[],
  more: readonly string[],
): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runProgram(program, [...args, ...more]);
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${stdout}\n${stderr}`);
  const text = maskOutput(stdout).replace(/(in (?:the precondition|record) )\(\d+\)/g, "$1(<rv>)");
  return text.trim().split("\n").map(maskLine);
}

function maskLine(line: string): string {
  const [, asked = "", answer = ""] = /^(.*?): (.*)$/s.exec(line) ?? [];
  return `${asked}: ${JSON.stringify(masked(JSON.parse(answer)))}`;
}

function masked(value: unknown): unknown {
  // What a client tells of a status may be the text of it.
  if (typeof value === "string" && value.startsWith("{")) return masked(JSON.parse(value));
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (key === "manager" && member === "server") return [key, "kube-apiserver"];
    const inner = masked(member);
    if (key === "message" && typeof inner === "string") return [key, sortFaults(inner)];
    // Entries come in the order of seconds that may differ, causes in that of maps of Go.
    const isSet = ["managedFields", "causes"].includes(key) && Array.isArray(inner);
    return [key, isSet ? inner.map((entry) => JSON.stringify(entry)).sort() : inner];
  });
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The server finds the faults of a map's members in any order. */
function sortFaults(message: string): string {
  const [start = "", faults] = message.split(" is invalid: [");
  if (faults === undefined) return message;
  return `${start} is invalid: ${faults.slice(0, -1).split(", ").sort().join(", ")}`;
}
