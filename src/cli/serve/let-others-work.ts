/** What has come in meanwhile is answered. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
