// Command client-go runs fixed scenarios of client-go against an API server and prints what it saw, and writes
// objects as Go encodes them, for tests that need a client that others wrote.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("usage: client-go messages SEED COUNT | decode | follow KUBECONFIG GROUP RESOURCE | SCENARIO KUBECONFIG [CONTENT-TYPE]"))
	}
	switch command := os.Args[1]; command {
	case "messages":
		fail(printMessages(os.Args[2], os.Args[3]))
	case "decode":
		fail(decodeMessages(os.Stdin))
	case "follow":
		fail(follow(os.Args[2], os.Args[3], os.Args[4]))
	default:
		scenario, found := scenarios[command]
		if !found {
			fail(fmt.Errorf("no scenario %q", command))
		}
		contentType := "application/json"
		if len(os.Args) > 3 {
			contentType = os.Args[3]
		}
		fail(run(scenario, os.Args[2], contentType))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
