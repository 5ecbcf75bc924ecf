/// What the command line of `example-workspace` asks for.
package enum ExampleArguments: Hashable, Sendable {
  case help
  case write(folder: String, ExampleOptions)

  package static let helpText = """
    Writes a workspace of Swift packages with Git history, to try Ambit on.

    usage: scripts/example DIR [--packages N] [--files N] [--seed S]

      DIR           a folder that is missing or empty
      --packages N  how many packages, at least \(ExampleOptions.referencePackages) (default \(ExampleOptions.referencePackages))
      --files N     how many files in all (default: as many as the packages need)
      --seed S      which workspace of that size (default 1); the same seed gives the same commits
      --help        this text

    """

  package init(parsing arguments: [String]) throws(ExampleError) {
    var options = ExampleOptions()
    var folder: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts.first ?? "" {
      case "--help", "-h":
        self = .help
        return
      case "--packages": options.packages = try Self.number(parts, &rest)
      case "--files": options.files = try Self.number(parts, &rest) as Int
      case "--seed": options.seed = try Self.number(parts, &rest)
      case let name where name.hasPrefix("-"):
        throw .usage("unknown option '\(argument)'; there are --packages, --files, --seed and --help")
      default:
        if argument.isEmpty { throw .usage("the folder to write to is empty") }
        if let folder { throw .usage("one folder is enough: '\(folder)' and '\(argument)' were given") }
        folder = argument
      }
    }
    guard let folder else { throw .usage("the folder to write to is missing") }
    self = .write(folder: folder, options)
  }

  private static func number<Number: FixedWidthInteger>(
    _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws(ExampleError) -> Number {
    guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw .usage("\(parts[0]) needs a number")
    }
    guard let number = Number(text), number >= 0 else {
      throw .usage("\(parts[0]) needs a number from 0 to \(Number.max), not '\(text)'")
    }
    return number
  }
}
