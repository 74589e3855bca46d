/** Format `k8s-short-name` (1.35): a DNS label in lower case, at most 63 bytes. */
export function isK8sShortName(value: string): boolean {
  return value.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(value);
}
