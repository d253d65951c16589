package shop

import "github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

// An order has what a basket has, and more: its schema is computed.
func resourceOrder() *schema.Resource {
	r := resourceBasket()
	r.Schema["paid"] = &schema.Schema{Type: schema.TypeBool, Optional: true}
	return r
}
