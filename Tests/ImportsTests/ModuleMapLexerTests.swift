import SwiftSources
import Testing

/// Module maps are read however they are written.
struct ModuleMapLexerTests {
  @Test(arguments: [
    "module C [system] {}", "module C[system]{}", "module C [extern_c] [system] { header \"a.h\" }",
    "module C [system][extern_c] {}", "framework module C [ system ] {}", "module C [\n  system\n] {}",
    "module C /* one */ [ /* two */ system // three\n ] {}", "module \"C\" [system] {}",
    "module A.B [system] {}",
    "module A {}\nmodule C [system] {}", "module A { explicit module B [system] { header \"b.h\" } }",
    "module * [system] { export * }", "module C [system", "module A { header \"a.h\" module B [system] {} }",
  ])
  func systemIsFound(_ text: String) { #expect(ModuleMapLexer.hasSystemModule(in: Array(text.utf8))) }

  @Test(arguments: [
    "", "module system {}", "module C [extern_c] {}", "module C { header \"[system]\" }",
    "// [system]\nmodule C {}",
    "/* [system] */ module C {}", "module C [not_system] {}", "module C [system_x] {}",
    "module C { export system }",
    "module C { config_macros [exhaustive] system }",
  ])
  func whatIsNoAttributeIsNot(_ text: String) {
    #expect(!ModuleMapLexer.hasSystemModule(in: Array(text.utf8)))
  }

  @Test func whatIsNamedIsFoundBesideAttributes() {
    let text = """
      extern module B "b/b.modulemap"
      module C [system] {
        umbrella header "c.h" textual header "t.inc"
        module D [extern_c] { umbrella "d" }
      }
      """
    #expect(
      ModuleMapLexer.references(in: Array(text.utf8)) == [
        .map("b/b.modulemap"), .umbrellaHeader("c.h"), .header("t.inc"), .umbrellaFolder("d"),
      ])
  }
}
