/** The processor time of this process in milliseconds: other processes on a busy machine do not add to it. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
