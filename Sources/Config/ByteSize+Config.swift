import Support

extension ByteSize: ConfigDecodable {
  init(_ value: ConfigValue) throws(ConfigError) {
    let text = try String(value)
    guard let size = ByteSize(text) else {
      throw value.invalid(
        "\"\(value.name)\" must be a size such as \"20GB\" or \"512MiB\", not \(ConfigValue.quote(text))")
    }
    self = size
  }
}
