variable "name" {
  description = "The name of the shop."
  type        = string
}

variable "owner_email" {
  description = "Whom to write to, or nobody."
  type        = string
  default     = null
}

variable "baskets" {
  description = "How many baskets there are | at most."
  type        = number
  default     = 3
}

variable "is_open" {
  type    = bool
  default = true
}

variable "fruits" {
  description = "What the shop sells:\n`*` is everything."
  type        = list(string)
  default     = ["apple_*", "pear_*"] # in this order
}

variable "prices" {
  description = "What a fruit costs, in euros."
  type        = map(number)
  default = {
    pear  = 2
    apple = 1.5
  }
}

variable "till" {
  description = "Where the money goes."
  type = object({
    colour = optional(string, "red")
    depth  = number # in metres
  })
  default = {
    colour = "green"
    depth  = -0.5
  }
}

variable "tags" {
  description = "Tags of all resources."
  type        = map(string)
  default     = {}
}

variable "sign" {
  default = "Open from \"nine\""
}

variable "letter" {
  description = "What new customers read."
  type        = string
  default     = <<-EOT
    Welcome.
    We have fruit.
  EOT
}
