// Loaded before a program: prints how much CPU it took, in ms, when it ends.
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`cpu ${(user + system) / 1000}\n`);
});
