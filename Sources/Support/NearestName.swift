/// Finds what a person probably meant to type.
package enum NearestName {
  /// The candidate closest to `name`, or nil when none is close enough to suggest.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3 + 1)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()))
      guard distance <= limit, distance < candidate.count else { continue }
      if distance < best?.distance ?? Int.max || (distance == best?.distance && candidate < best?.name ?? "")
      {
        best = (distance, candidate)
      }
    }
    return best?.name
  }

  /// Edit distance where a swap of neighbours counts as one step.
  package static func distance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var row = [i + 1]
      for (j, b) in right.enumerated() {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a == b ? 0 : 1))
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
