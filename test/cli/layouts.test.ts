import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, Scratch } from "../support/cli.js";

const layouts = join(import.meta.dirname, "../fixtures/layouts");
const scratch = new Scratch();

/** A copy of a layout: commands write beside it. */
function copyOf(layout: string): string {
  const folder = scratch.next();
  cpSync(join(layouts, layout), folder, { recursive: true });
  return folder;
}

/**
 * What the commands say of one layout. The first two read `crds`, the third reads the objects as
 * well.
 */
interface Layout {
  readonly name: string;
  /** Where the CRDs are, and what was skipped there. */
  readonly crds: string;
  /** Where some are copies; default: as many as resources. */
  readonly crdCount?: number;
  readonly resources: string;
  readonly skipped: string;
  /** What follows `validate`, and its whole summary. */
  readonly objects: readonly string[];
  readonly summary: string;
}

const good = "accepted by Kubernetes 1.37";

const all: readonly Layout[] = [
  {
    name: "kubebuilder-webhooks",
    crds: "config/crd",
    resources: "1 resource",
    skipped: "4 documents: 2 kustomize patches, 1 kustomization, 1 kustomize configuration",
    objects: ["--crd", "config/crd", "config/samples"],
    summary: `✓ 1 object is ${good}; skipped 1 document: 1 kustomization`,
  },
  {
    name: "kubebuilder-webhooks",
    crds: "config",
    resources: "1 resource",
    skipped:
      "19 documents: 7 other objects, 5 kustomizations, 4 kustomize patches, 3 kustomize configurations",
    objects: ["--crd", "config", "config", "--ignore-unknown-kinds"],
    summary: `✓ 1 object is ${good}; left out 1 of unknown kinds: cert-manager.io/v1 Issuer (1); 5 are not custom resources; skipped 12 documents: 5 kustomizations, 4 kustomize patches, 3 kustomize configurations`,
  },
  {
    name: "kubebuilder-multigroup",
    crds: "config/crd",
    resources: "2 resources",
    skipped: "4 documents: 2 kustomize patches, 1 kustomization, 1 kustomize configuration",
    objects: ["--crd", "config/crd", "config/samples"],
    summary: `✓ 2 objects are ${good}; skipped 1 document: 1 kustomization`,
  },
  {
    name: "operator-sdk",
    crds: ".",
    crdCount: 2,
    resources: "1 resource",
    skipped:
      "18 documents: 5 kustomizations, 5 operator bundle files, 4 other objects, 3 kustomize patches, 1 kustomize configuration",
    objects: ["--crd", "bundle", "."],
    summary: `✓ 1 object is ${good}; 3 are not custom resources; skipped 14 documents: 5 kustomizations, 5 operator bundle files, 3 kustomize patches, 1 kustomize configuration`,
  },
  {
    name: "helm-crds",
    crds: ".",
    resources: "1 resource",
    skipped:
      "9 documents: 2 Helm templates, 2 Helm values files, 2 other objects, 1 Helm chart, 1 JSON schema, 1 document without apiVersion and kind",
    objects: ["--crd", "charts/boats/crds", "examples", "charts"],
    summary: `✓ 1 object is ${good}; 1 is not a custom resource; skipped 6 documents: 2 Helm templates, 2 Helm values files, 1 Helm chart, 1 JSON schema`,
  },
  {
    name: "helm-template-crds",
    crds: ".",
    resources: "1 resource",
    skipped:
      "9 documents: 3 Helm templates, 3 other objects, 1 Helm chart, 1 Helm values file, 1 JSON schema",
    objects: ["rendered.yaml"],
    summary: `✓ 1 object is ${good}; 2 are not custom resources`,
  },
  {
    name: "crossplane-package",
    crds: ".",
    resources: "1 resource",
    skipped: "5 documents: 3 other objects, 1 Crossplane XRD, 1 configuration of a tool",
    objects: ["--crd", ".", ".", "--ignore-unknown-kinds"],
    summary: `✓ 1 object is ${good}; left out 3 of unknown kinds: apiextensions.crossplane.io/v1 CompositeResourceDefinition (1), apiextensions.crossplane.io/v1 Composition (1), platform.example.com/v1alpha1 XHarbour (1); skipped 1 document: 1 configuration of a tool`,
  },
  {
    name: "argocd-applications",
    crds: ".",
    resources: "1 resource",
    skipped:
      "9 documents: 4 kustomizations, 3 other objects, 1 Helm values file, 1 kustomize patch",
    objects: ["--crd", "manifests", "manifests"],
    summary: `✓ 1 object is ${good}; 1 is not a custom resource; skipped 6 documents: 4 kustomizations, 1 Helm values file, 1 kustomize patch`,
  },
  {
    name: "flux-repository",
    crds: ".",
    resources: "1 resource",
    skipped: "7 documents: 4 other objects, 2 kustomizations, 1 kustomize configuration",
    objects: ["--crd", ".", ".", "--ignore-unknown-kinds"],
    summary: `✓ 1 object is ${good}; left out 3 of unknown kinds: helm.toolkit.fluxcd.io/v2 HelmRelease (1), kustomize.toolkit.fluxcd.io/v1 Kustomization (1), source.toolkit.fluxcd.io/v1 GitRepository (1); skipped 3 documents: 2 kustomizations, 1 kustomize configuration`,
  },
  {
    name: "mixed-manifests",
    crds: ".",
    resources: "1 resource",
    skipped:
      "11 documents: 3 other objects, 2 documents without apiVersion and kind, 2 configurations of tools, 1 Compose file, 1 GitHub workflow, 1 JSON schema, 1 file that is not YAML",
    objects: ["--crd", ".", "."],
    summary: `✓ 1 object is ${good}; 2 are not custom resources; skipped 8 documents: 2 documents without apiVersion and kind, 2 configurations of tools, 1 Compose file, 1 GitHub workflow, 1 JSON schema, 1 file that is not YAML`,
  },
  {
    name: "monorepo",
    crds: ".",
    resources: "1 resource",
    skipped:
      "7 documents: 4 documents without apiVersion and kind, 2 files that are not YAML, 1 other object",
    objects: ["--crd", ".", "."],
    summary: `✓ 1 object is ${good}; skipped 6 documents: 4 documents without apiVersion and kind, 2 files that are not YAML`,
  },
];

describe.each(all)("$name, $crds", (layout) => {
  const { name, crds, resources, skipped, objects, summary } = layout;
  const { crdCount = Number.parseInt(resources, 10) } = layout;

  it("is generated", () => {
    const folder = copyOf(name);
    const { code, err } = runCli(folder, ["generate", crds, "--out", "out", "--parts", "types"]);
    expect(err).toContain(`✓ out: ${resources.replace("resource", "version")} of ${resources}: `);
    expect(err).toContain(`; skipped ${skipped}\n`);
    expect(err).not.toContain("error");
    expect(code).toBe(0);
    const check = ["generate", crds, "--out", "out", "--parts", "types", "--check", "--quiet"];
    expect(runCli(folder, check)).toMatchObject({ code: 0, out: "" });
  });

  it("is clean to lint", () => {
    const { code, out, err } = runCli(join(layouts, name), ["lint", crds]);
    const count = crdCount === 1 ? "1 CRD is" : `${crdCount} CRDs are`;
    expect(err.split("\n")[0]).toBe(`✓ ${count} ${good}; skipped ${skipped}`);
    expect(out).toBe("");
    expect(code).toBe(0);
  });

  it("has good objects", () => {
    const { code, err } = runCli(join(layouts, name), ["validate", ...objects]);
    expect(err.split("\n")[0]).toBe(summary);
    expect(code).toBe(0);
  });
});

describe("what is skipped", () => {
  it("is named on request", () => {
    const run = (...args: readonly string[]) =>
      runCli(join(layouts, "kubebuilder-webhooks"), ["lint", "config/crd", ...args]);
    const { err } = run("--verbose");
    expect(err.split("\n").slice(0, 4)).toEqual([
      "skipped: config/crd/kustomization.yaml:1: kustomization (build it, as with `kustomize build FOLDER | crdgen … -`)",
      "skipped: config/crd/kustomizeconfig.yaml:2: kustomize configuration",
      "skipped: config/crd/patches/cainjection_in_boats.yaml:2: kustomize patch (build its kustomization, as with `kustomize build FOLDER | crdgen … -`)",
      "skipped: config/crd/patches/webhook_in_boats.yaml:2: kustomize patch (build its kustomization, as with `kustomize build FOLDER | crdgen … -`)",
    ]);
    expect(run("--quiet", "--verbose")).toEqual({ code: 0, out: "", err: "" });
    const lines = run("--verbose", "--format", "json").out.trimEnd().split("\n");
    expect(JSON.parse(lines[1] ?? "")).toEqual({
      code: "input/skipped",
      severity: "note",
      message: "skipped: kustomize configuration",
      source: "config/crd/kustomizeconfig.yaml",
      start: { line: 2, column: 1 },
      end: { line: 2, column: 1 },
      related: [],
    });
    expect(run("--verbose", "--format", "github").out.split("\n")[1]).toBe(
      "::notice file=config/crd/kustomizeconfig.yaml,line=2,title=input/skipped::skipped: kustomize configuration",
    );
    expect(run("--format", "json").out).toBe("");
  });

  it("says what to do with a chart whose CRDs are templates", () => {
    const { code, err } = runCli(join(layouts, "helm-template-crds"), ["lint", "chart"]);
    expect(err).toBe(
      "error: no CustomResourceDefinition in chart (3 Helm templates, 1 Helm chart, 1 Helm values file, 1 JSON schema); Helm template: render the chart, as with `helm template NAME FOLDER --include-crds | crdgen … -`\n",
    );
    expect(code).toBe(2);
  });

  it("says that a definition of Crossplane is no CRD", () => {
    const args = ["generate", "apis/xharbours/definition.yaml", "--out", "out"];
    const { code, err } = runCli(join(layouts, "crossplane-package"), args);
    expect(err).toMatch(
      /^error: no CustomResourceDefinition in apis\/xharbours\/definition\.yaml \(1 Crossplane XRD\); Crossplane XRD: a CompositeResourceDefinition is not a CRD/,
    );
    expect(code).toBe(2);
  });

  it("is what helm and kustomize print, through a pipe", () => {
    const rendered = readFileSync(join(layouts, "helm-template-crds/rendered.yaml"), "utf8");
    const folder = scratch.next();
    const generated = runCli(folder, ["generate", "-", "--out", "out"], rendered);
    expect(generated.err).toContain("; skipped 3 documents: 3 other objects\n");
    expect(generated.code).toBe(0);
    expect(runCli(folder, ["lint", "-"], rendered)).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 CRD is accepted by Kubernetes 1.37; skipped 3 documents: 3 other objects\n",
    });
    expect(runCli(folder, ["validate", "-"], rendered)).toEqual({
      code: 0,
      out: "",
      err: "✓ 1 object is accepted by Kubernetes 1.37; 2 are not custom resources\n",
    });
  });
});
