import Base
import TestSupport
import Testing

@testable import Graph

@Suite("tags of all modules at once")
struct ModuleTagsTests {
  @Test("they are those that the configuration gives to each")
  func sameAsOneByOne() throws {
    let graph = try GraphFromFiles.graph(ModularApp().manifests, MemoryTree(ModularApp().files()))
    var generator = SeededGenerator(seed: 11)
    let patterns = [
      "//App", "//Features/*", "//Features/*:*Tests", "*Tests", "Core*", "//**:Util", "//Packages/Core:Core",
      "//",
    ]
    for _ in 0..<200 {
      var config = WorkspaceConfig.default
      for tag in ["a", "b", "c"] {
        let pattern = try ModulePattern(patterns.randomElement(using: &generator) ?? "*")
        if Bool.random(using: &generator) {
          config.tags.append(TagRule(match: pattern, tags: [tag]))
        } else {
          var settings = ModuleConfig()
          settings.tags = [tag]
          config.modules.append(ModuleEntry(pattern: pattern, settings: settings))
        }
      }
      let tags = ModuleTags(graph, config)
      for (index, module) in graph.modules.numbered {
        #expect(tags[index] == Set(config.tags(of: module.id)))
      }
    }
  }
}
