// Package flags has what several commands share.
package flags

import "github.com/spf13/pflag"

// Timeout is the name of the flag for how long to wait.
const Timeout = "timeout"

// Output says how to print.
type Output struct {
	Format string
	Quiet  bool
}

// AddFlags adds the flags for how to print.
func (o *Output) AddFlags(fs *pflag.FlagSet) {
	fs.StringVarP(&o.Format, "output", "o", "text", "how to print: text or json")
	fs.BoolVarP(&o.Quiet, "quiet", "q", o.Quiet, "print nothing")
}
