// Regenerates every generated-samples/*/ from its crd.yaml, through the bin that users run.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const samples = join(import.meta.dirname, "../generated-samples");
const main = join(import.meta.dirname, "../dist/cli/main.js");

/**
 * The crontab stands for itself, with all of its parts and of its runtime that can be asked for;
 * the others import the package's, which keeps their diffs small.
 */
const extra = {
  crontab: [
    "--parts",
    "types,prune,defaults,validate,rules,admit,apply,client,table,testing",
    "--runtime-entries",
    "node,client,apply,informer,controller,webhooks,webhook-server,testing",
  ],
  "crontab-v1beta1": ["--runtime", "import", "--emit", "js"],
  "crontab-versions": ["--runtime", "import", "--versions", "all"],
};

for (const sample of readdirSync(samples).sort()) {
  const folder = join(samples, sample);
  if (!existsSync(join(folder, "crd.yaml"))) continue;
  const options = extra[sample] ?? ["--runtime", "import"];
  const common = ["--out", folder, "--no-version-in-banner", "--quiet"];
  execFileSync(
    process.execPath,
    [main, "generate", join(folder, "crd.yaml"), ...common, ...options],
    {
      stdio: "inherit",
    },
  );
}

// Kinds of Kubernetes itself, for which there is no CRD.
execFileSync(
  process.execPath,
  [
    ...[
      main,
      "generate",
      "--built-in",
      "v1/ConfigMap,v1/ServiceAccount,policy/v1,networking.k8s.io/v1/Ingress",
    ],
    ...["--kubernetes-version", "1.37", "--out", join(samples, "built-in"), "--runtime", "import"],
    ...["--no-version-in-banner", "--quiet", "--parts", "types,client,apply,json-schema"],
  ],
  { stdio: "inherit" },
);

// A reference of three of them, as people keep it in repositories.
const documented = ["crontab", "crontab-versions", "rules"].map((sample) =>
  join("generated-samples", sample, "crd.yaml"),
);
execFileSync(
  process.execPath,
  [
    ...[main, "docs", ...documented, "--out", "generated-samples/docs-md"],
    ...["--format", "md", "--no-version-in-banner", "--quiet"],
  ],
  { cwd: join(samples, ".."), stdio: "inherit" },
);
