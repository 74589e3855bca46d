package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// session is a connection, and what was seen on it.
type session struct {
	context.Context
	config *rest.Config
}

type scenario func(s *session) error

// run prints what a scenario sees, a line for each thing.
func run(scenario scenario, kubeconfig, contentType string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.ContentType = contentType
	if contentType != "application/json" {
		config.AcceptContentTypes = contentType + ",application/json"
	}
	config.QPS, config.Burst = -1, -1
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return scenario(&session{ctx, config})
}

// say prints what was asked, and the answer as JSON or its error with the status behind it.
func (s *session) say(asked string, answer any, err error) {
	var status apierrors.APIStatus
	switch {
	case errors.As(err, &status):
		answer = status.Status()
		asked += " FAILED"
	case err != nil:
		answer = err.Error()
		asked += " FAILED"
	}
	text, err := json.Marshal(answer)
	fail(err)
	fmt.Printf("%s: %s\n", asked, text)
}

// until waits for what others do.
func (s *session) until(what string, done func() bool) error {
	for !done() {
		select {
		case <-s.Done():
			return fmt.Errorf("%s: not in time", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}
