import { once } from "../../values/once.js";

/**
 * Who this process is among the replicas: `<pod>_<uuid>`, as controller-runtime names it
 * (`leaderelection.NewResourceLock`). The pod's name comes first, so that `kubectl get lease` shows
 * which pod leads. The UUID is one for the whole process: a container that restarts within its pod
 * keeps the pod's name, but the last request of the process before it may be under way still, so
 * the new one is another replica and waits for the lease to run out.
 *
 * The name is that of the variable `POD_NAME` (of the downward API), else `HOSTNAME` (which
 * container runtimes set to the pod's name, unless it uses the network of its node), else that of
 * the machine; a UUID alone where there is none, as in browsers.
 */
export const processIdentity: () => string = /* @__PURE__ */ once(() => {
  const host = hostName();
  const id = crypto.randomUUID();
  return host === undefined ? id : `${host}_${id}`;
});

/** The name of the pod or the machine; undefined where there is none, as in browsers. */
export function hostName(): string | undefined {
  const scope = globalThis as { readonly process?: HostProcess }; // of Node.js
  const { POD_NAME, HOSTNAME } = scope.process?.env ?? {};
  const named = [POD_NAME, HOSTNAME].find((name) => name !== undefined && name !== "");
  // Absent before Node.js 20.16, and in other runtimes.
  return named ?? scope.process?.getBuiltinModule?.("os")?.hostname();
}

interface HostProcess {
  readonly env?: { readonly POD_NAME?: string; readonly HOSTNAME?: string } | undefined;
  getBuiltinModule?(id: "os"): { hostname(): string } | undefined;
}
