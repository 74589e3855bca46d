package framework

import (
	"context"
	"testing"

	client "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/pkg/controlplane"

	"crdgen.test/kubernetes-integration/served"
)

// TestServerSetup changes what crdgen serve has no options for: it is passed over.
type TestServerSetup struct {
	ModifyServerRunOptions func(*options.ServerRunOptions)
	ModifyServerConfig     func(*controlplane.Config)
	DisableInvariantChecks bool
}

// TearDownFunc ends a server.
type TearDownFunc func()

// StartTestServer starts a server.
func StartTestServer(_ context.Context, t testing.TB, _ TestServerSetup) (client.Interface, *rest.Config, TearDownFunc) {
	config, stop, err := served.Start(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	clients, err := client.NewForConfig(config)
	if err != nil {
		stop()
		t.Fatal(err)
	}
	return clients, config, stop
}
