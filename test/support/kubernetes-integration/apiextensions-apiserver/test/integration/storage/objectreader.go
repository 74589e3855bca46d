// Package storage looks at what a server stores.
package storage

import (
	"encoding/json"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage/storagebackend"

	"crdgen.test/kubernetes-integration/served"
)

// EtcdObjectReader reads what the server that was started last stores of a CRD's objects.
type EtcdObjectReader struct {
	crd *apiextensionsv1.CustomResourceDefinition
}

// NewEtcdObjectReader needs no etcd.
func NewEtcdObjectReader(_ *clientv3.Client, _ *generic.RESTOptions, crd *apiextensionsv1.CustomResourceDefinition) *EtcdObjectReader {
	return &EtcdObjectReader{crd}
}

// GetEtcdClients gives clients that fail at once, where others would wait for an etcd.
func GetEtcdClients(storagebackend.TransportConfig) (*clientv3.Client, clientv3.KV, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{"http://127.0.0.1:1"}})
	if err != nil {
		return nil, nil, err
	}
	return client, clientv3.NewKV(client), nil
}

func (reader *EtcdObjectReader) resource() string {
	return reader.crd.Spec.Names.Plural + "." + reader.crd.Spec.Group
}

// GetStoredCustomResource is an object in its stored version.
func (reader *EtcdObjectReader) GetStoredCustomResource(namespace, name string) (*unstructured.Unstructured, error) {
	text, err := served.Stored(reader.resource(), namespace, name)
	if err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{}
	return object, object.UnmarshalJSON(text)
}

// SetStoredCustomResource writes past the server's rules.
func (reader *EtcdObjectReader) SetStoredCustomResource(namespace, name string, object *unstructured.Unstructured) error {
	text, err := object.MarshalJSON()
	if err != nil {
		return err
	}
	return served.Store(reader.resource(), namespace, name, text)
}

// SetStoredCustomResourceDefinition does so for a CRD.
func (reader *EtcdObjectReader) SetStoredCustomResourceDefinition(name string, crd *apiextensionsv1.CustomResourceDefinition) error {
	text, err := json.Marshal(crd)
	if err != nil {
		return err
	}
	return served.Store("customresourcedefinitions.apiextensions.k8s.io", "", name, text)
}

// WaitForStorageVersion writes an object again until it is stored in a version.
func (reader *EtcdObjectReader) WaitForStorageVersion(version, namespace, name string, timeout time.Duration, write func()) error {
	for end := time.Now().Add(timeout); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		object, err := reader.GetStoredCustomResource(namespace, name)
		if err != nil {
			return err
		}
		if object.GroupVersionKind().Version == version {
			return nil
		}
		write()
	}
	return fmt.Errorf("%s is not stored as %s after %v", name, version, timeout)
}
