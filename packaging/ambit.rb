# A formula of Homebrew that builds Ambit from source. Copy it into a tap of yours as Formula/ambit.rb, and set there the
# addresses and the sum of the release: this file names no host. Nobody has installed it on a Mac yet.
class Ambit < Formula
  desc "Build and test only what a change reaches in a Git monorepo of Swift"
  homepage "https://example.invalid/ambit"
  url "https://example.invalid/ambit/archive/0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"
  head "https://example.invalid/ambit.git", branch: "main"

  depends_on "pkgconf" => :build
  # Swift 6.2
  depends_on xcode: ["26.0", :build]
  depends_on "libgit2"
  # The oldest system of Package.swift
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "sqlite"
  depends_on "zstd"

  uses_from_macos "curl"
  uses_from_macos "zlib"

  def install
    # Homebrew keeps these out of the folder that pkg-config looks in.
    %w[openssl@3 sqlite].each do |name|
      ENV.prepend_path "PKG_CONFIG_PATH", Formula[name].opt_lib/"pkgconfig"
    end
    # SwiftPM's own sandbox does not start inside of Homebrew's.
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "ambit"
    bin.install ".build/release/ambit"
    generate_completions_from_executable(bin/"ambit", "completions")
  end

  test do
    assert_equal "ambit #{version}", shell_output("#{bin}/ambit --version").strip unless build.head?
    (testpath/"ambit.yml").write "run: ambit affected --no-such-flag\n"
    assert_match "no-such-flag", shell_output("#{bin}/ambit ci check ambit.yml", 1)
  end
end
