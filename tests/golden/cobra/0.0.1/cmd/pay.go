package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

var payCmd = &cobra.Command{
	Use:     "pay ACCOUNT [TIP]",
	Aliases: []string{"buy"},
	Short:   "Pay for what is in the basket",
	Long:    "Pay for what is in the basket, from an account.",
	Example: `  # with a tip
  shop pay 4711 --tip 10`,
	Args: cobra.RangeArgs(1, 2),
	RunE: func(cmd *cobra.Command, args []string) error {
		fmt.Println("paid by", args[0])
		return nil
	},
}

var secretCmd = &cobra.Command{
	Use:    "secret",
	Hidden: true,
	Run:    func(cmd *cobra.Command, args []string) {},
}

func init() {
	payCmd.Flags().Int("tip", 0, "how much to give, in cents")
	payCmd.Flags().StringP("currency", "u", "EUR", "what to pay with, one of EUR, USD")
	payCmd.Flags().StringSlice("coupon", nil, "codes that make it cheaper")
	payCmd.Flags().Bool("receipt", true, "print a receipt:\nof paper, if there is a printer")
	payCmd.Flags().String("color", "auto", "when to use colors")
	payCmd.Flags().Lookup("color").NoOptDefVal = "always"
	payCmd.Flags().Float64("discount", 1.5, "per cent")
	payCmd.Flags().String("pin", "", "the number of the account")
	_ = payCmd.Flags().MarkHidden("pin")
	_ = payCmd.MarkFlagRequired("currency")
}
