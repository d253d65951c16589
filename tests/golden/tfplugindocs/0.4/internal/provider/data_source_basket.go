package provider

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func dataSourceBasket() *schema.Resource {
	return &schema.Resource{
		Description: "Reads a basket.",
		Schema: map[string]*schema.Schema{
			"id": {
				Type:        schema.TypeString,
				Description: "The ID of the basket.",
				Required:    true,
			},
			"owner": {
				Type:        schema.TypeString,
				Description: "Who owns the basket.",
				Computed:    true,
			},
		},
	}
}
