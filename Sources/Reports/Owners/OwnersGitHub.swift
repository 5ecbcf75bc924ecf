import Names
import Support

/// `ambit owners --format github`: outputs of a step of GitHub Actions, to be added to `$GITHUB_OUTPUT`.
package enum OwnersGitHub {
  package static func text(_ report: OwnersReport, gate: OwnerGate? = nil) -> String {
    let reviewers = Reviewers(of: report.changed)
    return GitHubOutputs.text([
      ("any", report.concernsNobody ? "false" : "true"),
      ("teams", report.changed.map(\.id).compactJSON),
      ("reached", report.reached.map(\.id).compactJSON),
      ("reviewers", reviewers.users.compactJSON),
      ("team-reviewers", reviewers.teams.map(\.slug).compactJSON),
      ("add-reviewers", reviewers.names.joined(separator: ",")),
      ("notify", Reviewers(of: report.reached).names.compactJSON),
      ("unowned", report.unowned.map(\.description).compactJSON),
      ("held", gate?.isHeld == false ? "false" : "true"),
    ])
  }
}

/// Whom GitHub can be asked to request a review from. Addresses and GitLab's roles it does not take.
struct Reviewers {
  struct Team: Hashable {
    let organisation: String
    let slug: String
  }

  private(set) var users: [String] = []
  private(set) var teams: [Team] = []

  init(of groups: [OwnersReport.Group]) {
    for handle in Set(groups.flatMap(\.handles)).sorted() {
      // People leave the sign out of `handles`; an address has one inside.
      let name = handle.hasPrefix("@") ? handle.dropFirst() : Substring(handle)
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.allSatisfy(Self.isName) else { continue }
      switch parts.count {
      case 1: users.append(String(name))
      case 2: teams.append(Team(organisation: String(parts[0]), slug: String(parts[1])))
      default: continue
      }
    }
    users = Set(users).sorted()
    teams = Set(teams).sorted { ($0.organisation, $0.slug) < ($1.organisation, $1.slug) }
  }

  /// As `gh pr edit --add-reviewer` takes them.
  var names: [String] { users + teams.map { "\($0.organisation)/\($0.slug)" } }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
