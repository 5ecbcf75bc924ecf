#!/usr/bin/env python3
"""Writes an image layout of the Open Container Initiative: oci.py FOLDER NAME ARCHITECTURE MOMENT LAYER...

Each LAYER is a folder whose files lie where the image has them. The same files give the same bytes: names are sorted,
all belongs to root, and all times are MOMENT, in seconds since 1970.
"""

import datetime
import gzip
import hashlib
import io
import json
import os
import stat
import sys
import tarfile

LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
CONFIG = "application/vnd.oci.image.config.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"


def entries(folder):
    found = []
    for place, folders, files in os.walk(folder):
        found += [os.path.relpath(os.path.join(place, name), folder) for name in folders + files]
    return sorted(found)


def packed(folder, moment):
    """The tar file of a layer."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in entries(folder):
            path = os.path.join(folder, name)
            entry = tar.gettarinfo(path, arcname=name)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mtime = moment
            entry.mode = stat.S_IMODE(entry.mode)
            if entry.islnk():  # a file with several names is stored once for each
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", os.path.getsize(path)
            if entry.isreg():
                with open(path, "rb") as file:
                    tar.addfile(entry, file)
            else:
                tar.addfile(entry)
    return out.getvalue()


class Layout:
    def __init__(self, folder):
        self.folder = folder
        os.makedirs(os.path.join(folder, "blobs", "sha256"))

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        os.chmod(path, 0o644)

    def blob(self, kind, data):
        digest = hashlib.sha256(data).hexdigest()
        self.write(f"blobs/sha256/{digest}", data)
        return {"mediaType": kind, "digest": f"sha256:{digest}", "size": len(data)}


def as_json(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def write(folder, name, architecture, moment, layers):
    layout = Layout(folder)
    created = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    tars = [packed(layer, moment) for layer in layers]
    config = {
        "architecture": architecture,
        "os": "linux",
        "created": created,
        "config": {
            "Entrypoint": ["/usr/local/bin/ambit"],
            "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"],
            "WorkingDir": "/workspace",
        },
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(tar).hexdigest() for tar in tars]},
        "history": [{"created": created, "created_by": "scripts/package"} for _ in tars],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": layout.blob(CONFIG, as_json(config)),
        "layers": [layout.blob(LAYER, gzip.compress(tar, 6, mtime=0)) for tar in tars],
    }
    described = layout.blob(MANIFEST, as_json(manifest))
    described["annotations"] = {"org.opencontainers.image.ref.name": name}
    described["platform"] = {"architecture": architecture, "os": "linux"}
    layout.write("index.json", as_json({"schemaVersion": 2, "mediaType": INDEX, "manifests": [described]}))
    layout.write("oci-layout", as_json({"imageLayoutVersion": "1.0.0"}))


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    write(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5:])
