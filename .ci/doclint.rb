# A draft of a Homebrew formula, for a tap: set the release's address and its checksum, then let
# `brew update-python-resources doclint` write the resources, and run `brew audit --new doclint`.
class Doclint < Formula
  include Language::Python::Virtualenv

  desc "Compare documentation with its repository, and report what is not true"
  homepage "https://OWNER.github.io/doclint"
  url "https://files.pythonhosted.org/packages/source/d/doclint/doclint-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "rust" => :build # pydantic-core and pyromark
  depends_on "libyaml"
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
  end

  test do
    (testpath/"docs/a.md").write "See [b](b.md).\n"
    assert_match "broken-link", shell_output("#{bin}/doclint check --root #{testpath} --output-format concise", 1)
  end
end
