extension StepWorkspace {
  /// C whose header reaches Swift through another C module's header.
  var nativeFiles: [String: String] {
    let folder = "Packages/Native"
    var files = [
      "\(folder)/Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Native",
        products: [.library(name: "Numbers", targets: ["Numbers"])],
        targets: [
          .target(name: "CBase"),
          .target(name: "CNumber", dependencies: ["CBase"]),
          .target(name: "Numbers", dependencies: ["CNumber"]),
          .testTarget(name: "NumbersTests", dependencies: ["Numbers"]),
        ])

      """,
      "\(folder)/Sources/CBase/include/base.h": baseHeader,
      "\(folder)/Sources/CBase/base.c": "#include \"base.h\"\n",
      "\(folder)/Sources/CNumber/include/number.h": """
      #pragma once
      #include "base.h"
      int number_of_source(void);
      int number_of_struct(struct base value);

      """,
      "\(folder)/Sources/CNumber/number.c": comment(.sourceOfC) + """
        #include "number.h"
        int number_of_source(void) { return \(sourceOfC) + BASE_CONSTANT; }
        int number_of_struct(struct base value) { return value.last; }

        """,
      "\(folder)/Sources/Numbers/Numbers.swift": numbers,
      "\(folder)/Tests/NumbersTests/NumbersTests.swift": test(
        "Numbers", .numbers, imports: ["Numbers"],
        values: ["constant()", "scaled(7)", "ofStruct(5)", "ofSource()", "body()", "inlined(1)", "given()"]),
    ]
    if present.contains(.header) {
      files["\(folder)/Sources/CBase/include/more.h"] = "#define BASE_MORE 1\n"
    }
    if present.contains(.overload) {
      files["\(folder)/Sources/Numbers/Overload.swift"] = """
        extension Chooser {
          public static func chosen(_ value: Int) -> String { "precise" }
        }

        """
    }
    return files
  }

  private var baseHeader: String {
    comment(.header) + """
      #pragma once
      #if __has_include("more.h")
      #include "more.h"
      #else
      #define BASE_MORE 0
      #endif
      static const int BASE_CONSTANT = \(headerConstant) + 1000 * BASE_MORE;
      struct base {
      \(hasWideStruct ? "  int wide;" : "")
        int first;
        int last;
      };
      static inline int base_scaled(int value) { return value * \(headerFactor); }

      """
  }

  private var numbers: String {
    comment(.numbers) + """
      import CNumber

      public enum Chooser {
        public static func chosen<Value>(_ value: Value) -> String { "generic" }
        @inlinable public static func inlined<Value>(_ value: Value) -> String { "\\(value) \(inlinable)" }
      }

      public func constant() -> String { "\\(BASE_CONSTANT) \\(Chooser.chosen(1))" }
      public func scaled(_ value: Int) -> Int { Int(base_scaled(Int32(value))) }
      public func ofStruct(_ value: Int) -> String {
        var made = base()
        made.last = Int32(value)
        return "\\(number_of_struct(made)) \\(MemoryLayout<base>.size)"
      }
      public func ofSource() -> Int { Int(number_of_source()) }
      public func body() -> Int { \(bodyOfNumbers) }
      @inlinable public func inlined<Value>(_ value: Value) -> String { Chooser.inlined(value) }
      public func given() -> \(givesText ? "String { \"text\" }" : "Int { 7 }")

      """
  }
}
