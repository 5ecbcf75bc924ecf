extension StepWorkspace {
  /// Shape with more of what a plan hangs on. It has no tests, so SwiftPM, which watches its roots alone, does not
  /// watch it.
  var planShapeFiles: [String: String] {
    let folder = "Packages/Shape"
    var files = shapeFiles
    files["\(folder)/Package.swift"] = planShapeManifest
    files["\(folder)/Sources/Shape/Details.swift"] = details
    files["\(folder)/Sources/CShape/include/shape.h"] = """
      #pragma once
      #if __has_include("shape_more.h")
      #include "shape_more.h"
      #else
      #define SHAPE_MORE 0
      #endif
      static const int SHAPE_CONSTANT = \(shapeConstant) + 1000 * SHAPE_MORE;
      int shape_of_object(void);

      """
    files["\(folder)/Sources/CShape/shape.c"] = """
      #include "shape.h"
      __attribute__((weak)) int shape_of_object(void) { return 0; }

      """
    files["\(folder)/Sources/\(isMovedInside && has(.inner) ? "Inner" : "Shape")/Moved.swift"] =
      "public func moved() -> String { #fileID }\n"
    if has(.inner) { files["\(folder)/Sources/Inner/Inner.swift"] = "public let inner = \(bodyOfShape)\n" }
    if has(.shapeSource) {
      files["\(folder)/Sources/Shape/Overload.swift"] = "func own(_ value: Int) -> String { \"precise\" }\n"
    }
    if has(.shapeHeader) {
      files["\(folder)/Sources/CShape/include/shape_more.h"] = "#define SHAPE_MORE 1\n"
    }
    if has(.shapeObject) {
      files["\(folder)/Sources/CShape/object.c"] = "int shape_of_object(void) { return \(shapeConstant); }\n"
    }
    if has(.tool) { files["\(folder)/Sources/shaper/main.swift"] = "import Shape\nprint(details())\n" }
    return files
  }

  private func has(_ part: StepRemovable) -> Bool { present.contains(part) }

  private var shapeConstant: Int { headerConstant % 100 }

  private var planShapeManifest: String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Shape",
      products: [
        .library(name: "Shape", targets: ["Shape"]),
        \(has(.target) ? ".library(name: \"Extra\", targets: [\"Extra\"])," : "")
        \(has(.tool) ? ".executable(name: \"shaper\", targets: [\"shaper\"])," : "")
      ],
      traits: ["Fancy", .default(enabledTraits: [\(isFancyByDefault ? "\"Fancy\"" : "")])],
      targets: [
        \(has(.target) ? ".target(name: \"Extra\")," : "")
        \(has(.inner) ? ".target(name: \"Inner\")," : "")
        \(has(.tool) ? ".executableTarget(name: \"shaper\", dependencies: [\"Shape\"])," : "")
        .target(name: "CShape"),
        .target(
          name: "Shape", dependencies: ["CShape"\(has(.inner) ? ", \"Inner\"" : "")],
          swiftSettings: [\(isLoud ? ".define(\"LOUD\")" : "")]),
      ])

    """
  }

  /// Asks in its text for what may be there or not, so that only the plan says what it means.
  private var details: String {
    """
    import CShape
    #if canImport(Inner)
      import Inner
    #endif

    func own<Value>(_ value: Value) -> String { "generic" }

    public func details() -> String {
      #if LOUD
        let voice = "LOUD"
      #else
        let voice = "quiet"
      #endif
      #if canImport(Inner)
        let inside = "\\(inner)"
      #else
        let inside = "none"
      #endif
      return "\\(voice) \\(own(1)) \\(inside) \\(moved()) \\(SHAPE_CONSTANT) \\(shape_of_object())"
    }

    """
  }
}
