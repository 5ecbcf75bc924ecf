import Files

/// Whether SwiftPM's plan in a scratch folder may be used again: only for the same roots, and while no target has
/// gained or lost its sources, which SwiftPM does not notice. Planning anew costs most of a small build.
enum PlanMemory {
  private static func record(of group: BuildGroup) -> String { "\(group.scratchFolder)/ambit-plan" }

  static func isCurrent(_ group: BuildGroup, _ fingerprint: String) -> Bool {
    LocalFiles.read(record(of: group)).map { $0.elementsEqual(fingerprint.utf8) } ?? false
  }

  static func forget(_ group: BuildGroup) { LocalFiles.remove(record(of: group)) }

  /// A plan that is not remembered is only made anew.
  static func remember(_ group: BuildGroup, _ fingerprint: String) {
    LocalFiles.replace(record(of: group), with: Array(fingerprint.utf8))
  }
}
