import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { writeYaml } from "../../crd/source/write-yaml.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { chartRoles } from "../../tools/rbac/chart-manifests.js";
import { roleManifests } from "../../tools/rbac/manifests.js";
import type { Right } from "../../tools/rbac/rights.js";
import { rolesOf } from "../../tools/rbac/roles.js";
import type { Host } from "../host.js";
import type { ConfiguredInputs, PackagedResource } from "./packaged-resources.js";
import type { Project } from "./templates.js";
import { codeSpan, fillTemplates, markdownTable } from "./templates.js";

const paths = [
  "operator/manifest.json",
  "operator/crdgen.config.json",
  "operator/tsconfig.json",
  "operator/README.md",
  "operator/gitignore",
  "operator/Dockerfile",
  "operator/dockerignore",
  "operator/dev.js",
  "operator/src/main.ts",
  "operator/src/controllers.ts",
  "operator/src/reconcile.ts",
  "operator/test/tsconfig.json",
  "operator/test/reconcile.test.ts",
  "operator/deploy/kustomization.yaml",
  "operator/deploy/namespace.yaml",
  "operator/deploy/deployment.yaml",
];

const chart = "deploy/chart";

const chartPaths = [
  `operator/${chart}/Chart.yaml`,
  `operator/${chart}/values.yaml`,
  `operator/${chart}/templates/_helpers.tpl`,
  `operator/${chart}/templates/deployment.yaml`,
  `operator/${chart}/templates/serviceaccount.yaml`,
];

/** What an operator is made for. */
export interface Operated {
  readonly resource: PackagedResource;
  readonly crd: JsonObject;
  /** An object, as JSON. */
  readonly sample: string;
  /** Add a Helm chart. */
  readonly helm: boolean;
}

/** An operator for a resource as files; `inputs` are as its configuration names them. */
export async function operatorFiles(
  { name, crdgen }: Project,
  { inputs, skipInvalid }: ConfiguredInputs,
  { resource, crd, sample, helm }: Operated,
  host: Host,
): Promise<readonly OutputFile[]> {
  const { group, version, kind, plural, client, definition } = resource;
  const folder = `generated/${group}/${version}/${plural}`;
  // Helm and kustomize read one file: a second one would be forgotten.
  const crdPath = helm ? `${chart}/crds/crd.yaml` : "deploy/crd.yaml";
  const rbac = `crdgen rbac --namespace ${name} --out deploy/rbac.yaml`;
  const values = {
    NAME: name,
    DESCRIPTION: `An operator for ${kind} objects`,
    INPUTS: inputs,
    SKIPINVALID: skipInvalid ? true : undefined,
    SOURCE: crdgen,
    RBAC: helm ? `${rbac} --chart ${chart}` : rbac,
    CRD: crdPath.slice("deploy/".length),
    MODULE: `./${folder}/index.js`,
    TESTMODULE: `../src/${folder}/index.js`,
    TESTING: `../src/${folder}/testing.js`,
    CLIENT: client,
    DEFINITION: definition,
    TYPE: client.replace(/Client$/, ""),
    FINALIZER: `${group}/${name}`,
  };
  const inMarkdown = {
    NAME: name,
    KIND: codeSpan(kind),
    CRD: crdPath,
    FILES: markdownTable(describedFiles(crdPath, helm)),
    CHART: helm ? chartText(name, crdPath) : undefined,
  };
  const rights = rightsOfTemplate(name, resource);
  const names = { name, namespace: name, serviceAccount: name };
  const ofChart = [{ path: `${chart}/templates/rbac.yaml`, text: chartRoles(rights, name) }];
  return [
    ...(await fillTemplates([...paths, ...(helm ? chartPaths : [])], values, inMarkdown, host)),
    { path: crdPath, text: writeYaml(crd) },
    { path: "deploy/sample.json", text: sample },
    { path: "deploy/rbac.yaml", text: roleManifests(rolesOf(rights, name), names) },
    ...(helm ? ofChart : []),
  ];
}

/** What `crdgen rbac` will find in the template once its code is generated. */
function rightsOfTemplate(name: string, { group, plural }: PackagedResource): readonly Right[] {
  return (
    [
      [group, plural, "get list watch patch", "all"],
      [group, `${plural}/finalizers`, "update", "all"],
      ["apps", "deployments", "get list watch create patch", "all"],
      ["events.k8s.io", "events", "create patch", "all"],
      ["coordination.k8s.io", "leases", "create", "own"],
      ["coordination.k8s.io", "leases", "get update", "own", name],
    ] as const
  ).flatMap(([ofGroup, resource, verbs, place, only]) =>
    verbs.split(" ").map((verb): Right => ({ group: ofGroup, resource, verb, place, name: only })),
  );
}

/** The table of the files that people look at, its head first. */
function describedFiles(crdPath: string, helm: boolean): readonly (readonly string[])[] {
  const rows = [
    ["src/reconcile.ts", "what the operator does: start here"],
    ["src/controllers.ts", "which objects it follows"],
    ["src/main.ts", "the connection, the election of a leader, probes and metrics"],
    ["src/generated", "types, validators, clients and the runtime, written by `crdgen`"],
    ["test/reconcile.test.ts", "a whole life of an object, on an API server in memory: `npm test`"],
    ["deploy/kustomization.yaml", "namespace, CRD, rights, and two replicas, of which one acts"],
    ["deploy/rbac.yaml", "the rights of the operator: `npm run rbac` writes them after its code"],
    ...(helm
      ? [
          [
            chart,
            "the same for Helm, without the namespace; its roles are written by `npm run rbac` too",
          ],
        ]
      : []),
    [crdPath, "the CRD, as it was when this project was made"],
    ["deploy/sample.json", "an object, for `npm test` and for you"],
  ];
  return [["file", "holds"], ...rows.map(([path = "", holds = ""]) => [`\`${path}\``, holds])];
}

/** What the README says of the chart. */
function chartText(name: string, crdPath: string): string {
  return [
    "## Deploy it with Helm",
    "",
    "The image is the same:",
    "",
    "```sh",
    `helm install ${name} ${chart} --namespace ${name} --create-namespace`,
    "```",
    "",
    `\`${chart}/values.yaml\` says what can be set, such as \`--set image.repository=registry.example.com/team/${name}\`. The tag of the image`,
    `is \`appVersion\` of \`Chart.yaml\`; \`helm package ${chart} --version 1.2.0 --app-version 1.2.0\` makes a chart of a release.`,
    "",
    "Helm installs a CRD once; it never changes or deletes it. To upgrade:",
    "",
    "```sh",
    `kubectl apply --server-side --force-conflicts -f ${crdPath}`,
    `helm upgrade ${name} ${chart} --namespace ${name}`,
    "```",
    "",
    "Before `helm uninstall`, delete the objects: nobody else removes the operator's finalizer from them.",
    "",
    "The CRD is one file for both ways to deploy, and `npm run rbac` writes the roles of both. The Deployment is there twice: change",
    `\`deploy/deployment.yaml\` and \`${chart}/templates/deployment.yaml\` together, or delete the way that you do not use.`,
  ].join("\n");
}
