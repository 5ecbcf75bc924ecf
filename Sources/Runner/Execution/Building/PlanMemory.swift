import Base

/// Decides whether SwiftPM's remembered plan in a scratch folder may be used again.
///
/// The plan must come from the same inputs. SwiftPM watches its roots alone. A new file in a dependency, or an edit of
/// its manifest, would be left out for ever. So Ambit compares the inputs. Planning anew takes most of the time of a
/// small build.
enum PlanMemory {
  private static func record(of group: BuildGroup) -> String { "\(group.scratchFolder)/ambit-plan" }

  /// nil unless the plan in the folder was made from the same inputs.
  static func certainPlan(of group: BuildGroup, _ fingerprint: PlanFingerprint?) -> CertainPlan? {
    guard let fingerprint, let known = LocalFiles.read(record(of: group)) else { return nil }
    return known.elementsEqual(fingerprint.text.utf8) ? CertainPlan() : nil
  }

  static func forget(_ group: BuildGroup) { LocalFiles.remove(record(of: group)) }

  /// Remembers the plan. A failure to write is ignored, since the plan is then made anew.
  static func remember(_ group: BuildGroup, _ fingerprint: PlanFingerprint) {
    LocalFiles.replace(record(of: group), with: Array(fingerprint.text.utf8))
  }
}

/// The proof that SwiftPM would make the plan in a scratch folder again.
struct CertainPlan {
  fileprivate init() {}
}

/// All inputs of a plan of SwiftPM. SwiftPM itself watches only the folders and manifests of its roots. It does not
/// notice that the roots are different ones.
struct PlanFingerprint {
  fileprivate let text: String

  /// nil when SwiftPM remembers no plan, or when some inputs cannot be compared.
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
