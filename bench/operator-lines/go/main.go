package main

import (
	"flag"
	"os"
	"time"

	v1 "example.com/site-operator/api/v1"
	"example.com/site-operator/api/v1beta1"
	"example.com/site-operator/internal/controller"
	sitewebhook "example.com/site-operator/internal/webhook"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
)

var scheme = runtime.NewScheme()

func init() {
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(v1.AddToScheme(scheme))
	utilruntime.Must(v1beta1.AddToScheme(scheme))
}

func main() {
	var namespace, certificates, metrics, probes string
	var webhookPort int
	flag.StringVar(&namespace, "namespace", "site-operator", "the operator's own namespace")
	flag.StringVar(&certificates, "certificates", "", "the folder with tls.crt and tls.key; without it there are no webhooks")
	flag.StringVar(&metrics, "metrics", ":8080", "where metrics are served")
	flag.StringVar(&probes, "probes", ":8081", "where probes are answered")
	flag.IntVar(&webhookPort, "webhook-port", 9443, "where webhooks are served")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := run(namespace, certificates, metrics, probes, webhookPort); err != nil {
		ctrl.Log.Error(err, "the operator failed")
		os.Exit(1)
	}
}

func run(namespace, certificates, metrics, probes string, webhookPort int) error {
	ctx := ctrl.SetupSignalHandler()
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	grace := 30 * time.Second
	mgr, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme,
		Metrics:                       metricsserver.Options{BindAddress: metrics},
		HealthProbeBindAddress:        probes,
		WebhookServer:                 webhook.NewServer(webhook.Options{Port: webhookPort, CertDir: certificates}),
		LeaderElection:                true,
		LeaderElectionID:              "site-operator",
		LeaderElectionNamespace:       namespace,
		LeaderElectionReleaseOnCancel: true,
		GracefulShutdownTimeout:       &grace,
	})
	if err != nil {
		return err
	}
	reconciler := &controller.SiteReconciler{
		Client: mgr.GetClient(),
		Hosts:  &controller.Hosts{Client: mgr.GetClient(), Reader: mgr.GetAPIReader(), Namespace: namespace},
		Events: mgr.GetEventRecorder("example.com/site-operator"),
	}
	if err := reconciler.SetupWithManager(mgr); err != nil {
		return err
	}
	if certificates != "" {
		if err := sitewebhook.Setup(ctx, mgr); err != nil {
			return err
		}
	}
	if err := mgr.AddHealthzCheck("healthz", healthz.Ping); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("readyz", healthz.Ping); err != nil {
		return err
	}
	return mgr.Start(ctx)
}
