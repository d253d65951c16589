package tills

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

// The keys of the schema.
const (
	keyNumber = "number"
	keyOpen   = "open"
)

// ResourceTill returns the schema of a till.
func ResourceTill() *schema.Resource {
	s := map[string]*schema.Schema{
		keyNumber: {
			Type:        schema.TypeInt,
			Description: "The number of the till.",
			Required:    true,
		},
		keyOpen: {
			Type:        schema.TypeBool,
			Description: "Whether it is open.",
			Optional:    true,
		},
	}
	return &schema.Resource{Schema: s}
}
