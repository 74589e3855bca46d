package controller

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	v1 "example.com/site-operator/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	appsac "k8s.io/client-go/applyconfigurations/apps/v1"
	coreac "k8s.io/client-go/applyconfigurations/core/v1"
	metaac "k8s.io/client-go/applyconfigurations/meta/v1"
)

func labelsOf(site *v1.Site) map[string]string {
	return map[string]string{"app.kubernetes.io/name": "site", "app.kubernetes.io/instance": site.Name}
}

func selectorOf(site *v1.Site) string {
	return labels.SelectorFromSet(labelsOf(site)).String()
}

// ownLabels are the labels of all objects that the operator makes.
func ownLabels(site *v1.Site) map[string]string {
	all := labelsOf(site)
	all["app.kubernetes.io/managed-by"] = "site-operator"
	return all
}

// ownerOf makes the garbage collector delete an object with its site.
func ownerOf(site *v1.Site) *metaac.OwnerReferenceApplyConfiguration {
	owner := metav1.NewControllerRef(site, v1.GroupVersion.WithKind("Site"))
	return metaac.OwnerReference().
		WithAPIVersion(owner.APIVersion).WithKind(owner.Kind).WithName(owner.Name).WithUID(owner.UID).
		WithController(true).WithBlockOwnerDeletion(true)
}

// configMapOf has the pages, as files of a volume.
func configMapOf(site *v1.Site) *coreac.ConfigMapApplyConfiguration {
	data := map[string]string{}
	for name, text := range site.Spec.Pages {
		data[name] = string(text)
	}
	return coreac.ConfigMap(site.Name, site.Namespace).
		WithLabels(ownLabels(site)).WithOwnerReferences(ownerOf(site)).
		WithData(data)
}

// deploymentOf has the servers. A change of the pages rolls them out anew.
func deploymentOf(site *v1.Site) (*appsac.DeploymentApplyConfiguration, error) {
	text, err := json.Marshal(site.Spec.Pages)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	container := coreac.Container().WithName("server").WithImage(site.Spec.Image).
		WithPorts(coreac.ContainerPort().WithName("http").WithContainerPort(8080)).
		WithReadinessProbe(coreac.Probe().WithHTTPGet(
			coreac.HTTPGetAction().WithPath("/").WithPort(intstr.FromString("http")))).
		WithVolumeMounts(coreac.VolumeMount().
			WithName("pages").WithMountPath("/usr/share/nginx/html").WithReadOnly(true))
	template := coreac.PodTemplateSpec().WithLabels(labelsOf(site)).
		WithAnnotations(map[string]string{"example.com/pages": hex.EncodeToString(sum[:])}).
		WithSpec(coreac.PodSpec().WithContainers(container).WithVolumes(
			coreac.Volume().WithName("pages").WithConfigMap(
				coreac.ConfigMapVolumeSource().WithName(site.Name))))
	return appsac.Deployment(site.Name, site.Namespace).
		WithLabels(ownLabels(site)).WithOwnerReferences(ownerOf(site)).
		WithSpec(appsac.DeploymentSpec().
			WithReplicas(*site.Spec.Replicas).
			WithSelector(metaac.LabelSelector().WithMatchLabels(labelsOf(site))).
			WithTemplate(template)), nil
}

// serviceOf is the address of the servers within the cluster.
func serviceOf(site *v1.Site) *coreac.ServiceApplyConfiguration {
	return coreac.Service(site.Name, site.Namespace).
		WithLabels(ownLabels(site)).WithOwnerReferences(ownerOf(site)).
		WithSpec(coreac.ServiceSpec().WithSelector(labelsOf(site)).WithPorts(
			coreac.ServicePort().WithName("http").WithPort(80).WithTargetPort(intstr.FromString("http"))))
}

// readiness: a site is ready when all of its servers are those that it asks for, and answer.
func isReady(site *v1.Site, deployment *appsv1.Deployment) bool {
	status, replicas := deployment.Status, *site.Spec.Replicas
	return status.ObservedGeneration >= deployment.Generation &&
		status.UpdatedReplicas == replicas && status.AvailableReplicas == replicas
}
