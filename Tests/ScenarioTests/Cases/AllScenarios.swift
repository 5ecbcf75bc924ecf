extension Scenario {
  static let all: [Scenario] = [
    gitBasics, revisions, clones, partialCheckouts, places, fileEdits, oddPaths, unownedFiles, submodules,
    readElsewhere, outsideOfTheRepository, nestedPackages, missingPackages, nobodysPackages, fileKinds,
    graphShapes,
    namesAndConditions, plugins, declaredInputs,
    filters,
    spreadingFiles, movedTargets, askingManifests, searchedHeaders, namedPaths,
    manifestEdits, packageEdits, versionedManifests, pins, toolchainFiles, events, configErrors,
    workspaceErrors,
    repositoryErrors, appSources, appSettings, appScripts, appPackages, appProjects, appTestLists, appPins,
    appRevisions, appTraps, appForms, appSubmodules,
  ].flatMap { $0 }
}
