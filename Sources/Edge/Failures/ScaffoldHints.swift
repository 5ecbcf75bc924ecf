import Scaffold

/// The next step where no package can be made.
enum ScaffoldHints {
  static func hints(for error: ScaffoldError) -> [String] {
    let meant = error.nearest.map { ["did you mean \"\($0)\"?"] } ?? []
    return meant + step(error.kind)
  }

  private static func step(_ kind: ScaffoldError.Kind) -> [String] {
    switch kind {
    case .invalidName: ["a name is like Wishlist or PriceList"]
    case .nameTaken:
      ["nothing is overwritten: take another name, or --no-contract where the contract is there already"]
    case .nameRule: ["take a name that does, or change \"rules.names\" of workspace.json"]
    case .invalidPath: ["--path takes a folder of the workspace, beside its packages"]
    case .excluded: ["name another folder with --path, or change \"exclude\" of workspace.json"]
    case .unknownTeam: ["\"teams\" of workspace.json and CODEOWNERS say which there are"]
    case .noOwnerPlace: ["`ambit init` writes a workspace.json, which \"teams\" can be added to"]
    case .ownerNeeded: ["name one with --owner"]
    case .noProduct: ["add a library product with it to that package's manifest"]
    case .noTemplate: ["`ambit new` lists the templates"]
    case .noRegistration: ["`ambit init` writes a workspace.json where there is none; else add it by hand"]
    case .invalidTemplate: ["what may stand in a template is in docs/new.md"]
    }
  }
}
