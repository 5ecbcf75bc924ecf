import Base
import Foundation
import ProgramSupport
import Testing

@testable import ExampleWorkspace

/// The example workspace knows what an edit reaches, from the plan it was written by: every module's edit
/// must select just that.
@Suite struct ExampleSelectionTests {
  @Test func anEditOfAnyModuleSelectsWhatThePlanSays() throws {
    let example = try ExampleWorkspace.plan(ExampleOptions(packages: 12))
    let sandbox = try CommandSandbox(example)
    for package in example.packages {
      for target in package.targets {
        let folder = "\(package.path)/\(target.folder)"
        guard let file = try sandbox.anySource(in: folder) else { continue }
        let before = try sandbox.contents(of: file)
        try sandbox.edit(file, before + "\n// edited\n")
        // A build-tool plugin may read any file of the package it is used in.
        let readers = package.targets.filter(\.usesPlugin).map(\.name)
        let expected = example.affected(byEditing: Set(([target.name] + readers).map(package.id)))
        let names = sandbox.run("affected --base HEAD --format names")
        #expect(Set(names.lines) == expected, "\(file)\n\(names.errors)")
        let tests = sandbox.run("affected --base HEAD --format tests")
        #expect(Set(tests.lines) == expected.filter { example.isTest($0) })
        // Where nothing is taken away, what needs what changed is what is affected.
        #expect(sandbox.run("query tests(changed()) --base HEAD").lines == tests.lines, "\(file)")
        try sandbox.edit(file, before)
      }
    }
    let nothing = sandbox.run("affected --base HEAD --exit-code --format names")
    #expect(nothing.exitCode == 3)
    #expect(nothing.output.isEmpty)
  }
}

extension ExampleWorkspace {
  fileprivate func isTest(_ id: String) -> Bool {
    packages.contains { package in package.targets.contains { package.id($0.name) == id && $0.kind == "test" }
    }
  }
}

extension CommandSandbox {
  /// The first Swift or C source below a folder, as seen from the root.
  fileprivate func anySource(in folder: String) throws -> String? {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted()
    return names.first { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }.map { "\(folder)/\($0)" }
  }
}
