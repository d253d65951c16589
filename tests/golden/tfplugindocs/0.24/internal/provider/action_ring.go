package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
)

type ringAction struct{}

func (a ringAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = fmt.Sprintf("%s_ring", req.ProviderTypeName)
}

func (a ringAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Rings the bell.",
		Attributes: map[string]schema.Attribute{
			"times": schema.Int64Attribute{
				MarkdownDescription: "How often it rings.",
				Required:            true,
			},
			"loud": schema.BoolAttribute{
				MarkdownDescription: "Whether it rings loudly.",
				Optional:            true,
			},
		},
	}
}
