import Arguments
package import Edge
package import Extraction
import Imports
import ModuleGraph
import Names
package import Reports
import Scaffold
import Support
import Workspaces

extension ExtractPreparation {
  /// What it comes to, and where everything goes.
  package func draft(_ planner: ExtractionPlanner, demands: ExtractionDemands = .init()) throws(Failure)
    -> ExtractReport
  {
    let folder = try folder
    let moved = Set(chosen.files)
    let plan = planner.plan(options.name.description, moving: moved, package: folder, demands: demands)
    var request = ExtractedPackage(name: plan.name, origin: plan.module, above: folder.parent)
    request.owner = options.owner
    request.needs = plan.needs.map(\.module)
    request.testNeeds = plan.tests.isEmpty ? nil : plan.testNeeds.map(\.module)
    let tree = pipeline.workspace.tree
    request.imports = Set(
      (plan.files + plan.tests).flatMap { file in
        ImportLexer.imports(in: (try? tree.contents(of: file)) ?? []).map(\.module)
      })
    var (package, refusal): (ScaffoldPlan?, String?) = (nil, nil)
    do throws(ScaffoldError) {
      package = try ScaffoldPlanner(new.ground).plan(request)
    } catch {
      // Names and places are for the one who typed them to put right; the rest belongs to the answer.
      guard error.kind == .noProduct else { throw Failure(describing: error) }
      refusal = error.message
    }
    return ExtractReport(
      plan: plan, folder: folder, moves: moves(plan, folder), package: package, refusal: refusal, flags: flags
    )
  }

  /// What is wrong with the name or the place, before anything is indexed for them.
  func refuseName() throws(Failure) {
    let request = ExtractedPackage(
      name: options.name.description, origin: chosen.module, above: try folder.parent)
    do throws(ScaffoldError) {
      _ = try ScaffoldPlanner(new.ground).plan(request)
    } catch {
      guard error.kind == .noProduct else { throw Failure(describing: error) }
    }
  }

  private var flags: [String] {
    (options.path.map { ["--path", $0.description] } ?? [])
      + (options.owner.map { ["--owner", $0] } ?? [])
  }

  private func moves(_ plan: ExtractionPlan, _ folder: RelativePath) -> [ExtractReport.Move] {
    func move(_ files: [RelativePath], of module: ModuleID?, to target: String) -> [ExtractReport.Move] {
      guard let module else { return [] }
      let old = graph.folder(of: module)
      return files.map { file in
        let inside = file.relative(to: old) ?? RelativePath(Array(file.lastComponent))
        return .init(from: file, to: folder.appending(target).appending(inside))
      }
    }
    return move(plan.files, of: plan.module, to: "Sources/\(plan.name)")
      + move(plan.tests, of: plan.testModule, to: "Tests/\(plan.name)Tests")
  }
}
