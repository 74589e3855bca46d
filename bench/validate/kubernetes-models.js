// The validators that come with the packages of kubernetes-models: made by ajv, all errors listed,
// with ObjectMeta's types. Their CRDs are those of the packages' own releases, not always those
// that are measured here.

const modules = {
  application: "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application",
  certificate: "@kubernetes-models/cert-manager/cert-manager.io/v1/Certificate",
  ciliumnetworkpolicy: "@kubernetes-models/cilium/cilium.io/v2/CiliumNetworkPolicy",
  httproute: "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute",
  kafka: "@kubernetes-models/strimzi-kafka-operator/kafka.strimzi.io/v1/Kafka",
  prometheus: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/Prometheus",
  rollout: "@kubernetes-models/argo-rollouts/argoproj.io/v1alpha1/Rollout",
  servicemonitor: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor",
  workflow: "@kubernetes-models/argo-workflows/argoproj.io/v1alpha1/Workflow",
};

/** Undefined where no package has the CRD. */
export async function kubernetesModel(name) {
  const path = modules[name];
  if (path === undefined) return undefined;
  const module = await import(path);
  const Model = module[path.slice(path.lastIndexOf("/") + 1)];
  return (object) => {
    try {
      // The method reads nothing but the object, which spares the copy that the constructor makes.
      Model.prototype.validate.call(object);
      return true;
    } catch {
      return false;
    }
  };
}
