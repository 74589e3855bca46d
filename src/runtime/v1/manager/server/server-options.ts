import type { CertificateSource } from "../../node/serving-certificate.js";

/** Where `/healthz` and `/readyz` are served. */
export interface ProbeServerOptions {
  /** The default is 8081; 0 takes a free one. It may be that of the metrics. */
  readonly port?: number | undefined;
  /** The address to listen on; the default is all of them. */
  readonly host?: string | undefined;
}

/** Where `/metrics` is served, and to whom. */
export interface MetricsServerOptions {
  /** The default is 8080; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on; the default is all of them. */
  readonly host?: string | undefined;
  /** HTTPS, and only for those who may `get` the non-resource URL `/metrics`. */
  readonly secure?: SecureMetrics | undefined;
}

/** How metrics are secured. */
export interface SecureMetrics {
  /** The certificate to show, which is read anew when it changes; see `selfSigned`. */
  readonly certificate: CertificateSource;
  /**
   * False: whoever reaches the port may read. By default tokens are checked by TokenReview and
   * SubjectAccessReview, for which the program needs `create` of both.
   */
  readonly authorization?: boolean | undefined;
}
