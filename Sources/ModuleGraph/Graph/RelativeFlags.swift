/// Flags whose meaning hangs on the folder that a tool is called in.
package enum RelativeFlags {
  /// Whether one of `flags` names a path that is not absolute. What only looks like a path counts too.
  package static func exist(in flags: [String]) -> Bool {
    FlagPaths(flags.filter { !$0.hasPrefix("-D") }).named.contains { named in
      let isAbsolute = named.text.hasPrefix("/")
      // `$ORIGIN` and `@rpath` are for the loader.
      let isForLoader = named.text.hasPrefix("$") || named.text.hasPrefix("@")
      return !isAbsolute && !isForLoader
        && (named.isCertain || named.text.contains { $0 == "/" || $0 == "." })
    }
  }
}
