package shop

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func labelsSchema() *schema.Schema {
	return &schema.Schema{
		Type:     schema.TypeMap,
		Optional: true,
		Elem:     &schema.Schema{Type: schema.TypeString},
	}
}
