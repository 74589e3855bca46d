package controller

import (
	"context"
	"fmt"
	"time"

	v1 "example.com/site-operator/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const (
	finalizer  = "example.com/site-operator"
	fieldOwner = client.FieldOwner("site-operator")
)

// SiteReconciler keeps a ConfigMap, a Deployment and a Service for each Site.
type SiteReconciler struct {
	client.Client
	Hosts  *Hosts
	Events events.EventRecorder
}

// +kubebuilder:rbac:groups=example.com,resources=sites,verbs=get;list;watch;patch;update
// +kubebuilder:rbac:groups=example.com,resources=sites/status,verbs=patch
// +kubebuilder:rbac:groups=example.com,resources=sites/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=configmaps;services,verbs=get;list;watch;create;patch;update
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

// Reconcile may run at any time, so it says what is to be there.
func (r *SiteReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	site := &v1.Site{}
	if err := r.Get(ctx, req.NamespacedName, site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !site.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, r.cleanup(ctx, site)
	}
	if controllerutil.AddFinalizer(site, finalizer) {
		if err := r.Update(ctx, site); err != nil {
			return ctrl.Result{}, err
		}
	}
	ours, err := r.Hosts.Claim(ctx, site)
	if err != nil {
		return ctrl.Result{}, err
	}
	if !ours {
		message := "another site has the host " + *site.Spec.Host
		// Nobody tells this site when the host is free.
		return ctrl.Result{RequeueAfter: time.Minute}, r.report(ctx, site, 0, metav1.ConditionFalse, "HostTaken", message)
	}
	deployment, err := r.apply(ctx, site)
	if err != nil {
		return ctrl.Result{}, err
	}
	message := fmt.Sprintf("%d of %d servers answer", deployment.Status.AvailableReplicas, *site.Spec.Replicas)
	if isReady(site, deployment) {
		return ctrl.Result{}, r.report(ctx, site, deployment.Status.Replicas, metav1.ConditionTrue, "Serving", message)
	}
	return ctrl.Result{}, r.report(ctx, site, deployment.Status.Replicas, metav1.ConditionFalse, "RollingOut", message)
}

func (r *SiteReconciler) apply(ctx context.Context, site *v1.Site) (*appsv1.Deployment, error) {
	if err := r.Apply(ctx, configMapOf(site), fieldOwner, client.ForceOwnership); err != nil {
		return nil, err
	}
	if err := r.Apply(ctx, serviceOf(site), fieldOwner, client.ForceOwnership); err != nil {
		return nil, err
	}
	configuration, err := deploymentOf(site)
	if err != nil {
		return nil, err
	}
	if err := r.Apply(ctx, configuration, fieldOwner, client.ForceOwnership); err != nil {
		return nil, err
	}
	deployment := &appsv1.Deployment{}
	return deployment, client.IgnoreNotFound(r.Get(ctx, client.ObjectKeyFromObject(site), deployment))
}

// cleanup runs before the site is gone, perhaps more than once.
func (r *SiteReconciler) cleanup(ctx context.Context, site *v1.Site) error {
	if !controllerutil.ContainsFinalizer(site, finalizer) {
		return nil
	}
	if err := r.Hosts.Release(ctx, site); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(site, finalizer)
	return client.IgnoreNotFound(r.Update(ctx, site))
}

// report writes the status, and tells people, if there is anything new.
func (r *SiteReconciler) report(
	ctx context.Context, site *v1.Site, replicas int32, status metav1.ConditionStatus, reason, message string,
) error {
	before := site.DeepCopy()
	old := meta.FindStatusCondition(before.Status.Conditions, "Ready")
	changed := meta.SetStatusCondition(&site.Status.Conditions, metav1.Condition{
		Type: "Ready", Status: status, Reason: reason, Message: message, ObservedGeneration: site.Generation,
	})
	if changed || site.Status.Replicas != replicas {
		site.Status.Replicas, site.Status.Selector = replicas, selectorOf(site)
		if err := r.Status().Patch(ctx, site, client.MergeFrom(before)); err != nil {
			return err
		}
	}
	if old != nil && old.Reason == reason {
		return nil
	}
	kind := corev1.EventTypeNormal
	if reason == "HostTaken" {
		kind = corev1.EventTypeWarning
	}
	r.Events.Eventf(site, nil, kind, reason, reason, "%s", message)
	return nil
}

// SetupWithManager says what leads to a reconcile.
func (r *SiteReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&v1.Site{}).
		Owns(&corev1.ConfigMap{}).
		Owns(&appsv1.Deployment{}).
		Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4}).
		Complete(r)
}
