import type { Config } from "./config.js";

/** The identity, for the types: `export default defineConfig({ … })` in `crdgen.config.ts`. */
export function defineConfig(config: Config): Config {
  return config;
}
