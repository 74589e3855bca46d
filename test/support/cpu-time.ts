/** The processor time of this process in milliseconds, which a busy machine does not change. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
