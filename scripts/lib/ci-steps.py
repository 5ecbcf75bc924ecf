#!/usr/bin/env python3
"""Stands in for the runners of GitHub and GitLab in tests: ci-steps.py github|gitlab FILE CACHES INPUT=VALUE...

github runs the steps of a composite action in the current folder, gitlab the only job of a component. CACHES is the
folder in which saved caches lie, one folder for each key. Expressions that neither file needs are refused.
Variables of the environment that begin with GITHUB_ or CI_ are what the host says of the run.
"""

import os
import re
import shutil
import subprocess
import sys

import yaml


class Unknown(Exception):
    pass


def restore(caches, keys, folder):
    """Copies the newest cache whose key begins with one of the keys, the first key first."""
    saved = sorted(os.listdir(caches), key=lambda name: os.path.getmtime(os.path.join(caches, name)), reverse=True)
    for key in keys:
        for name in saved:
            if name.startswith(key):
                shutil.copytree(os.path.join(caches, name), folder, dirs_exist_ok=True)
                return name
    return None


def save(caches, key, folder):
    if os.path.isdir(folder):
        shutil.copytree(folder, os.path.join(caches, key), dirs_exist_ok=True)
        os.utime(os.path.join(caches, key))
        print(f"saved {key}")


def run(script, shell, environment, folder="."):
    return subprocess.run([*shell, script], env=environment, cwd=folder).returncode


class GitHub:
    def __init__(self, file, caches, inputs):
        self.action = yaml.safe_load(open(file))
        self.caches = caches
        self.temporary = os.environ["RUNNER_TEMP"]
        self.outputs = {}
        self.failed = False
        self.inputs = {}
        for name, described in self.action["inputs"].items():
            if described.get("required") and name not in inputs:
                raise Unknown(f"the input {name} is missing")
            self.inputs[name] = inputs.pop(name, None) or self.filled(described.get("default", ""))
        if inputs:
            raise Unknown(f"there are no inputs {sorted(inputs)}")

    def value(self, name):
        parts = name.split(".")
        if parts[0] == "inputs":
            return self.inputs[parts[1]]
        if parts[0] == "steps" and parts[2] == "outputs":
            return self.outputs.get(parts[1], {}).get(parts[3], "")
        if name == "github.event.repository.default_branch":
            return "main"
        if parts[0] in ("github", "runner"):
            return os.environ[f"{parts[0]}_{parts[1]}".upper()]
        raise Unknown(name)

    def filled(self, text):
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: self.value(found[1]), str(text))

    def holds(self, condition):
        if "always()" not in condition and self.failed:
            return False
        for part in condition.replace("always()", "").split("&&"):
            if not part.strip():
                continue
            name, operator, expected = re.fullmatch(r" *([\w.-]+) (==|!=) '(.*)' *", part).groups()
            if (self.value(name) == expected) != (operator == "=="):
                return False
        return True

    def read(self, name):
        path = os.path.join(self.temporary, name)
        text = open(path).read() if os.path.exists(path) else ""
        open(path, "w").close()
        return text.splitlines()

    def step(self, step):
        environment = dict(os.environ)
        for name, value in step.get("env", {}).items():
            environment[name] = self.filled(value)
        for name in ("GITHUB_OUTPUT", "GITHUB_PATH"):
            environment[name] = os.path.join(self.temporary, name)
        if step["shell"] != "bash":
            raise Unknown(step["shell"])
        # How GitHub starts bash
        bash = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"]
        code = run(self.filled(step["run"]), bash, environment, self.filled(step.get("working-directory", ".")))
        self.outputs[step.get("id")] = dict(line.split("=", 1) for line in self.read("GITHUB_OUTPUT"))
        for folder in self.read("GITHUB_PATH"):
            os.environ["PATH"] = folder + ":" + os.environ["PATH"]
        return code

    def use(self, step):
        given = {name: self.filled(value) for name, value in step["with"].items()}
        folder, left_out = given["path"].split()
        if left_out != f"!{folder}/revisions":
            raise Unknown(left_out)
        key = given["key"].replace("/", "%")
        if step["uses"].startswith("actions/cache/restore@"):
            keys = [key] + given["restore-keys"].replace("/", "%").split()
            print(f"restored {restore(self.caches, keys, folder)}")
        elif step["uses"].startswith("actions/cache/save@"):
            save(self.caches, key, folder)
        else:
            raise Unknown(step["uses"])
        return 0

    def run(self):
        result = 0
        for step in self.action["runs"]["steps"]:
            if not self.holds(step.get("if", "")):
                continue
            code = self.use(step) if "uses" in step else self.step(step)
            if code and not self.failed:
                self.failed, result = True, code
            sys.stdout.flush()
        return result


class GitLab:
    def __init__(self, file, caches, inputs):
        header, body = open(file).read().split("\n---\n")
        values = {}
        for name, described in yaml.safe_load(header)["spec"]["inputs"].items():
            values[name] = inputs.pop(name, described.get("default"))
            if values[name] is None:
                raise Unknown(f"the input {name} is missing")
        if inputs:
            raise Unknown(f"there are no inputs {sorted(inputs)}")
        body = re.sub(r"\$\[\[ inputs\.([\w-]+) \]\]", lambda found: values[found[1]], body)
        [self.job] = yaml.safe_load(body).values()
        self.caches = caches

    def filled(self, text):
        return re.sub(r"\$(CI_\w+)", lambda found: os.environ[found[1]], text)

    def run(self):
        environment = dict(os.environ)
        for name, value in self.job["variables"].items():
            environment[name] = self.filled(value)
        cache = self.job["cache"]
        keys = [self.filled(key) for key in [cache["key"], *cache["fallback_keys"]]]
        [folder] = cache["paths"]
        print(f"restored {restore(self.caches, keys, folder)}", flush=True)
        # GitLab writes all lines of both into one script.
        lines = self.job["before_script"] + self.job["script"]
        code = run("\n".join(["set -eo pipefail", *lines]), ["bash", "-c"], environment)
        if code == 0 or cache.get("when") == "always":
            save(self.caches, keys[0], folder)
        return code


if __name__ == "__main__":
    host = {"github": GitHub, "gitlab": GitLab}[sys.argv[1]]
    given = dict(each.split("=", 1) for each in sys.argv[4:])
    os.makedirs(sys.argv[3], exist_ok=True)
    sys.exit(host(sys.argv[2], os.path.abspath(sys.argv[3]), given).run())
