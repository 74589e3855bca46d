import { inspect } from "node:util";
import { expect, it } from "vitest";
import {
  ApiError,
  TimeoutError,
  TransportError,
} from "../../../src/runtime/v1/client/api-error.js";
import { KubeconfigError } from "../../../src/runtime/v1/node/kubeconfig.js";
import {
  ReconcileError,
  TerminalError,
} from "../../../src/runtime/v1/operators/controller/reconcile-error.js";
import { LeadershipLostError } from "../../../src/runtime/v1/operators/leader/election-options.js";
import { ConversionStepError } from "../../../src/runtime/v1/operators/webhooks/conversion-handler.js";
import { InvalidObjectError } from "../../../src/runtime/v1/validation/invalid-object-error.js";

/** Node prints each property of an error that nobody catches, those without a value too. */
it.each([
  new ApiError({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "not found",
    code: 404,
  }),
  new ConversionStepError("v1", "v2", new Error("no")),
  new InvalidObjectError("CronTab", []),
  new KubeconfigError("no cluster is configured"),
  new LeadershipLostError({ namespace: "default", name: "lease" }),
  new ReconcileError("the watch failed", undefined, undefined),
  new TerminalError("no such image"),
  new TimeoutError(3),
  new TransportError("GET /a: no answer"),
])("$name is printed without what it does not have", (error) => {
  expect(inspect(error)).not.toContain("undefined");
  expect(Object.keys(error).filter((key) => Reflect.get(error, key) === undefined)).toEqual([]);
});

it("what an error has is printed", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(inspect(new TransportError("GET /a", cause))).toContain("code: 'ECONNREFUSED'");
  expect(inspect(new TransportError("GET /a", cause))).toContain("[cause]: Error: connect");
  const kubeconfig = new KubeconfigError("the proxy is SOCKS5", undefined, "name an HTTP proxy");
  expect(inspect(kubeconfig)).toContain("advice: 'name an HTTP proxy'");
  expect(inspect(new ReconcileError("failed", { namespace: "a", name: "b" }, cause, 5))).toMatch(
    /key: \{ namespace: 'a', name: 'b' \},\s+retryAfter: 5/,
  );
});
