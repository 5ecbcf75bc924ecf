import Base

/// Whether SwiftPM's plan in a scratch folder may be used again: only while nothing differs that it was made by. That
/// is for Ambit to see: SwiftPM watches its roots alone, so a file that is new in a package they depend on, or an
/// edit of that package's manifest, would be left out for ever. Planning anew costs most of a small build.
enum PlanMemory {
  private static func record(of group: BuildGroup) -> String { "\(group.scratchFolder)/ambit-plan" }

  /// nil unless the plan in the folder was made by the very same.
  static func certainPlan(of group: BuildGroup, _ fingerprint: PlanFingerprint?) -> CertainPlan? {
    guard let fingerprint, let known = LocalFiles.read(record(of: group)) else { return nil }
    return known.elementsEqual(fingerprint.text.utf8) ? CertainPlan() : nil
  }

  static func forget(_ group: BuildGroup) { LocalFiles.remove(record(of: group)) }

  /// A plan that is not remembered is only made anew.
  static func remember(_ group: BuildGroup, _ fingerprint: PlanFingerprint) {
    LocalFiles.replace(record(of: group), with: Array(fingerprint.text.utf8))
  }
}

/// A plan in a scratch folder of which it is certain that SwiftPM would make it again.
struct CertainPlan {
  fileprivate init() {}
}

/// All that a plan of SwiftPM's hangs on. SwiftPM itself watches only the folders and the manifests of its roots, and does
/// not notice that these are others.
struct PlanFingerprint {
  fileprivate let text: String

  /// nil when SwiftPM remembers no plan, or there is more than can be looked at.
  init?(of job: GroupJob, _ listings: [RelativePath: PackageListing]) {
    let unwatched = job.workspace.unwatched
    guard job.engine.planningAnew != nil, job.group.plannedPackages != nil,
      job.group.packages.allSatisfy({ $0.closure.isDisjoint(with: unwatched) })
    else { return nil }
    let words = job.builds.flatMap(\.shellLine.utf8)
    let toolchain = LocalFiles.resolved(job.commands.swift).flatMap(LocalFiles.stamp) ?? ""
    let roots = job.group.packages.map(\.absoluteFolder)
    let packages = listings.sorted { $0.key < $1.key }.map { "\($0) \($1.planned)" }
    text = ([String(decoding: words, as: UTF8.self), toolchain] + roots + packages).joined(separator: "\n")
  }
}
