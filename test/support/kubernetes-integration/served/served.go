// Package served starts servers of crdgen, in the place of the API servers that Kubernetes' tests
// run in their own process. Another program has them, and is asked for them by HTTP.
package served

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Address is the name of the variable with the address of who starts servers.
const Address = "CRDGEN_SERVERS"

// NoEtcd is what becomes of tests that need an etcd.
var NoEtcd = errors.New("crdgen serve has no etcd")

// last is the path of the server that was started last.
var last string

// Start starts a server. What it has no flags for is passed over, but for the version that it shall
// behave like.
func Start(flags []string, anyNamespace bool) (config *rest.Config, stop func(), err error) {
	asked, err := json.Marshal(map[string]any{"flags": flags, "anyNamespace": anyNamespace})
	if err != nil {
		return nil, nil, err
	}
	answer, err := ask(http.MethodPost, "/servers", asked)
	if err != nil {
		return nil, nil, err
	}
	var server struct{ Path, Kubeconfig string }
	if err := json.Unmarshal(answer, &server); err != nil {
		return nil, nil, err
	}
	stop = sync.OnceFunc(func() { _, _ = ask(http.MethodDelete, server.Path, nil) })
	config, err = clientcmd.BuildConfigFromFlags("", server.Kubeconfig)
	if err != nil {
		stop()
		return nil, nil, err
	}
	last = server.Path
	// Tests ask as often as they like.
	config.QPS = -1
	return config, stop, nil
}

// Stored is an object as the server stores it, by `<plural>.<group>`.
func Stored(resource, namespace, name string) ([]byte, error) {
	text, err := ask(http.MethodGet, storedPath(resource, namespace, name), nil)
	if err == nil && len(text) == 0 {
		err = fmt.Errorf("there is no %s in %s", name, resource)
	}
	return text, err
}

// Store writes an object as a test would write it into etcd.
func Store(resource, namespace, name string, object []byte) error {
	_, err := ask(http.MethodPut, storedPath(resource, namespace, name), object)
	return err
}

func storedPath(resource, namespace, name string) string {
	parts := []string{last, resource}
	if namespace != "" {
		parts = append(parts, namespace)
	}
	return strings.Join(append(parts, name), "/")
}

func ask(method, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(method, os.Getenv(Address)+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New(string(answer))
	}
	return answer, err
}
