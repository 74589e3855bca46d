// Runs the bin again and again in one process, so that a test does not wait for a process to start
// each time: `node warm-cli-process.js MAIN REQUESTS ANSWERS`, with two named pipes. A request is a
// line of JSON, `{ cwd, args, env }`, and so is an answer, `{ code, out, err, isLast }`. A run is
// done when nothing is left to wait for, as a process would be; one that calls `process.exit` ends
// this process behind its answer.
import { openSync, readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [main, requestPath, answerPath] = process.argv.slice(2);
const requests = openSync(requestPath, "r");
const answers = openSync(answerPath, "w");
const events = ["exit", "uncaughtException", "SIGHUP", "SIGINT", "SIGTERM"];
const exit = process.exit.bind(process);
let run = 0;
let output = { out: "", err: "" };
let known = [];

process.stdout.write = collectAs("out");
process.stderr.write = collectAs("err");
process.exit = (code = process.exitCode) => {
  process.exitCode = code;
  answer(true);
};
process.on("beforeExit", () => {
  if (run > 0) answer(false);
  next();
});

/** Starts what is asked for; ends with the process that asks. */
function next() {
  const request = readRequest();
  if (request === undefined) exit(0);
  const { cwd, args, env } = request;
  process.chdir(cwd);
  process.argv = [process.execPath, main, ...args];
  process.env = env;
  process.exitCode = undefined;
  output = { out: "", err: "" };
  known = events.map((event) => process.listeners(event));
  void import(`${pathToFileURL(main).href}?run=${++run}`);
}

/** Tells what became of the run and whether this process ends too; forgets its listeners. */
function answer(isLast) {
  const added = events.map((event, index) =>
    process.listeners(event).filter((listener) => !known[index].includes(listener)),
  );
  const code = process.exitCode ?? 0;
  for (const listener of added[events.indexOf("exit")]) listener(code);
  // A run that ended too early may have left anything behind.
  const endsToo = isLast || (process.exitCode ?? 0) !== code;
  for (const [index, event] of events.entries())
    for (const listener of added[index]) process.off(event, listener);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  write(`${JSON.stringify({ code: Number(process.exitCode ?? 0), ...output, isLast: endsToo })}\n`);
  if (endsToo) exit(0);
}

function collectAs(stream) {
  return (chunk, encoding, callback) => {
    output[stream] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    const done = typeof encoding === "function" ? encoding : callback;
    if (done !== undefined) process.nextTick(done);
    return true;
  };
}

function readRequest() {
  const chunk = Buffer.alloc(2 ** 16);
  const bytes = [];
  for (;;) {
    const length = readSync(requests, chunk);
    if (length === 0) return undefined;
    bytes.push(Buffer.from(chunk.subarray(0, length)));
    if (chunk[length - 1] === 10) return JSON.parse(Buffer.concat(bytes).toString());
  }
}

function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(answers, bytes, at);
}
