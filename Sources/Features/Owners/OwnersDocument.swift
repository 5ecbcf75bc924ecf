import Base
import Graph
import Reports

/// The document of `ambit owners`, for the terminal and for a pull request.
///
/// Team names are written as code, so that an update of the comment notifies nobody.
extension OwnersReport {
  /// The line by which a script finds its comment again. The line is a contract.
  static let marker = "<!-- ambit:owners -->"

  func document(_ gate: OwnerGate? = nil) -> Document {
    guard !concernsNobody else {
      return Document(
        marker: Self.marker,
        [.title("\("No team to notify", .good): nothing is affected"), .warnings(allWarnings)])
    }
    let owning = "\(Wording.count(changed.count, "team")) own\(changed.count == 1 ? "s" : "")"
    let others = reached.isEmpty ? "" : ", \(reached.count) more reached"
    let refusal = gate.flatMap { gate in
      gate.isHeld
        ? nil
        : Warning(
          code: "no-owner",
          message: "not allowed: \(Wording.count(gate.unowned, "affected module")) without an owner")
    }
    return Document(
      marker: Self.marker,
      [
        .title(.heading("\(owning) \(isByName ? "the named modules" : "what changed")\(others)")),
        .warnings([refusal].compactMap(\.self) + allWarnings),
      ] + Document.tables(tables) + [.note(rules.note)])
  }

  var tables: [ReportTable] {
    [
      groups(isByName ? "Teams that own the named modules" : "Teams that own what changed", changed),
      groups(isByName ? "Teams that own dependents" : "Teams that own only dependents", reached),
      groups("Only rebuilt, no interface changed below", rebuilt ?? []),
      ReportTable(
        "Shared with other teams", "module",
        [.name("Module", 30), .rest("Owners"), .rest("Notify"), .number("Dependents")],
        shared.map {
          [
            "\($0.module, .module)", .names($0.owners, nobody: "nobody"), .names($0.teams),
            "\($0.dependents)",
          ]
        }),
      ReportTable(
        "Files of several teams", "module", [.name("Module", 30), .rest("Shares")],
        mixed.map { ["\($0.module, .module)", shares($0.shares)] }),
      ReportTable(
        "Deleted", "module", [.name("Module", 30), .rest("Owners")],
        deleted.map { ["\($0.module, .module)", .names($0.owners, nobody: "nobody")] }),
      ReportTable("Owned by nobody", "module", [.name("Module", 30)], unowned.map { ["\($0, .module)"] }),
    ]
  }

  private func groups(_ title: String, _ groups: [Group]) -> ReportTable {
    ReportTable(
      title, "team",
      [.words("Team"), .words("Contact"), .number("Owns"), .rest("Which"), .below("Through")],
      groups.map { group in
        // Few modules are named one by one, more by their packages.
        let packages = Set(group.modules.map(\.package)).sorted().map { "//\($0)" }
        let modules = group.modules.count <= 3 ? group.modules.map(\.description) : packages
        let steps = (group.path?.modules ?? []).map { "\($0, .module)" as StyledText }
        return [
          StyledText(group.name ?? group.id, group.name == nil ? .name : .heading),
          "\(group.contact ?? "", .code)",
          "\(group.modules.isEmpty ? Wording.count(group.files.count, "file") : Wording.count(group.modules.count, "module"))",
          group.modules.isEmpty
            ? .names(group.files.map(\.description), .path) : .names(modules, .module),
          // A long path loses its middle.
          .joined(steps.count > 6 ? steps.prefix(3) + ["…"] + steps.suffix(2) : steps, by: " → "),
        ]
      })
  }

  private static let mostShares = 8

  private func shares(_ shares: OwnerShares) -> StyledText {
    let parts = shares.shares.prefix(Self.mostShares).map { share -> StyledText in
      "\(share.owner ?? "nobody", share.owner == nil ? .plain : .name) \(Wording.percent(shares.part(of: share)))"
    }
    let rest = shares.shares.count - Self.mostShares
    return .joined(parts, by: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension OwnersReport.Rules {
  var note: StyledText {
    "Owners by the rules of \(ref, .code)\(commit.map { " (\($0.prefix(8), .code))" as StyledText } ?? "")"
  }
}

extension [PathOwners] {
  /// `ambit owners --paths` for people.
  func lines(width: Int?) -> [StyledText] {
    let rows = map { entry -> [StyledText] in
      let owners = entry.owners.joined(separator: ", ")
      return [
        "\(entry.path.isRoot ? "." : entry.path.description, .path)",
        owners.isEmpty ? "\("nobody", .warning)" : "\(owners, .heading)",
      ]
    }
    return Table([.middle(20), .left], rows).lines(width: width)
  }
}
