// An operator with controller-runtime: a finalizer, a ConfigMap by apply, and a status for each
// Widget, as operator.js beside it does with the runtime of crdgen.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

const finalizer = "bench.example.com/operator"

var groupVersion = schema.GroupVersion{Group: "bench.example.com", Version: "v1"}

type WidgetSpec struct {
	Color string `json:"color"`
}

type WidgetStatus struct {
	Ready bool `json:"ready,omitempty"`
}

type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec   `json:"spec"`
	Status            WidgetStatus `json:"status,omitempty"`
}

func (w *Widget) DeepCopyObject() runtime.Object {
	copied := *w
	w.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

func (l *WidgetList) DeepCopyObject() runtime.Object {
	copied := *l
	copied.Items = make([]Widget, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*Widget)
	}
	return &copied
}

type reconciler struct {
	client.Client
	reconciles atomic.Int64
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	r.reconciles.Add(1)
	widget := &Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !controllerutil.ContainsFinalizer(widget, finalizer) {
		before := widget.DeepCopyObject().(*Widget)
		controllerutil.AddFinalizer(widget, finalizer)
		patch := client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
		if err := r.Patch(ctx, widget, patch); err != nil {
			return ctrl.Result{}, err
		}
	}
	owner := metav1ac.OwnerReference().
		WithAPIVersion(groupVersion.String()).WithKind("Widget").
		WithName(widget.Name).WithUID(widget.UID).
		WithController(true).WithBlockOwnerDeletion(true)
	config := corev1ac.ConfigMap(widget.Name, widget.Namespace).
		WithOwnerReferences(owner).
		WithData(map[string]string{"color": widget.Spec.Color})
	if err := r.Apply(ctx, config, client.FieldOwner("bench"), client.ForceOwnership); err != nil {
		return ctrl.Result{}, err
	}
	if !widget.Status.Ready {
		before := widget.DeepCopyObject().(*Widget)
		widget.Status.Ready = true
		if err := r.Status().Patch(ctx, widget, client.MergeFrom(before)); err != nil {
			return ctrl.Result{}, err
		}
	}
	return ctrl.Result{}, nil
}

func main() {
	ctrl.SetLogger(zap.New())
	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	scheme.AddKnownTypes(groupVersion, &Widget{}, &WidgetList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	check(err)
	// The runtime beside it has no limit either.
	config.QPS = -1
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: metricsserver.Options{BindAddress: "0"},
	})
	check(err)
	r := &reconciler{Client: manager.GetClient()}
	check(ctrl.NewControllerManagedBy(manager).
		For(&Widget{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&corev1.ConfigMap{}, builder.WithPredicates(predicate.Funcs{
			CreateFunc: func(event.CreateEvent) bool { return false },
		})).
		Complete(r))
	check(manager.Start(ctrl.SetupSignalHandler()))
	usage := syscall.Rusage{}
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"reconciles": r.reconciles.Load(),
		"cpu":        seconds(usage.Utime) + seconds(usage.Stime),
		"megabytes":  float64(usage.Maxrss) / 1024,
	}))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
