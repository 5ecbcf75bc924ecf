"""Stands in for `xcodebuild test` and `xcrun xcresulttool`, which are on Macs alone.

It reads the project, workspace, schemes and test plans, and refuses what the real tool refuses: the messages and exit codes are
those that its manual and public logs show. It builds nothing. Outcomes come from the file that $XCODE_STANDIN_RESULTS names:

    {"bundles": {"Unit Tests": [{"suite": "CartTests", "name": "adds()", "result": "Failed", "message": "CartTests.swift:3: no"}]},
     "log": "error: no such module 'Cart'", "exit": 65, "bundle": false, "json": "{", "seconds": 60}

`bundles` says which cases a bundle has: one passes where nothing is said, `null` leaves the bundle out of the results. `exit` ends
without tests, and `bundle` false leaves the result bundle out. `json` is what xcresulttool prints. `seconds` is a pause before the end.
$XCODE_STANDIN_LOG names a file that gets the arguments of every call, a line of JSON each.
With $XCODE_STANDIN_CHECK set, xcodebuild only checks, and prints the bundles it would run as a line of JSON.
"""

import json
import os
import re
import sys
import time
import xml.etree.ElementTree as Tree

# With a value, then without: of `xcodebuild -help`, as far as they may stand beside the action `test`.
VALUES = """-project -workspace -scheme -configuration -xcconfig -arch -sdk -toolchain -destination -destination-timeout -jobs
-maximum-concurrent-test-device-destinations -maximum-concurrent-test-simulator-destinations -parallel-testing-enabled
-parallel-testing-worker-count -maximum-parallel-testing-workers -derivedDataPath -resultBundlePath -resultBundleVersion
-resultStreamPath -clonedSourcePackagesDirPath -packageCachePath -testPlan -testLanguage -testRegion -only-test-configuration
-skip-test-configuration -enableAddressSanitizer -enableThreadSanitizer -enableUndefinedBehaviorSanitizer -enableCodeCoverage
-test-timeouts-enabled -default-test-execution-time-allowance -maximum-test-execution-time-allowance -test-iterations
-test-repetition-relaunch-enabled -collect-test-diagnostics -test-enumeration-style -test-enumeration-format
-test-enumeration-output-path -scmProvider -authenticationKeyPath -authenticationKeyID -authenticationKeyIssuerID""".split()
FLAGS = """-quiet -verbose -parallelizeTargets -hideShellScriptEnvironment -showBuildTimingSummary -skipUnavailableActions
-allowProvisioningUpdates -allowProvisioningDeviceRegistration -disableAutomaticPackageResolution -skipPackageUpdates
-onlyUsePackageVersionsFromResolvedFile -skipPackagePluginValidation -skipMacroValidation -skipPackageSignatureValidation
-retry-tests-on-failure -run-tests-until-failure -enumerate-tests -json""".split()
ACTIONS = "build build-for-testing analyze archive test test-without-building docbuild installsrc install clean".split()
PLATFORMS = ["macOS", "iOS", "iOS Simulator", "watchOS", "watchOS Simulator", "tvOS", "tvOS Simulator", "visionOS", "visionOS Simulator",
             "DriverKit"]
SETTING = re.compile(r"-?[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])*=.*", re.DOTALL)
USAGE, DATA, NO_INPUT, SOFTWARE = 64, 65, 66, 70


class Refused(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Call:
    """The words of a call, taken apart."""

    def __init__(self, words):
        self.options, self.only, self.skip, self.actions, self.destinations = {}, [], [], [], []
        words = list(words)
        while words:
            word = words.pop(0)
            if word.startswith(("-only-testing:", "-skip-testing:")):
                kind, _, test = word.partition(":")
                if not test:
                    raise Refused(USAGE, f"invalid option '{word}'")
                (self.only if kind == "-only-testing" else self.skip).append(test)
            elif word in VALUES:
                if not words:
                    raise Refused(USAGE, f"option '{word}' requires an argument")
                value = words.pop(0)
                if word == "-destination":
                    self.destinations.append(value)
                elif word in self.options:
                    raise Refused(USAGE, f"option '{word}' may only be provided once")
                else:
                    self.options[word] = value
            elif word in FLAGS:
                self.options[word] = True
            elif word in ACTIONS:
                self.actions.append(word)
            elif SETTING.fullmatch(word):
                continue
            elif word.startswith("-"):
                raise Refused(USAGE, f"invalid option '{word}'")
            else:
                raise Refused(DATA, f"Unknown build action '{word}'.")


class Container:
    """A project, a workspace or the folder of a package, and the schemes that are seen in it."""

    def __init__(self, call, folder):
        self.path, self.kind = self.find(call.options, folder)
        self.name = os.path.splitext(os.path.basename(self.path))[0] if self.kind != "package" else os.path.basename(self.path)

    @staticmethod
    def find(options, folder):
        named = [(each, options[f"-{each}"]) for each in ("project", "workspace") if f"-{each}" in options]
        if len(named) == 2:
            raise Refused(USAGE, "a project and a workspace cannot both be specified")
        if named:
            kind, path = named[0]
            place = os.path.join(folder, path)
            suffix = ".xcodeproj" if kind == "project" else ".xcworkspace"
            if not place.endswith(suffix) or not os.path.isdir(place):
                raise Refused(NO_INPUT, f"'{path}' does not exist." if place.endswith(suffix) else f"'{path}' is not a {kind} file.")
            return os.path.normpath(place), kind
        for kind, suffix in (("workspace", ".xcworkspace"), ("project", ".xcodeproj")):
            found = [each for each in sorted(os.listdir(folder)) if each.endswith(suffix)]
            if len(found) > 1:
                raise Refused(NO_INPUT, f"The directory {folder} contains {len(found)} {kind}s. Specify the one to use.")
            if found:
                return os.path.join(folder, found[0]), kind
        if os.path.isfile(os.path.join(folder, "Package.swift")):
            return folder, "package"
        raise Refused(NO_INPUT, f"The directory {folder} does not contain an Xcode project, workspace or package.")

    def scheme(self, name):
        for container in self.members():
            file = os.path.join(shared(container), f"{name}.xcscheme")
            if os.path.isfile(file):
                return Scheme(name, file, container)
        for container in self.members():
            if name in generated(container):
                return Scheme(name, None, container)
        word = {"package": "workspace"}.get(self.kind, self.kind)
        raise Refused(DATA, f'The {word} named "{self.name}" does not contain a scheme named "{name}". The "-list" option can be used to '
                            f"find the names of the schemes in the {word}.")

    def members(self):
        """Itself, and the projects and packages that it shows."""
        yield self.path
        if self.kind == "workspace":
            root = Tree.parse(os.path.join(self.path, "contents.xcworkspacedata")).getroot()
            for place in references(root, os.path.dirname(self.path)):
                if place.endswith(".xcodeproj") or os.path.isfile(os.path.join(place, "Package.swift")):
                    yield place
                    yield from local_packages(place)
        else:
            yield from local_packages(self.path)


def references(node, base):
    for child in node:
        kind, _, path = child.get("location", "").partition(":")
        place = os.path.normpath(path if kind == "absolute" else os.path.join(base, path))
        if child.tag == "FileRef":
            yield place
        else:
            yield from references(child, place)


def text_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def local_packages(project):
    """The packages that a project names. Those that stand in its groups are not looked for."""
    text = text_of(os.path.join(project, "project.pbxproj"))
    for found in re.finditer(r'isa = XCLocalSwiftPackageReference;\s*relativePath = ("[^"]*"|[^;\s]+);', text):
        yield os.path.normpath(os.path.join(os.path.dirname(project), found[1].strip('"')))


def shared(container):
    inside = "" if container.endswith((".xcodeproj", ".xcworkspace")) else ".swiftpm/xcode"
    return os.path.join(container, inside, "xcshareddata", "xcschemes")


def generated(container):
    """The schemes that Xcode makes for a package: of its products, and of all of it."""
    manifest = text_of(os.path.join(container, "Package.swift"))
    names = re.findall(r'\.(?:library|executable)\(\s*name:\s*"([^"]+)"', manifest)
    package = re.search(r'Package\(\s*name:\s*"([^"]+)"', manifest)
    return set(names) | ({package[1], f"{package[1]}-Package"} if package else set())


def has_target(container, name):
    if container.endswith(".xcodeproj"):
        return name in targets(container)
    return re.search(r'name:\s*"%s"' % re.escape(name), text_of(os.path.join(container, "Package.swift"))) is not None


KNOWN = {}


def targets(project):
    if project not in KNOWN:
        text = text_of(os.path.join(project, "project.pbxproj"))
        blocks = re.findall(r"isa = PBX(?:Native|Aggregate|Legacy)Target;(.*?)\n\t\t\};", text, re.DOTALL)
        names = [re.search(r'\n\s*name = ("(?:[^"\\]|\\.)*"|[^;]+);', block) for block in blocks]
        KNOWN[project] = {re.sub(r"\\(.)", r"\1", found[1].strip('"')) for found in names if found}
    return KNOWN[project]


class Scheme:
    def __init__(self, name, file, container):
        self.name, self.plans, self.testables = name, [], []
        is_bundle = container.endswith((".xcodeproj", ".xcworkspace"))
        self.base = os.path.dirname(container) if is_bundle else container
        if file is None:
            manifest = text_of(os.path.join(container, "Package.swift"))
            self.testables = [(container, each) for each in re.findall(r'\.testTarget\(\s*name:\s*"([^"]+)"', manifest)]
            return
        action = Tree.parse(file).getroot().find("TestAction")
        for each in [] if action is None else action.iter("TestPlanReference"):
            plan = (self.place(each.get("reference", "")), each.get("default") == "YES")
            self.plans.insert(0 if plan[1] else len(self.plans), plan[0])
        for each in [] if action is None else action.iter("TestableReference"):
            target = each.find("BuildableReference")
            if target is not None and each.get("skipped") != "YES":
                # Some schemes name the product alone.
                name = target.get("BlueprintName") or os.path.splitext(target.get("BuildableName", ""))[0]
                self.testables.append((self.place(target.get("ReferencedContainer", "")), name))

    def place(self, reference):
        return os.path.normpath(os.path.join(self.base, reference.partition(":")[2]))

    def bundles(self, plan):
        """The names of the bundles that it runs, each once and in order."""
        if not self.plans:
            if plan is not None:
                raise Refused(USAGE, f'Scheme "{self.name}" does not have an associated test plan named "{plan}"')
            if not self.testables:
                raise Refused(NO_INPUT, f"Scheme {self.name} is not currently configured for the test action.")
            listed = self.testables
        else:
            named = {os.path.basename(each).removesuffix(".xctestplan"): each for each in reversed(self.plans)}
            if plan is not None and plan not in named:
                raise Refused(USAGE, f'Scheme "{self.name}" does not have an associated test plan named "{plan}"')
            file = self.plans[0] if plan is None else named[plan]
            try:
                entries = json.loads(text_of(file))["testTargets"]
            except (ValueError, KeyError):
                raise Refused(DATA, f"The test plan “{os.path.basename(file)}” could not be read.") from None
            listed = [(self.place(each["target"].get("containerPath", "container:")), each["target"]["name"])
                      for each in entries if each.get("enabled", True)]
        return list(dict.fromkeys(name for container, name in listed if has_target(container, name)))


def check(words, folder):
    """The bundles that a call runs, with what it was asked for. Raises Refused where the real tool ends with an error."""
    call = Call(words)
    container = Container(call, os.path.realpath(folder))
    if call.actions != ["test"]:
        raise Refused(USAGE, "this stand-in knows the action test alone")
    if "-scheme" not in call.options:
        raise Refused(USAGE, 'The test action requires that the name of a scheme in the project is provided using the "-scheme" option.')
    result = call.options.get("-resultBundlePath")
    if result is not None and os.path.lexists(os.path.join(folder, result)):
        raise Refused(USAGE, f'Existing file at -resultBundlePath "{result}"')
    scheme = container.scheme(call.options["-scheme"])
    check_destinations(call.destinations)
    bundles = scheme.bundles(call.options.get("-testPlan"))
    if not bundles:
        raise Refused(SOFTWARE, "There are no test bundles available to test.")
    for test in call.only + call.skip:
        name = test.partition("/")[0]
        if name not in bundles:
            raise Refused(SOFTWARE, f"Failed to build {container.kind} {container.name} with scheme {scheme.name}.: Tests in the target “{name}” "
                                    f"can’t be run because “{name}” isn’t a member of the specified test plan or scheme.")
    only = {each.partition("/")[0] for each in call.only}
    skipped = {each for each in call.skip if "/" not in each}
    chosen = [each for each in bundles if (not only or each in only) and each not in skipped]
    if not chosen:
        raise Refused(SOFTWARE, "There are no test bundles available to test.")
    return chosen, call


def check_destinations(destinations):
    if not destinations:
        raise Refused(SOFTWARE, "Tests must be run on a concrete device: no -destination was given.")
    for text in destinations:
        values = dict(part.partition("=")[::2] for part in text.split(","))
        if not set(values) <= {"platform", "name", "OS", "id", "arch", "variant"} or not all(values.values()):
            raise Refused(USAGE, f"invalid destination specifier '{text}'")
        platform = values.get("platform")
        is_enough = "id" in values or platform == "macOS" or "name" in values
        if (platform is None and "id" not in values) or (platform and platform not in PLATFORMS) or not is_enough:
            raise Refused(SOFTWARE, f"Unable to find a device matching the provided destination specifier:\n\t\t{{ {text} }}")


# Running


def wanted():
    return json.loads(text_of(os.environ.get("XCODE_STANDIN_RESULTS", "")) or "{}")


def run(words, folder):
    log = os.environ.get("XCODE_STANDIN_LOG")
    if log and words != ["-version"]:
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps({"arguments": words, "folder": folder}) + "\n")
    if words == ["-version"]:
        print("Xcode 26.0\nBuild version 17A000")
        return 0
    try:
        bundles, call = check(words, folder)
    except Refused as refused:
        print(f"xcodebuild: error: {refused}", file=sys.stderr)
        return refused.code
    if os.environ.get("XCODE_STANDIN_CHECK"):
        print(json.dumps(bundles))
        return 0
    script = wanted()
    time.sleep(script.get("seconds", 0))
    print(script.get("log", "Testing started"), flush=True)
    if "exit" in script and "bundles" not in script:
        print("\n** TEST FAILED **\n", flush=True)
        if script.get("bundle", True):
            write_results(call, folder, script, [])
        return script["exit"]
    nodes = [node(each, script.get("bundles", {}).get(each, [{"suite": "Example", "name": "passes()"}])) for each in bundles
             if script.get("bundles", {}).get(each, []) is not None]
    if script.get("bundle", True):
        write_results(call, folder, script, nodes)
    failed = any(each["result"] == "Failed" for each in nodes)
    print("** TEST FAILED **" if failed else "** TEST SUCCEEDED **")
    return script.get("exit", DATA if failed else 0)


def node(bundle, cases):
    suites = {}
    print(f"Test Suite '{bundle}.xctest' started", flush=True)
    for case in cases:
        result, seconds = case.get("result", "Passed"), case.get("seconds", 0.25)
        print(f"Test case '{case['suite']}.{case['name']}' {result.lower()} ({seconds:.3f} seconds)", flush=True)
        value = {"name": case["name"], "nodeType": "Test Case", "nodeIdentifier": f"{case['suite']}/{case['name']}", "result": result,
                 "duration": f"{seconds}s", "durationInSeconds": seconds}
        children = case.get("children", [])
        if "message" in case:
            children = children + [{"name": case["message"], "nodeType": "Failure Message", "result": result}]
        suites.setdefault(case["suite"], []).append({**value, **({"children": children} if children else {})})
    results = [case.get("result", "Passed") for case in cases]
    whole = "Failed" if "Failed" in results else "Passed"
    return {"name": bundle, "nodeType": "UI test bundle" if bundle.endswith("UITests") else "Unit test bundle", "result": whole,
            "children": [{"name": name, "nodeType": "Test Suite", "nodeIdentifier": name, "children": children}
                         for name, children in suites.items()]}


def write_results(call, folder, script, nodes):
    path = os.path.join(folder, call.options.get("-resultBundlePath", "Test.xcresult"))
    os.makedirs(path)
    whole = "Failed" if any(each["result"] == "Failed" for each in nodes) else "Passed"
    plan = {"name": call.options.get("-testPlan", call.options["-scheme"]), "nodeType": "Test Plan", "result": whole, "children": nodes}
    value = {
        "devices": [{"deviceId": "0", "deviceName": "Stand-in", "architecture": "arm64", "modelName": "Mac", "osVersion": "26.0"}],
        "testNodes": [plan] if nodes else [],
        "testPlanConfigurations": [{"configurationId": "1", "configurationName": "Test Scheme Action"}],
    }
    with open(os.path.join(path, "tests.json"), "w", encoding="utf-8") as file:
        file.write(script.get("json", json.dumps(value, ensure_ascii=False)))


def results(words):
    """`xcrun xcresulttool get test-results tests --path PATH [--compact]`."""
    if words[:1] != ["xcresulttool"]:
        print(f'xcrun: error: unable to find utility "{words[0] if words else ""}", not a developer tool or in PATH', file=sys.stderr)
        return 72
    rest = [each for each in words[1:] if each != "--compact"]
    if rest[:3] != ["get", "test-results", "tests"] or rest[3:4] != ["--path"] or len(rest) != 5:
        print("Error: Unknown option or missing expected argument '--path <path>'", file=sys.stderr)
        return USAGE
    file = os.path.join(rest[4], "tests.json")
    if not os.path.isfile(file):
        print(f"Error: File or directory doesn't exist at path: {rest[4]}", file=sys.stderr)
        return 1
    sys.stdout.write(text_of(file))
    return 0
