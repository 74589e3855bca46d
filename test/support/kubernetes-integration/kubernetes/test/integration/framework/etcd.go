package framework

import (
	"os"
	"testing"

	"k8s.io/klog/v2"

	"crdgen.test/kubernetes-integration/served"
)

// EtcdMain runs tests without an etcd.
func EtcdMain(tests func() int) {
	os.Exit(tests())
}

// GetEtcdURL is the address of an etcd that is not there.
func GetEtcdURL() string {
	return "http://127.0.0.1:1"
}

// StartEtcd starts none.
func StartEtcd(klog.Logger, testing.TB, bool) {}

// RunCustomEtcd would start one with flags of its own.
func RunCustomEtcd(klog.Logger, string, []string) (string, func(), error) {
	return "", nil, served.NoEtcd
}
