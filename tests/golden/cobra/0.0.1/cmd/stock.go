package cmd

import (
	"github.com/spf13/cobra"

	"example.com/shop/internal/flags"
)

const kindUsage = "only fruit of a kind"

type addOptions struct {
	count  int
	labels []string
	flags.Output
}

func newStockCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stock",
		Short: "Look after the shelves",
	}
	cmd.PersistentFlags().String("shelf", "", "the shelf")
	cmd.AddCommand(newAddCmd())
	cmd.AddCommand(newListCmd())
	return cmd
}

func newAddCmd() *cobra.Command {
	o := addOptions{}
	cmd := &cobra.Command{
		Use:   "add FRUIT",
		Short: "Add fruit to a shelf",
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd, &o)
		},
	}
	fs := cmd.Flags()
	fs.IntVarP(&o.count, "count", "n", 1, "how many")
	fs.StringArrayVarP(&o.labels, "label", "l", []string{"fresh", "ripe"}, "what to write on them")
	o.AddFlags(fs)
	return cmd
}

func newListCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List all fruit",
		Run:   func(cmd *cobra.Command, args []string) {},
	}
	cmd.Flags().StringP("kind", "k", "", kindUsage)
	cmd.Flags().Uint32("most", 20, "how many to list")
	addSorting(cmd)
	return cmd
}

func addSorting(cmd *cobra.Command) {
	cmd.Flags().String("sort-by", "name", "name or price")
	cmd.Flags().CountP("reverse", "r", "from the last one to the first")
}

func run(cmd *cobra.Command, o *addOptions) error {
	return nil
}
