"""Reads one project file: its targets, what they name, and what of the file decides each of them."""

import hashlib
import json
import posixpath

from .plist import parse
from .tree import at_home, is_inside, joined

TARGETS = ("PBXNativeTarget", "PBXAggregateTarget", "PBXLegacyTarget")
PRODUCT_TREES = ("BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR")
OUTSIDE_TREES = ("SDKROOT", "DEVELOPER_DIR")
# Attributes of the project that say who last wrote it.
NEUTRAL = ("LastUpgradeCheck", "LastSwiftUpdateCheck", "LastSwiftMigration", "CreatedOnToolsVersion", "ORGANIZATIONNAME")
TESTS = ("com.apple.product-type.bundle.unit-test", "com.apple.product-type.bundle.ui-testing",
         "com.apple.product-type.bundle.ocunit-test")
C_FAMILY = (".m", ".mm", ".c", ".cc", ".cpp", ".cxx")


def digest(value):
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


class Target:
    def __init__(self, name, kind, product_type):
        self.name, self.kind, self.product_type = name, kind, product_type
        self.product = None
        self.paths = set()
        self.folders = []  # Synchronised folders, each with what of it is left out and with what it may hold besides.
        self.included = []
        self.texts, self.script_paths, self.file_lists = [], [], []
        self.configurations = []
        self.needs = set()  # Names of targets of the same project.
        self.foreign = set()  # Pairs of another project's path and a target's name.
        self.linked, self.package_products = [], []
        self.has_c = False
        self.digest = ""

    @property
    def is_test(self):
        return self.product_type in TESTS


class Project:
    """A project file at a path. It is read from its bytes alone."""

    def __init__(self, data, path, clone):
        self.path, self.clone = path, clone
        self.name = posixpath.basename(path).removesuffix(".xcodeproj")
        root = parse(data)
        self.objects = root.get("objects", {})
        self.root = self.objects.get(root.get("rootObject"), {})
        self.folder = joined(posixpath.dirname(path), self.root.get("projectDirPath", ""))
        self.parents = {}
        for key, each in self.objects.items():
            for child in each.get("children", []):
                self.parents.setdefault(child, key)
        self.memo, self.notes = {}, set()
        self.package_folders, self.headers = set(), set()
        self.references()
        self.remotes = {}
        self.local_references = {}
        for key in self.root.get("packageReferences", []):
            self.package_reference(key)
        self.owners = {}
        self.targets = {}
        keys = [key for key in self.root.get("targets", []) if key in self.objects]
        for key in keys:
            product = self.objects[key].get("productReference")
            if product:
                self.owners[product] = self.objects[key].get("name", "")
        for key in keys:
            target = self.target(key)
            self.targets[target.name] = target
        self.wide = digest(self.project_wide())
        del self.objects, self.parents, self.memo

    def of(self, key):
        return self.objects.get(key, {}) if isinstance(key, str) else {}

    def place(self, key, depth=0):
        """Where a reference lies: ("file", PATH), ("product", NAME) or ("outside", PATH)."""
        if key in self.memo:
            return self.memo[key]
        each = self.of(key)
        tree, path = each.get("sourceTree", "<group>"), each.get("path", "")
        if tree in PRODUCT_TREES:
            result = ("product", path or each.get("name", ""))
        elif tree == "SOURCE_ROOT":
            result = ("file", joined(self.folder, path))
        elif tree == "<group>":
            parent = self.parents.get(key)
            kind, base = self.place(parent, depth + 1) if parent and depth < 100 else ("file", self.folder)
            result = (kind, at_home(joined(base, path), self.clone) if kind == "file" else joined(base, path))
        else:
            result = ("outside", path)
        if result[0] == "file" and not is_inside(result[1]):
            self.notes.add(f"{result[1]} lies outside of the repository")
            result = ("outside", result[1])
        self.memo[key] = result
        return result

    def references(self):
        for key, each in self.objects.items():
            isa = each.get("isa")
            if isa == "PBXFileReference":
                kind, path = self.place(key)
                if kind == "file":
                    form = each.get("lastKnownFileType", each.get("explicitFileType", ""))
                    if form in ("folder", "wrapper", "text", "wrapper.swift-package", "") or "." not in posixpath.basename(path):
                        self.package_folders.add(path)
                    if path.lower().endswith((".h", ".hh", ".hpp", ".pch", ".inc")):
                        self.headers.add(path)
            elif isa == "PBXFileSystemSynchronizedRootGroup":
                kind, path = self.place(key)
                if kind == "file":
                    self.package_folders.add(path + "/**")
            elif isa in ("PBXReferenceProxy", "PBXBuildRule", "PBXLegacyTarget"):
                self.notes.add(f"{isa} is not understood")

    def package_reference(self, key):
        each = self.of(key)
        if each.get("isa") == "XCLocalSwiftPackageReference":
            self.local_references[key] = at_home(joined(self.folder, each.get("relativePath", "")), self.clone)
        elif each.get("isa") == "XCRemoteSwiftPackageReference":
            self.remotes[key] = (each.get("repositoryURL", ""), each.get("requirement"))

    def configurations(self, key):
        result = []
        for each in self.of(key).get("buildConfigurations", []):
            one = self.of(each)
            base = None
            if one.get("baseConfigurationReference"):
                kind, place = self.place(one["baseConfigurationReference"])
                base = place if kind == "file" else None
            elif one.get("baseConfigurationReferenceRelativePath"):
                kind, anchor = self.place(one.get("baseConfigurationReferenceAnchor"))
                base = joined(anchor, one["baseConfigurationReferenceRelativePath"]) if kind == "file" else None
            result.append((one.get("name", ""), one.get("buildSettings", {}), base))
        return result

    def project_wide(self):
        attributes = {key: value for key, value in self.root.get("attributes", {}).items()
                      if key not in NEUTRAL and key != "TargetAttributes"}
        self.project_configurations = self.configurations(self.root.get("buildConfigurationList"))
        return [
            attributes, self.root.get("developmentRegion"), sorted(self.project_configurations, key=lambda one: one[0]),
            self.of(self.root.get("buildConfigurationList")).get("defaultConfigurationName"), sorted(
                note for note in self.notes if "not understood" in note)]

    def target(self, key):
        each = self.of(key)
        target = Target(each.get("name", ""), each.get("isa", ""), each.get("productType", ""))
        product = each.get("productReference")
        target.product = posixpath.basename(self.place(product)[1]) if product else None
        target.configurations = self.configurations(each.get("buildConfigurationList"))
        parts = [target.kind, target.name, target.product_type, target.product,
                 sorted(target.configurations, key=lambda one: one[0]),
                 self.of(each.get("buildConfigurationList")).get("defaultConfigurationName")]
        parts.append([self.phase(target, phase) for phase in each.get("buildPhases", [])])
        parts.append(sorted(self.dependencies(target, each), key=repr))
        parts.append(sorted((self.package_product(target, one) for one in each.get("packageProductDependencies", [])), key=repr))
        parts.append(sorted(self.synchronised(target, key, each), key=repr))
        parts.append([{name: value for name, value in self.of(rule).items()} for rule in each.get("buildRules", [])])
        attributes = dict(self.root.get("attributes", {}).get("TargetAttributes", {}).get(key, {}))
        if host := attributes.pop("TestTargetID", None):
            name = self.of(host).get("name")
            attributes["TestTarget"] = name
            target.needs |= {name} - {None}
        parts.append({name: value for name, value in attributes.items() if name not in NEUTRAL})
        parts.append(sorted((name, value) for name, value in each.items() if name in ("buildToolPath", "buildArgumentsString",
                     "buildWorkingDirectory", "passBuildSettingsInEnvironment")))
        target.digest = digest(parts)
        return target

    def phase(self, target, key):
        each = self.of(key)
        isa = each.get("isa", "")
        entries = [self.build_file(target, isa, one) for one in each.get("files", [])]
        if isa != "PBXFrameworksBuildPhase":
            entries.sort(key=repr)
        own = {name: value for name, value in each.items() if name not in ("files", "isa", "name")}
        if isa == "PBXShellScriptBuildPhase":
            target.texts.append(each.get("shellScript", ""))
            target.script_paths += each.get("inputPaths", [])
            target.file_lists += each.get("inputFileListPaths", [])
        return [isa, own, entries]

    def build_file(self, target, isa, key):
        each = self.of(key)
        own = {name: value for name, value in each.items() if name not in ("isa", "fileRef", "productRef")}
        if each.get("productRef"):
            return ["package product", self.package_product(target, each["productRef"]), own]
        return [self.member(target, isa, each.get("fileRef")), own]

    def member(self, target, isa, key):
        """Notes what a phase's entry names, and returns it without ids."""
        each = self.of(key)
        kind = each.get("isa")
        if kind == "PBXVariantGroup" or (kind == "PBXGroup" and not each.get("path")):
            return [kind, each.get("name"), sorted((self.member(target, isa, child) for child in each.get("children", [])), key=repr)]
        if key in self.owners:
            target.needs.add(self.owners[key])
            return ["product of", self.owners[key]]
        where, path = self.place(key)
        is_linked = isa in ("PBXFrameworksBuildPhase", "PBXCopyFilesBuildPhase")
        if where == "product":
            target.linked.append(posixpath.basename(path))
        elif where == "file" and each:
            target.paths.add(path)
            target.has_c = target.has_c or path.endswith(C_FAMILY)
            if is_linked:
                target.linked.append(posixpath.basename(path))
        elif where == "outside" and is_linked and each.get("sourceTree") not in OUTSIDE_TREES:
            target.linked.append(posixpath.basename(path))
        form = each.get("explicitFileType") or each.get("lastKnownFileType")
        return [where, path, form, each.get("currentVersion") and self.place(each["currentVersion"])[1],
                each.get("fileEncoding"), each.get("xcLanguageSpecificationIdentifier")]

    def dependencies(self, target, each):
        for key in each.get("dependencies", []):
            one = self.of(key)
            filters = [one.get("platformFilter"), one.get("platformFilters")]
            if one.get("productRef"):
                yield ["product", self.package_product(target, one["productRef"]), filters]
                continue
            name = self.of(one.get("target")).get("name")
            proxy = self.of(one.get("targetProxy"))
            portal = self.of(proxy.get("containerPortal"))
            if not name and portal.get("isa") == "PBXFileReference":
                place = self.place(proxy["containerPortal"])[1]
                target.foreign.add((place, proxy.get("remoteInfo", "")))
                yield ["foreign", place, proxy.get("remoteInfo"), filters]
                continue
            name = name or self.of(proxy.get("remoteGlobalIDString")).get("name") or proxy.get("remoteInfo") or one.get("name")
            if name:
                target.needs.add(name)
            yield ["target", name, filters]

    def package_product(self, target, key):
        each = self.of(key)
        name, reference = each.get("productName", ""), each.get("package")
        is_plugin = name.startswith("plugin:")
        name = name.removeprefix("plugin:")
        if reference in self.local_references:
            source = ("local", self.local_references[reference])
        elif reference in self.remotes:
            source = ("remote", self.remotes[reference][0])
        else:
            source = ("none", "")
        entry = (name, *source)
        if entry not in target.package_products:
            target.package_products.append(entry)
        return [name, is_plugin, *source, self.remotes.get(reference, [None, None])[1]]

    def synchronised(self, target, key, each):
        own = set(each.get("fileSystemSynchronizedGroups", []))
        phases = set(each.get("buildPhases", []))
        for group, one in self.objects.items():
            if one.get("isa") != "PBXFileSystemSynchronizedRootGroup":
                continue
            kind, folder = self.place(group)
            if kind != "file":
                continue
            left_out, part = set(), []
            for exception in one.get("exceptions", []):
                rules = self.of(exception)
                names = rules.get("membershipExceptions", [])
                if rules.get("buildPhase") in phases:
                    target.included += [(folder, name) for name in names]
                elif rules.get("target") != key:
                    continue
                elif group in own:
                    left_out |= set(names)
                else:
                    target.included += [(folder, name) for name in names]
                part.append({name: sorted(value) if isinstance(value, list) else value
                             for name, value in rules.items() if name not in ("isa", "target", "buildPhase")})
            if group in own:
                target.folders.append((folder, frozenset(left_out)))
            if group in own or part:
                yield [folder, group in own, sorted(part, key=repr), one.get("explicitFileTypes"), sorted(one.get("explicitFolders", []))]
