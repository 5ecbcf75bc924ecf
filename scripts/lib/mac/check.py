"""The checks of scripts/check-mac."""

import argparse
import json
import os
import pathlib
import re
import shutil
import sys

from . import probe
from .results import Results, compiled, document, need, node_types, shape
from .run import CheckFailed, Checks

# Suites that build no packages and take seconds.
SUITES = """AffectedGraphTests ArgumentsTests ConfigTests DigestsTests GitBridgeTests ManifestsTests ModuleGraphTests ModuleMapTests
PlatformTests ReportsTests SupportTests TerminalTests XcodeTests""".split()
PLANNED = ["Unit Tests", "ShopKitTests", "CartTests", "WidgetModelTests"]
UNSIGNED = "CODE_SIGNING_ALLOWED=NO"


class Xcode:
    """Calls of xcodebuild about one scheme. Each folder of derived data holds what one call builds."""

    def __init__(self, checks, folder, common):
        self.checks, self.folder, self.common = checks, folder, common

    def call(self, name, words, limit, has_results=True):
        """Builds in a folder of its own."""
        derived, bundle = pathlib.Path(self.checks.work, f"derived-{name}"), pathlib.Path(self.checks.work, f"{name}.xcresult")
        for place in (derived, bundle):
            shutil.rmtree(place, ignore_errors=True)
        results = ["-resultBundlePath", str(bundle)] if has_results else []
        done = self.checks.run(
            ["xcodebuild", *words, *self.common, "-derivedDataPath", str(derived), *results, UNSIGNED], limit, self.folder)
        return done, derived, bundle

    def only(self, name, arguments, wanted, all_bundles, limit):
        """Tests with arguments, and says which bundles were compiled."""
        done, derived, bundle = self.call(name, ["test", *arguments], limit)
        done.wanted()
        ran = Results(self.checks, bundle).bundles()
        need(ran == sorted(wanted), f"ran {ran} instead of {sorted(wanted)}")
        found = compiled(derived)
        return {"ran": ran, "compiled": [each for each in all_bundles if each in found], "with objects": sorted(found)}, bundle

    def refuses(self, name, arguments, limit):
        done, _, _ = self.call(name, ["test", *arguments], limit)
        need(done.code != 0, "xcodebuild takes it and ends with 0")
        return f"exit code {done.code}: {done.told()}"

    def enumerated(self, name, words, limit):
        file = pathlib.Path(self.checks.work, f"{name}.json")
        file.unlink(missing_ok=True)
        done, _, _ = self.call(name, ["test", *words, "-enumerate-tests", "-test-enumeration-style", "flat", "-test-enumeration-format", "json",
                                      "-test-enumeration-output-path", str(file)], limit, has_results=False)
        done.wanted()
        value = json.loads(file.read_text(encoding="utf-8"))
        enabled = [test["identifier"] for each in value["values"] for test in each["enabledTests"]]
        return sorted({each.split("/")[0] for each in enabled}), shape(value)


def alone(seen, wanted):
    """Whether no other bundle was compiled than the one that was to run."""
    need(seen["compiled"], f"nobody can tell: no bundle has objects, but {seen['with objects']}")
    need(seen["compiled"] == wanted, f"compiled {seen['compiled']}")
    return seen


def probe_checks(checks):
    folder = pathlib.Path(checks.work, "Probe")
    probe.write(folder)
    xcode = Xcode(checks, folder, ["-scheme", "Shared", "-destination", "platform=macOS"])
    seen = {}

    def only():
        seen["only"], seen["results"] = xcode.only("probe-only-testing", ["-only-testing:AlphaTests"], ["AlphaTests"], probe.BUNDLES, 180)
        return seen["only"]

    def plan():
        place = folder / "All.xctestplan"
        place.write_text(probe.plan(["BetaTests"]), encoding="utf-8")
        try:
            return xcode.only("probe-plan", ["-testPlan", "All"], ["BetaTests"], probe.BUNDLES, 180)[0]
        finally:
            place.write_text(probe.plan(probe.BUNDLES), encoding="utf-8")

    def results():
        found = Results(checks, seen["results"])
        return {"kinds": node_types(found.nodes), "shape": shape(found.value)}

    def enumerate_tests():
        found, form = xcode.enumerated("probe-enumerate", [], 180)
        need(found == probe.BUNDLES, f"lists {found}")
        return {"bundles": found, "shape": form}

    checks.check("probe-only-testing", only)
    checks.check("probe-only-testing-compiles-it-alone", lambda: alone(seen.get("only"), ["AlphaTests"]), [seen.get("only")])
    seen["plan"] = checks.check("probe-plan", plan)
    checks.check("probe-plan-compiles-it-alone", lambda: alone(seen["plan"], ["BetaTests"]), [seen["plan"]])
    checks.check("probe-results", results, [seen.get("results")])
    checks.check("probe-enumerate", enumerate_tests)
    checks.check("probe-refuses-other-bundle", lambda: xcode.refuses("probe-refuses", ["-only-testing:Nobody"], 180))


class Ambit:
    """Ambit and the program that writes the example app, built in a folder of their own."""

    def __init__(self, checks):
        self.checks, self.build = checks, pathlib.Path(checks.work, "build")
        self.environment = {"XDG_CACHE_HOME": str(pathlib.Path(checks.work, "cache"))}
        self.app = pathlib.Path(checks.work, "app")

    def swift(self, *words, limit):
        # Programs that `setup` has installed are to be found.
        script = '. scripts/lib/toolchain.sh && exec swift "$@"'
        return self.checks.run(["sh", "-c", script, "sh", *words], limit, self.checks.root)

    def product(self, name):
        self.swift("build", "--scratch-path", str(self.build), "--product", name, limit=1200).wanted()
        return str(self.build / "debug" / name)

    def write_app(self, program):
        shutil.rmtree(self.app, ignore_errors=True)
        self.checks.run([program, str(self.app), "--app"], 60).wanted()
        return str(self.app)

    def after_edit(self, path, words, limit=120):
        """What Ambit prints after an edit, which is taken back."""
        # Xcode writes pins, which are a change as well.
        self.checks.run(["git", "checkout", "--quiet", "--", "."], 60, self.app).wanted()
        place = self.app / path
        before = place.read_text(encoding="utf-8")
        place.write_text(before + "// edited\n", encoding="utf-8")
        try:
            return self.checks.run(words, limit, self.app, self.environment).wanted().text
        finally:
            place.write_text(before, encoding="utf-8")

    def printed(self, program, path, *words):
        return self.after_edit(path, [program, "affected", "--base", "HEAD", "--scheme", "Shop", *words])

    def runs_xcodebuild(self, program, destination):
        """Whether `ambit test` has xcodebuild run a bundle and reads that it passed."""
        bundle = "//App/Shop.xcodeproj:ShopKitTests"
        run = {"match": bundle, "scheme": "ShopKit", "destination": destination}
        (self.app / "workspace.json").write_text(json.dumps({"version": 1, "xcode": {"run": [run]}}), encoding="utf-8")
        commit = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "Say how tests run"]
        for words in (["git", "add", "workspace.json"], commit):
            self.checks.run(words, 60, self.app).wanted()
        report = pathlib.Path(self.checks.work, "report.json")
        self.after_edit("App/ShopKitTests/PricesTests.swift", [program, "test", "--base", "HEAD", "--json-report", str(report)], 900)
        outcomes = {each["id"]: each["outcome"] for each in json.loads(report.read_text(encoding="utf-8"))["modules"]}
        need(outcomes == {bundle: "passed"}, f"the report says {outcomes}")
        return outcomes

    def words(self, line):
        """What a shell makes of a line of arguments."""
        script = 'eval "set -- $1"; for word; do printf "%s\\n" "$word"; done'
        return self.checks.run(["sh", "-c", script, "sh", line], 10).wanted().text.splitlines()

    def tests(self):
        self.swift("build", "--build-tests", "--scratch-path", str(self.build), limit=2400).wanted()
        done = self.swift("test", "--skip-build", "--disable-xctest", "--scratch-path", str(self.build), "--filter",
                          rf"^({'|'.join(SUITES)})\.", limit=900)
        failed = sorted(set(re.findall(r"✘ Test (.+?) (?:recorded an issue|failed)", done.text)))
        whole = [line for line in done.text.splitlines() if "Test run with" in line][-1:]
        need(whole, f"no test ran: {done.told()}")
        need(done.code == 0, f"{whole[0]}; failed: {', '.join(failed)}")
        return whole[0]


def simulator(checks):
    """The id of an iPhone simulator: the newest system, then the first name."""
    done = checks.run(["xcrun", "simctl", "list", "devices", "available", "-j"], 120).wanted()
    devices = document(done.text, "{")["devices"]
    found = [(system, each) for system, all in devices.items() if ".iOS-" in system for each in all if each["name"].startswith("iPhone")]
    need(found, "there is no iPhone simulator; run: xcodebuild -downloadPlatform iOS")
    versions = [([int(part) for part in re.findall(r"\d+", system.partition(".iOS-")[2])], each["udid"]) for system, each in found]
    newest = max(version for version, _ in versions)
    return "platform=iOS Simulator,id=" + next(device for version, device in versions if version == newest)


def build_checks(checks, ambit):
    checks.check("setup", lambda: checks.run([os.path.join(checks.root, "scripts", "setup")], 900).wanted().told())
    return checks.check("build-ambit", lambda: ambit.product("ambit"))


def app_checks(checks, ambit, program, destination):
    writer = checks.check("build-example-writer", lambda: ambit.product("example-workspace"))
    app = checks.check("write-example-app", lambda: ambit.write_app(writer), [writer])
    if destination is None:
        destination = checks.check("iphone-simulator", lambda: simulator(checks))
    common = ["-workspace", "App.xcworkspace", "-scheme", "Shop"]
    packages = ["-clonedSourcePackagesDirPath", os.path.join(checks.work, "packages")]
    xcode = Xcode(checks, app, [*common, "-destination", destination or "", *packages])
    seen = {}

    def listed():
        done = checks.run(["xcodebuild", "-list", "-json", "-workspace", "App.xcworkspace", *packages], 300, app).wanted()
        schemes = document(done.text, "{\n")["workspace"]["schemes"]
        missing = {"Shop", "ShopKit"} - set(schemes)
        need(not missing, f"no scheme {sorted(missing)} among {schemes}")
        return schemes

    def settings():
        done = checks.run(["xcodebuild", "-showBuildSettings", "-json", *common, "-destination", destination, *packages], 300, app).wanted()
        found = {each["target"]: each["buildSettings"] for each in document(done.text, "[\n")}
        need(found.get("Shop", {}).get("PRODUCT_BUNDLE_IDENTIFIER") == "example.shop", f"settings of {sorted(found)}")
        return sorted(found)

    def arguments(path, wanted):
        line = ambit.printed(program, path, "--format", "xcodebuild", "--plan", "CI")
        words = ambit.words(line)
        need(words == [f"-only-testing:{each}" for each in wanted], f"Ambit prints {line.strip()}")
        return words

    def only(name, path, wanted, limit):
        words = arguments(path, wanted)
        seen[name], bundle = xcode.only(name, ["-testPlan", "CI", *words], wanted, PLANNED, limit)
        return {**seen[name], "shape": shape(Results(checks, bundle).value)}

    def plan():
        file = pathlib.Path(checks.work, "filtered.xctestplan")
        ambit.printed(program, "Packages/Cart/Tests/CartTests/CartTests.swift", "--format", "xctestplan", "--plan", "CI", "--out", str(file))
        place = pathlib.Path(app, "App", "TestPlans", "CI.xctestplan")
        before = place.read_bytes()
        shutil.copyfile(file, place)
        try:
            seen["plan"] = xcode.only("app-plan", ["-testPlan", "CI"], ["CartTests"], PLANNED, 600)[0]
        finally:
            place.write_bytes(before)
        return seen["plan"]

    def enumerate_tests():
        found, _ = xcode.enumerated("app-enumerate", ["-testPlan", "CI"], 900)
        need(found == sorted(PLANNED), f"lists {found}")
        return found

    kit = "App/ShopKitTests/PricesTests.swift"
    checks.check("app-list", listed, [app])
    checks.check("app-settings", settings, [app, destination])
    checks.check("app-only-testing", lambda: only("app-only-testing", kit, ["ShopKitTests"], 600), [app, program, destination])
    checks.check("app-only-testing-compiles-it-alone", lambda: alone(seen.get("app-only-testing"), ["ShopKitTests"]),
                 [seen.get("app-only-testing")])
    checks.check("app-plan", plan, [app, program, destination])
    checks.check("app-plan-compiles-it-alone", lambda: alone(seen.get("plan"), ["CartTests"]), [seen.get("plan")])
    checks.check("app-name-with-a-space", lambda: only("app-name-with-a-space", "App/UnitTests/CartViewTests.swift", ["Unit Tests"], 900),
                 [app, program, destination])
    checks.check("app-enumerate", enumerate_tests, [app, destination])
    checks.check("app-refuses-disabled-bundle", lambda: xcode.refuses("app-refuses", ["-testPlan", "CI", "-only-testing:ShopUITests"], 600),
                 [app, destination])
    checks.check("ambit-test-runs-xcodebuild", lambda: ambit.runs_xcodebuild(program, destination), [app, program, destination])


def machine(checks):
    """Facts of this Mac that say which one it is, and not whose."""
    def line(*words):
        try:
            return " ".join(checks.run(list(words), 60).wanted().text.split())
        except CheckFailed as failure:
            return f"unknown: {failure}"
    checks.log = os.path.join(checks.work, "machine.log")
    return {
        "macOS": line("sw_vers", "-productVersion"), "build": line("sw_vers", "-buildVersion"), "processor": line("uname", "-m"),
        "cores": line("sysctl", "-n", "hw.ncpu"), "memory": line("sysctl", "-n", "hw.memsize"), "xcode": line("xcodebuild", "-version"),
        "swift": line("swift", "--version"), "git": line("git", "--version"),
        "ambit": line("git", "-C", checks.root, "rev-parse", "HEAD")}


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-mac", add_help=False)
    parser.add_argument("--root", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--out")
    parser.add_argument("--only", action="append", choices=["probe", "app", "tests"])
    parser.add_argument("--limit", type=int)
    parser.add_argument("--destination")
    options = parser.parse_args()
    checks = Checks(options.root, options.work, options.limit)
    facts = {key: checks.hide(value) for key, value in machine(checks).items()}
    chosen = options.only or ["probe", "app", "tests"]
    if "probe" in chosen:
        probe_checks(checks)
    if "app" in chosen or "tests" in chosen:
        ambit = Ambit(checks)
        program = build_checks(checks, ambit)
        if "app" in chosen:
            app_checks(checks, ambit, program, options.destination)
        if "tests" in chosen:
            checks.check("ambit-tests", ambit.tests, [program])
    held = sum(each["ok"] for each in checks.results)
    text = json.dumps({"schema": 1, "machine": facts, "checks": checks.results}, indent=1, ensure_ascii=False) + "\n"
    print(f"{held} of {len(checks.results)} checks held", file=sys.stderr)
    if options.out:
        pathlib.Path(options.out).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0 if held == len(checks.results) else 1


if __name__ == "__main__":
    sys.exit(main())
