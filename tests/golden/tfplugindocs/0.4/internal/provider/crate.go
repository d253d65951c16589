package provider

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

var crateSchema = &schema.Schema{
	Type:        schema.TypeSet,
	Description: "Where it comes from.",
	Optional:    true,
	MaxItems:    1,
	Elem: &schema.Resource{
		Schema: map[string]*schema.Schema{
			"number": {
				Type:        schema.TypeInt,
				Description: "The number of the crate.",
				Required:    true,
			},
			"sealed": {
				Type:        schema.TypeBool,
				Description: "Whether it is sealed. Defaults to `false`.",
				Optional:    true,
				Default:     false,
			},
		},
	},
}
