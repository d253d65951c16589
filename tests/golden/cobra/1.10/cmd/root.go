// Package cmd has the commands of shop.
package cmd

import (
	"time"

	"github.com/spf13/cobra"

	"example.com/shop/internal/flags"
)

var (
	config  string
	timeout time.Duration
)

var rootCmd = &cobra.Command{
	Use:   "shop",
	Short: "Sell fruit from the terminal",
	Long: `Sell fruit from the terminal.

A shop has a till and a stock.`,
}

// Root returns the program with all of its commands.
func Root() *cobra.Command {
	return rootCmd
}

func init() {
	rootCmd.PersistentFlags().StringVarP(&config, "config", "c", "shop.toml", "the `file` with the settings")
	rootCmd.PersistentFlags().BoolP("verbose", "v", false, "print what happens")
	rootCmd.PersistentFlags().DurationVar(&timeout, flags.Timeout, 30*time.Second, "how long to wait for the till")
	rootCmd.AddCommand(payCmd, newStockCmd(), secretCmd)
}
