// Package testing starts a server of crdgen in the place of kube-apiserver.
package testing

import (
	"crypto/rsa"
	"crypto/x509"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storageversion"
	restclient "k8s.io/client-go/rest"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/test/utils/ktesting"

	"crdgen.test/kubernetes-integration/served"
)

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions are what tests ask for; nothing of it is obeyed.
type TestServerInstanceOptions struct {
	SkipHealthzCheck       bool
	DisableInvariantChecks bool
	EnableCertAuth         bool
	StorageVersionWrapFunc func(storageversion.Manager) storageversion.Manager
	ProxyCA                *ProxyCA
	BinaryVersion          string
	RequestTimeout         time.Duration
}

// TestServer is a running server. It has no etcd: the client of one fails.
type TestServer struct {
	ClientConfig      *restclient.Config
	ServerOpts        *options.ServerRunOptions
	TearDownFn        TearDownFunc
	TmpDir            string
	EtcdClient        *clientv3.Client
	EtcdStoragePrefix string
}

// ProxyCA is an authority for those who ask in the name of others.
type ProxyCA struct {
	ProxySigningCert *x509.Certificate
	ProxySigningKey  *rsa.PrivateKey
}

// NewDefaultTestServerOptions are the default ones.
func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{}
}

// StartTestServer starts a server with these flags.
func StartTestServer(_ ktesting.TB, _ *TestServerInstanceOptions, flags []string, _ *storagebackend.Config) (TestServer, error) {
	config, stop, err := served.Start(flags, false)
	if err != nil {
		return TestServer{}, err
	}
	etcd, _, err := GetEtcdClients(storagebackend.TransportConfig{})
	if err != nil {
		stop()
		return TestServer{}, err
	}
	return TestServer{
		ClientConfig: config,
		ServerOpts:   options.NewServerRunOptions(),
		TearDownFn:   stop,
		EtcdClient:   etcd,
	}, nil
}

// GetEtcdClients gives clients that fail at once, where others would wait for an etcd.
func GetEtcdClients(storagebackend.TransportConfig) (*clientv3.Client, clientv3.KV, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{"http://127.0.0.1:1"}})
	if err != nil {
		return nil, nil, err
	}
	return client, clientv3.NewKV(client), client.Close()
}

// StartTestServerOrDie ends the test where the server does not start.
func StartTestServerOrDie(t testing.TB, instance *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, instance, flags, storage)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return &server
}
