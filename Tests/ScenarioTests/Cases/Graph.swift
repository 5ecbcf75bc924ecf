extension Scenario {
  private static let editCore: [Step] = [.edit("Core/Sources/Core/Core.swift")]

  /// `Left` and `Right` need each other.
  private static let knot = WorkspaceSketch([
    .library("Left", on: ["Right"]), .library("Right", on: ["Left"]), .library("Free"),
    .library("User", on: ["Left"]),
  ])

  static let graphShapes: [Scenario] = [
    Scenario(
      "19 a leaf reaches itself", [.edit("App/Sources/App/App.swift")], selects: "App AppTests",
      checks: [.selection("some"), .exit(0), .noWarnings()]),
    Scenario("19 the core reaches its dependents", editCore, selects: WorkspaceSketch.core),
    Scenario(
      "19 a test's source reaches that test alone", [.edit("Core/Tests/CoreTests/CoreTests.swift")],
      selects: "CoreTests"),
    Scenario("20 depth none", editCore, run: Invocation("--depth", "none"), selects: "Core"),
    Scenario(
      "20 depth direct", editCore, run: Invocation("--depth", "direct"), selects: "Core CoreTests Feed Pay"),
    Scenario(
      "20 depth 2", editCore, run: Invocation("--depth", "2"),
      selects: "Core CoreTests Feed FeedTests Pay PayTests App"),
    Scenario(
      "20 a diamond's far end has the shortest distance", editCore, selects: WorkspaceSketch.core,
      checks: [
        .distance("Core:Core", 0), .distance("Feed:Feed", 1), .distance("App:App", 2),
        .distance("App:AppTests", 3),
      ]),
    Scenario(
      "20 the nearest of two seeds counts", editCore + [.edit("Pay/Sources/Pay/Pay.swift")],
      selects: WorkspaceSketch.core, checks: [.distance("Pay:Pay", 0), .distance("App:App", 1)]),
    Scenario(
      "20 a cycle terminates and is reported", in: knot, [.edit("Right/Sources/Right/Right.swift")],
      selects: "Right RightTests Left LeftTests User UserTests",
      checks: [.warning("dependency-cycle"), .exit(0)]),
    Scenario(
      "20 a cycle is reported though nothing changed", in: knot, selects: "",
      checks: [.warning("dependency-cycle")]),
    Scenario(
      "20 a cycle stops a build", in: knot, [.edit("Free/Sources/Free/Free.swift")],
      run: .command("build", "--json"),
      fails: "dependency-cycle", naming: "//Left:Left"),
    Scenario(
      "20 a cycle stops a test", in: knot, [.edit("Free/Sources/Free/Free.swift")],
      run: .command("test", "--json"),
      fails: "dependency-cycle", naming: "//Right:Right"),
  ]

  /// A product that is called otherwise, one with two targets, and each way to name a target.
  private static let naming = WorkspaceSketch([
    SketchPackage(
      "kit",
      products: [SketchProduct("KitProduct", ["KitCore"]), SketchProduct("Both", ["KitUI", "KitNet"])],
      [.library("KitCore"), .library("KitUI", ["target:KitCore"]), .library("KitNet", ["KitCore"])]),
    SketchPackage("One", on: ["../kit"], [.library("One", ["KitProduct@kit"])]),
    SketchPackage("Two", on: ["../kit"], [.library("Two", ["Both@kit"])]),
    SketchPackage("Three", on: ["../kit"], [.library("Three", ["KitProduct"])]),
  ])

  private static let conditions = WorkspaceSketch([
    .library("Metal"), .library("Extra"), .library("Always"),
    SketchPackage(
      "View", on: ["../Metal", "../Extra", "../Always"],
      [.library("View", ["Metal@Metal?macOS,iOS", "Extra@Extra?trait:Fancy", "Always@Always"])]
    ).withTraits(["Fancy"]),
  ])
  private static let viewUser = SketchPackage(
    "User", on: ["../View +Fancy"], [.library("User", ["View@View"])]
  ).withTraits([])

  static let namesAndConditions: [Scenario] = [
    Scenario(
      "21 a product that is not called like its target", in: naming,
      [.edit("kit/Sources/KitCore/KitCore.swift")],
      selects: "KitCore KitUI KitNet One Two Three",
      checks: [.distance("One:One", 1), .distance("kit:KitUI", 1)]),
    Scenario(
      "21 a product with several targets, first", in: naming, [.edit("kit/Sources/KitUI/KitUI.swift")],
      selects: "KitUI Two"),
    Scenario(
      "21 a product with several targets, second", in: naming, [.edit("kit/Sources/KitNet/KitNet.swift")],
      selects: "KitNet Two"),
    Scenario(
      "22 another platform's dependency", in: conditions, [.edit("Metal/Sources/Metal/Metal.swift")],
      run: Invocation("--platform", "linux"), selects: "Metal MetalTests"),
    Scenario(
      "22 that platform's dependency", in: conditions, [.edit("Metal/Sources/Metal/Metal.swift")],
      run: Invocation("--platform", "macos"), selects: "Metal MetalTests View"),
    Scenario(
      "22 all platforms count by default", in: conditions, [.edit("Metal/Sources/Metal/Metal.swift")],
      selects: "Metal MetalTests View"),
    Scenario(
      "22 the workspace's platforms", in: conditions,
      prepare: [config(#""platforms": ["linux", "windows"]"#)],
      [.edit("Metal/Sources/Metal/Metal.swift")], selects: "Metal MetalTests"),
    Scenario(
      "22 a trait that is off", in: conditions, [.edit("Extra/Sources/Extra/Extra.swift")],
      selects: "Extra ExtraTests"),
    Scenario(
      "22 a trait that is on by default", in: conditions.with { $0["View"].defaultTraits = ["Fancy"] },
      [.edit("Extra/Sources/Extra/Extra.swift")], selects: "Extra ExtraTests View"),
    Scenario(
      "22 a trait that another one switches on",
      in: conditions.with {
        $0["View"].traits = ["Fancy", "Luxury > Fancy"]
        $0["View"].defaultTraits = ["Luxury"]
      }, [.edit("Extra/Sources/Extra/Extra.swift")], selects: "Extra ExtraTests View"),
    Scenario(
      "22 a trait that a dependent switches on", in: conditions.with { $0.packages.append(viewUser) },
      [.edit("Extra/Sources/Extra/Extra.swift")], selects: "Extra ExtraTests View User"),
    Scenario(
      "22 a trait that the workspace switches on", in: conditions,
      prepare: [config(#""run": {"traits": ["Fancy"]}"#)],
      [.edit("Extra/Sources/Extra/Extra.swift")], selects: "Extra ExtraTests View"),
    Scenario(
      "22 a root switches on a trait of what it also reaches through others",
      in: conditions.with { sketch in
        sketch.packages.append(SketchPackage("Middle", on: ["../View"], [.library("Middle", ["View@View"])]))
        var top = SketchPackage(
          "Top", on: ["../Middle", "../View"],
          [
            .library("Far", ["Middle@Middle"]), .test("FarTests", ["Far"]), .library("Near", ["View@View"]),
            .library("Aside"),
          ])
        top.toolsVersion = "6.1"
        sketch.packages.append(top)
      }, [.change { $0["Top"].dependencies[1] = "../View +Fancy" }], selects: "Near Far FarTests",
      checks: [.reason("Top:Far", "manifest")]),
    Scenario(
      "22 a trait is switched on", in: conditions, [.change { $0["View"].defaultTraits = ["Fancy"] }],
      selects: "View"),
  ]

  private static let tools = WorkspaceSketch([
    SketchPackage(
      "Tools", products: [SketchProduct("Generate", ["Generate"], kind: .plugin)],
      [
        SketchTarget(.plugin, "Generate", ["generator"]), .executable("generator", ["GeneratorCore"]),
        .library("GeneratorCore"), .library("Unrelated"),
      ]),
    SketchPackage(
      "Feature", on: ["../Tools"],
      [
        .library("Feature").with { $0.plugins = ["Generate@Tools"] }, .library("Sibling"),
        .test("FeatureTests", ["Feature"]), .test("SiblingTests", ["Sibling"]),
      ]),
    SketchPackage(
      "Macros",
      [
        SketchTarget(.macro, "MacrosPlugin"), .library("Macros", ["MacrosPlugin"]), .library("Plain"),
        .test("MacrosTests", ["Macros"]),
      ]),
    SketchPackage(
      "MacroUser", on: ["../Macros"], [.library("MacroUser", ["Macros@Macros"]), .library("NoMacro")]),
  ])

  static let plugins: [Scenario] = [
    Scenario(
      "23 a plugin", in: tools, [.edit("Tools/Plugins/Generate/Generate.swift")],
      selects: "Generate Feature FeatureTests", checks: [.reason("Feature:Feature", "plugin source")]),
    Scenario(
      "23 an executable that tests may start",
      in: .shop.with {
        $0["Core"].targets.append(.executable("tool"))
        $0["Pay"].targets.append(.executable("payer"))
      }, [.edit("Core/Sources/tool/tool.swift")], selects: "tool CoreTests",
      checks: [.reason("Core:CoreTests", "may-start source")]),
    Scenario(
      "23 a plain target that SwiftPM makes an executable of",
      in: .shop.with {
        $0["Core"].targets.append(.library("tool"))
        $0.files["Core/Sources/tool/main.swift"] = "print(1)\n"
      }, [.edit("Core/Sources/tool/tool.swift")], selects: "tool CoreTests",
      checks: [.reason("Core:CoreTests", "may-start source")]),
    Scenario(
      "23 what such an executable needs",
      in: .shop.with {
        $0["Feed"].targets.append(.executable("tool", ["Extra"]))
        $0["Feed"].targets.append(.library("Extra"))
      }, [.edit("Feed/Sources/Extra/Extra.swift")], selects: "Extra tool FeedTests",
      checks: [.reason("Feed:FeedTests", "may-start depends-on source")]),
    Scenario(
      "23 a plugin's tool", in: tools, [.edit("Tools/Sources/GeneratorCore/GeneratorCore.swift")],
      selects: "GeneratorCore generator Generate Feature FeatureTests"),
    Scenario(
      "23 a macro's implementation", in: tools, [.edit("Macros/Sources/MacrosPlugin/MacrosPlugin.swift")],
      selects: "MacrosPlugin Macros MacrosTests MacroUser",
      checks: [.reason("MacroUser:MacroUser", "depends-on macro source")]),
    Scenario(
      "23 a plugin's user reads its whole package", in: tools,
      [.edit("Feature/Sources/Sibling/Sibling.swift")],
      selects: "Sibling SiblingTests Feature FeatureTests", checks: [.reason("Feature:Feature", "input")]),
    Scenario(
      "23 documents that a plugin may read", in: tools,
      [
        .write("Feature/README.md", "# x\n"), .write("Feature/Sources/Sibling/page.md", "# x\n"),
        .write("Tools/README.md", "# x\n"),
      ], selects: "Feature FeatureTests", checks: [.reason("Feature:Feature", "input")]),
    Scenario(
      "23 what Git ignores and a plugin may read", in: tools.with(files: [".gitignore": "*.schema\n"]),
      [.write("Feature/a.schema", "x\n")], selects: "Feature FeatureTests"),
    Scenario(
      "24 an import that is not declared", in: .shop,
      prepare: [.write("Feed/Sources/Feed/Feed.swift", "import Pay\n")], [.edit("Pay/Sources/Pay/Pay.swift")],
      selects: "Feed FeedTests " + WorkspaceSketch.pay,
      checks: [.reason("Feed:Feed", "undeclared-import source")]),
    Scenario(
      "24 an import that the change adds", in: .shop,
      [.write("Util/Tests/UtilTests/New.swift", "import Pay\n"), .edit("Pay/Sources/Pay/Pay.swift")],
      selects: "UtilTests " + WorkspaceSketch.pay),
    Scenario(
      "24 an import that the change removes", in: .shop,
      prepare: [.write("Util/Tests/UtilTests/Old.swift", "import Pay\n")],
      [.write("Pay/Sources/Pay/New.swift", "// new\n"), .delete("Util/Tests/UtilTests/Old.swift")],
      selects: "UtilTests " + WorkspaceSketch.pay),
  ]
}

extension SketchPackage {
  fileprivate func withTraits(_ traits: [String]) -> SketchPackage {
    var copy = self
    copy.toolsVersion = "6.1"
    copy.traits = traits
    return copy
  }
}
