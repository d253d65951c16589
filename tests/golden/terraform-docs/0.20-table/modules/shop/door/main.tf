variable "colour" {
  type = string
}
