package shop

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

func resourceCrate() *schema.Resource {
	return &schema.Resource{
		Schema: map[string]*schema.Schema{
			"name": {Type: schema.TypeString, Required: true},
			"room": {
				Type:     schema.TypeList,
				Required: true,
				Elem: &schema.Resource{Schema: map[string]*schema.Schema{
					"name": {Type: schema.TypeString, Optional: true},
					"size": {Type: schema.TypeInt, Required: true},
				}},
			},
		},
	}
}
