import Platform

/// Whether SwiftPM's plan in a scratch folder may be used again: only while nothing differs that it was made by. That
/// is for Ambit to see: SwiftPM watches its roots alone, so a file that is new in a package they depend on, or an
/// edit of that package's manifest, would be left out for ever. Planning anew costs most of a small build.
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
