// Command server is the part of a Kubernetes API server that serves CustomResourceDefinitions and custom resources,
// with etcd inside, on a port of the loopback interface.
//
// Once it listens it prints one line of JSON (see announcement). It ends with its standard input, so that it never
// outlives the tests that started it.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type settings struct {
	dir                string
	port               int
	emulatedVersion    string
	compactionInterval time.Duration
	token              string
}

// announcement tells the parent process how to reach the server.
type announcement struct {
	URL        string `json:"url"`
	Token      string `json:"token"`
	CAFile     string `json:"caFile"`
	Kubeconfig string `json:"kubeconfig"`
}

func main() {
	var s settings
	flag.StringVar(&s.dir, "data-dir", "", "folder for the store, certificates and the kubeconfig")
	flag.IntVar(&s.port, "port", 0, "port to listen on; 0 takes a free one")
	flag.StringVar(&s.emulatedVersion, "emulated-version", "", "Kubernetes version to behave like, for example 1.35")
	flag.DurationVar(&s.compactionInterval, "compaction-interval", 5*time.Minute, "how often old states of the store are dropped")
	flag.Parse()
	if s.dir == "" {
		fmt.Fprintln(os.Stderr, "server: --data-dir is missing")
		os.Exit(2)
	}
	s.token = rand.Text()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	if err := run(ctx, s); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) error {
	store, err := startStore(filepath.Join(s.dir, "etcd"))
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer store.Close()
	server, url, err := newAPIServer(s, store.Config().ListenClientUrls[0].String())
	if err != nil {
		return err
	}
	if err := announce(s, url); err != nil {
		return err
	}
	return server.PrepareRun().RunWithContext(ctx)
}

func announce(s settings, url string) error {
	a := announcement{
		URL:        url,
		Token:      s.token,
		CAFile:     filepath.Join(s.dir, "apiserver.crt"),
		Kubeconfig: filepath.Join(s.dir, "kubeconfig"),
	}
	if err := writeKubeconfig(a); err != nil {
		return err
	}
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("%s\n", line)
	return err
}

func writeKubeconfig(a announcement) error {
	type object = map[string]any
	text, err := json.MarshalIndent(object{
		"apiVersion":      "v1",
		"kind":            "Config",
		"current-context": "test",
		"contexts":        []object{{"name": "test", "context": object{"cluster": "test", "user": "test", "namespace": "default"}}},
		"clusters":        []object{{"name": "test", "cluster": object{"server": a.URL, "certificate-authority": a.CAFile}}},
		"users":           []object{{"name": "test", "user": object{"token": a.Token}}},
	}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(a.Kubeconfig, append(text, '\n'), 0o600)
}
