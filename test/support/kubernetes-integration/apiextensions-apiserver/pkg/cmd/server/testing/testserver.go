// Package testing starts a server of crdgen in the place of the API server of custom resources.
package testing

import (
	extensionsapiserver "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	restclient "k8s.io/client-go/rest"

	"crdgen.test/kubernetes-integration/served"
)

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions has nothing to choose.
type TestServerInstanceOptions struct{}

// TestServer is a running server. Of options and configuration there is nothing but what tests read
// before they ask etcd.
type TestServer struct {
	ClientConfig    *restclient.Config
	ServerOpts      *options.CustomResourceDefinitionsServerOptions
	TearDownFn      TearDownFunc
	TmpDir          string
	CompletedConfig extensionsapiserver.CompletedConfig
}

// Logger is a test, or what stands in for one.
type Logger interface {
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
}

// NewDefaultTestServerOptions are the only ones.
func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{}
}

// StartTestServer starts a server with these flags.
func StartTestServer(_ Logger, _ *TestServerInstanceOptions, flags []string, _ *storagebackend.Config) (TestServer, error) {
	// It knows no namespaces: any will do.
	config, stop, err := served.Start(flags, true)
	if err != nil {
		return TestServer{}, err
	}
	opts := options.NewCustomResourceDefinitionsServerOptions(nil, nil)
	// Nobody listens there.
	opts.RecommendedOptions.Etcd.StorageConfig.Transport.ServerList = []string{"http://127.0.0.1:1"}
	return TestServer{ClientConfig: config, ServerOpts: opts, TearDownFn: stop}, nil
}

// StartTestServerOrDie ends the test where the server does not start.
func StartTestServerOrDie(t Logger, instance *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, instance, flags, storage)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return &server
}
