terraform {
  required_version = ">= 1.3"

  required_providers {
    random = {
      source  = "hashicorp/random"
      version = ">= 3.0"
    }
  }
}

variable "region" {
  description = "Where the shop is."
  type        = string
  default     = "north"
}

resource "random_id" "shop" {
  byte_length = 8
}

module "door" {
  source = "./door"
}
