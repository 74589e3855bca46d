// The certificate of the tests, for `crdgen.test`.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const source = readFileSync(join(import.meta.dirname, "../../test/support/certificate.ts"), "utf8");
const [cert, key] = source.match(/-----BEGIN [A-Z ]+-----\n[^]*?-----END [A-Z ]+-----\n/g);

export const certificate = cert;
export const privateKey = key;
