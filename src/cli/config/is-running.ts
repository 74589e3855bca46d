/** Whether there is a process with this id, whoever it belongs to. */
export function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // what kill throws; of another user
  }
}
