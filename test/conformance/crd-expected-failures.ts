/**
 * Mutated CRDs whose default breaks a rule of the same schema, or meets one that does not compile: judging such a default
 * takes the compiler of rules. None of them fails once `judges.compileRules` and `judges.defaults` have it.
 */
export const rulesOfDefaults: readonly string[] = [
  "x:authenginemounts.redhatcop.redhat.io#0",
  "x:azuresecretengineroles.redhatcop.redhat.io#1",
  "x:clusterfluentdconfigs.fluentd.fluent.io#1",
  "x:configurations.pkg.crossplane.io#0",
  "x:custompolicydefinitions.capabilities.3scale.net#1",
  "x:helmcharts.apps.clusternet.io#1",
  "x:jobruns.emrcontainers.services.k8s.aws#0",
  "x:kollectscopes.kollect.dev#1",
  "x:licenseconfigurations.licensemanager.aws.upbound.io#1",
  "x:mapmanagementmapconfigs.mapmanagement.cnrm.cloud.google.com#0",
  "x:multinicnetworks.multinic.fms.io#1",
  "x:plugins.artifact.falcosecurity.dev#0",
  "x:policies.core.oam.dev#1",
  "x:recoverygroups.route53recoveryreadiness.aws.upbound.io#0",
  "x:sharedvolumes.aws-efs.managed.openshift.io#1",
  "x:tenants.capabilities.3scale.net#0",
  "x:vectorbuckets.s3vectors.aws.upbound.io#0",
  "x:vectorbuckets.s3vectors.aws.upbound.io#1",
  "x:workbenches.components.platform.opendatahub.io#0",
];

/** Probes of the same kind. In the last one the server breaks the connection. */
export const probesOfRules: readonly string[] = ["cel-compile/default-breaks-rule-message"];
export const probesOfRulesIn131: readonly string[] = [...probesOfRules, "cel-errors/format-verb"];

/** Cases of crd-validation.json whose errors stem from rules: their cost, and defaults that break them. */
export const casesOfRules: readonly string[] = [
  "invalid default with x-kubernetes-validations",
  "forbid double-nested rule with no limit set",
  "forbid double-nested rule with one limit set",
  "forbid validation rules where cost total exceeds total limit",
  "x-kubernetes-validations rule invalidated by messageExpression exceeding per-CRD estimated cost limit",
];
