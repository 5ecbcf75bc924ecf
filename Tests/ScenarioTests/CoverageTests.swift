import Testing

struct CoverageTests {
  /// The behaviour cases of selection.
  private static let numbers = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "9a", "9b", "10", "11", "12", "13", "14", "15", "16", "17",
    "17a",
    "17b", "17c", "17d", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
    "32",
    "32a", "33",
  ]

  @Test(arguments: numbers)
  func `a scenario covers it`(number: String) {
    #expect(Scenario.all.contains { $0.number == number })
  }

  @Test func `every scenario has a name of its own`() {
    let ids = Scenario.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    // "E" marks runs that end in an error.
    #expect(Scenario.all.filter { $0.number != "E" && !Self.numbers.contains($0.number) }.map(\.id) == [])
  }

  /// A text that is not there would be replaced by nothing, and nothing would be selected for it.
  @Test func `every step on the example app changes a file`() {
    for scenario in Scenario.all where scenario.number == "33" {
      var state = SketchState(scenario.workspace)
      for step in scenario.prepare + scenario.steps {
        if case .run = step { continue }
        #expect(!state.play(step).isEmpty, "\(scenario.id): \(step)")
      }
    }
  }
}
