// Prints a Compose file as the Compose project's own loader understands it, as JSON, or says what is wrong with it.
//
// It looks at more than the program that compose-go brings: also whether whatever a service refers to is declared. It
// reads nothing but that file, so that the answer is the same on every machine.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	text, err := understood(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(string(text))
}

func understood(files []string) ([]byte, error) {
	if len(files) != 1 {
		return nil, fmt.Errorf("name one Compose file")
	}
	options, err := cli.NewProjectOptions(files, cli.WithProfiles([]string{"*"}), cli.WithoutEnvironmentResolution)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return project.MarshalJSON()
}
