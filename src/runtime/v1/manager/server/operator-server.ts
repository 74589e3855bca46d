import type { Transport } from "../../client/transport.js";
import type {
  ListeningServer,
  NodeServerRequest,
  NodeServerResponse,
} from "../../node/http-server.js";
import { startServer } from "../../node/http-server.js";
import type { CertificateSource } from "../../node/serving-certificate.js";
import { FailureLog } from "../../operators/log/failure-log.js";
import type { Logger } from "../../operators/log/logger.js";
import type { OperatorMetrics } from "../metrics/operator-metrics.js";
import { metricsMediaType } from "../metrics/text-format.js";
import type { PlainAnswer } from "./answers.js";
import { pageNotFound, textAnswer } from "./answers.js";
import { RequestAuthorizer } from "./authorization.js";
import type { HealthChecks } from "./probes.js";
import { answerProbe } from "./probes.js";
import type { MetricsServerOptions, ProbeServerOptions, SecureMetrics } from "./server-options.js";

/** What is served, and where. */
export interface OperatorServerOptions {
  /** `/healthz` and `/readyz`; false or absent = none. */
  readonly health?: ProbeServerOptions | boolean | undefined;
  /** `/metrics`; false or absent = none. */
  readonly metrics?: MetricsServerOptions | boolean | undefined;
  /** Reviews tokens and rights. */
  readonly transport: Transport;
  readonly logger: Logger;
  readonly shown: OperatorMetrics;
  /** Read at each probe: others may be added at any time. */
  readonly liveChecks: HealthChecks;
  readonly readyChecks: HealthChecks;
}

/** What listens. */
export interface OperatorServer {
  readonly healthPort: number | undefined;
  readonly metricsPort: number | undefined;
  /** Ends after so many milliseconds at the latest; the default is 5,000. */
  close(timeout?: number): Promise<void>;
}

/**
 * Serves metrics and probes, on two ports or on one; resolves when all listen.
 *
 * @throws Error if a port cannot be had, or the certificate not be used
 */
export async function serveOperator(options: OperatorServerOptions): Promise<OperatorServer> {
  const plans = plansOf(options);
  const servers: ListeningServer[] = [];
  try {
    for (const plan of plans) servers.push(await startPlan(plan, options));
  } catch (error) {
    await Promise.all(servers.map((each) => each.close(0)));
    throw error;
  }
  const portOf = (name: keyof Routes): number | undefined =>
    servers[plans.findIndex(({ routes }) => routes[name] !== undefined)]?.port;
  return {
    healthPort: portOf("health"),
    metricsPort: portOf("metrics"),
    close: async (timeout = 5_000) => {
      await Promise.all(servers.map((each) => each.close(timeout)));
    },
  };
}

/** What one port answers. */
interface Routes {
  readonly health?: HealthRoute | undefined;
  readonly metrics?: MetricsRoute | undefined;
}

/** These give nothing where the path is not theirs. */
type HealthRoute = (path: string, query: URLSearchParams) => Promise<PlainAnswer | undefined>;
type MetricsRoute = (request: NodeServerRequest, path: string) => Promise<PlainAnswer | undefined>;

interface Plan {
  readonly port: number;
  readonly host: string | undefined;
  /** With it, the port speaks HTTPS. */
  readonly certificate: CertificateSource | undefined;
  readonly routes: Routes;
}

/** One plan for each port. */
function plansOf(options: OperatorServerOptions): Plan[] {
  const health = optionsOf(options.health);
  const metrics = optionsOf(options.metrics);
  const plans: Plan[] = [];
  if (metrics !== undefined) {
    const { port = 8080, host, secure } = metrics;
    const routes: Routes = { metrics: metricsRoute(options, secure) };
    plans.push({ port, host, certificate: secure?.certificate, routes });
  }
  if (health === undefined) return plans;
  const { port = 8081, host } = health;
  const routes: Routes = { health: healthRoute(options) };
  const [first] = plans;
  if (first === undefined || first.port === 0 || first.port !== port || first.host !== host) {
    return [...plans, { port, host, certificate: undefined, routes }];
  }
  return [{ ...first, routes: { ...first.routes, ...routes } }];
}

function optionsOf<Options extends object>(
  given: Options | boolean | undefined,
): Options | Partial<Options> | undefined {
  if (given === undefined || given === false) return undefined;
  return given === true ? {} : given;
}

function startPlan(plan: Plan, options: OperatorServerOptions): Promise<ListeningServer> {
  const { port, host, certificate, routes } = plan;
  const { logger, shown } = options;
  const failures = new FailureLog({ logger });
  return startServer({
    ...patienceWithClients,
    port,
    host,
    certificate,
    reload: {
      onRead: shown.certificateRead,
      onFault: (error) => {
        failures.report("the certificate of the metrics cannot be renewed", error);
      },
    },
    respond: async (incoming, outgoing) => {
      const answer = await answerOf(routes, incoming).catch((error: unknown) => {
        failures.report("a request for metrics or a probe failed", error);
        return textAnswer(500, "internal server error\n");
      });
      send(outgoing, answer, incoming.method === "HEAD");
      incoming.resume();
    },
  });
}

async function answerOf(routes: Routes, incoming: NodeServerRequest): Promise<PlainAnswer> {
  const { method = "GET", url = "/" } = incoming;
  const [path = "/", query = ""] = url.split(/\?(.*)/s);
  const answer =
    (await routes.metrics?.(incoming, path)) ??
    (await routes.health?.(path, new URLSearchParams(query))) ??
    pageNotFound();
  if (method === "GET" || method === "HEAD" || answer.status === 404) return answer;
  const refusal = textAnswer(405, "Method Not Allowed\n");
  return { ...refusal, headers: { ...refusal.headers, allow: "GET, HEAD" } };
}

function send(outgoing: NodeServerResponse, answer: PlainAnswer, isHead: boolean): void {
  const length = String(new TextEncoder().encode(answer.body).length);
  outgoing.writeHead(answer.status, { ...answer.headers, "content-length": length });
  outgoing.end(isHead ? "" : answer.body);
}

function healthRoute({ liveChecks, readyChecks }: OperatorServerOptions): HealthRoute {
  return async (path, query) => {
    const [, kind, name = ""] = /^\/(healthz|readyz)(?:\/([^/]*))?\/?$/.exec(path) ?? [];
    if (kind === undefined) return undefined;
    return answerProbe(kind === "healthz" ? liveChecks : readyChecks, nameFrom(name), query);
  };
}

/** What cannot be decoded is no check's name. */
function nameFrom(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function metricsRoute(
  { transport, logger, shown }: OperatorServerOptions,
  secure: SecureMetrics | undefined,
): MetricsRoute {
  const isOpen = secure === undefined || secure.authorization === false;
  const failures = new FailureLog({ logger });
  const authorizer = isOpen ? undefined : new RequestAuthorizer(transport, failures);
  return async ({ method = "GET", headers }, path) => {
    if (path !== "/metrics") return undefined;
    const authorization = String(headers["authorization"] ?? "");
    const refusal = await authorizer?.refusal({ method, path, authorization });
    return refusal ?? textAnswer(200, shown.text(), metricsMediaType);
  };
}

/** Milliseconds. Slow heads are given up; Go's clients keep connections for 90 s. */
const patienceWithClients = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 100_000,
};
