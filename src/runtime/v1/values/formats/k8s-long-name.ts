/**
 * Format `k8s-long-name` (1.35): DNS labels in lower case with dots between, at most 253 bytes in
 * all.
 */
export function isK8sLongName(value: string): boolean {
  const pattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
  return value.length <= 253 && pattern.test(value);
}
