/// Writes the smaller libraries of a package.
enum LibraryText {
  static func models(_ target: ExampleTarget) -> String {
    let name = target.name.dropLast("Models".count)
    return """
      /// A record as the service behind \(name) sends it.
      public struct \(name)Record: Sendable, Hashable {
        public var id: Int
        public var title: String

        public init(id: Int, title: String) {
          self.id = id
          self.title = title
        }
      }

      """
  }

  static func appleBridge(_ target: ExampleTarget) -> String {
    """
    /// Stands for code that talks to a framework of Apple's.
    public enum \(target.name)Info {
      public static let hasKeychain = true
    }

    """
  }

  static func journal(_ target: ExampleTarget) -> String {
    """
    /// Linked only with the trait `Journal`.
    public enum \(target.name)Info {
      public static let isOn = true
    }

    """
  }

  static func testSupport(_ target: ExampleTarget, of package: ExamplePackage) -> String {
    """
    import \(package.name)

    /// Values that tests of dependent packages share.
    public enum \(target.name) {
      public static let expectedPrefix = "\(package.name), depth \\(\(package.name)Info.depth)"
    }

    """
  }

  static func resources(_ target: ExampleTarget) -> String {
    """
    import Foundation

    /// Reads what is bundled with \(target.name).
    public enum \(target.name)Resources {
      public static func greeting() throws -> String {
        guard let file = Bundle.module.url(forResource: "greeting", withExtension: "txt") else {
          throw CocoaError(.fileNoSuchFile)
        }
        return try String(contentsOf: file, encoding: .utf8)
      }
    }

    """
  }
}
