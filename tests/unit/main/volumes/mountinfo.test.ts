import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Mount,
  MountTable,
  optionsText,
  parseMountInfo,
  superOption,
  unescapeOctal,
  withRoot,
} from "../../../../electron/main/volumes/mountinfo";
import { fixture, parseTree } from "../../../fixtures/volumes/machine";

/** What the kernel does to a name before it writes it (mangle() in fs/proc_namespace.c). */
const escapeOctal = (text: string) =>
  text.replace(/[ \t\n\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);

async function capturedMounts(name: string): Promise<Mount[]> {
  const { entries } = parseTree(await fixture(name));
  return parseMountInfo(entries.get("/proc/self/mountinfo") ?? "");
}

function mountAt(mountPoint: string, id: number, parentId: number, more: Partial<Mount> = {}) {
  return {
    id,
    parentId,
    deviceNumber: `8:${id}`,
    root: "/",
    mountPoint,
    options: ["rw"],
    superOptions: ["rw"],
    fileSystem: "ext4",
    source: `/dev/sd${id}`,
    ...more,
  } satisfies Mount;
}

describe("unescapeOctal()", () => {
  it("decodes every escape that the kernel writes, in any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(unescapeOctal(escapeOctal(name))).toBe(name);
      }),
    );
  });
});

describe("parseMountInfo()", () => {
  it("returns the fields of a line without the optional ones, whatever characters the names contain", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text !== "-");
    const path = name.map((text) => `/${text}`);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        path,
        path,
        name,
        fc.array(fc.constantFrom("shared:12", "master:3", "unbindable"), { maxLength: 3 }),
        fc.array(name, { minLength: 1 }),
        (id, parentId, root, mountPoint, source, tags, values) => {
          const superOptions = values.map((value) => `name=${value}`);
          const line = [
            id,
            parentId,
            "259:3",
            escapeOctal(root),
            escapeOctal(mountPoint),
            "rw,noatime",
            ...tags,
            "-",
            "ext4",
            escapeOctal(source),
            superOptions.map((text) => escapeOctal(text).replace(/,/g, "\\054")).join(","),
          ].join(" ");
          expect(parseMountInfo(`${line}\n`)).toEqual([
            {
              id,
              parentId,
              deviceNumber: "259:3",
              root,
              mountPoint,
              options: ["rw", "noatime"],
              superOptions,
              fileSystem: "ext4",
              source,
            },
          ]);
        },
      ),
    );
  });

  it("skips invalid lines and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const good = "27 1 254:0 / / rw - ext4 /dev/vda rw";
        const mounts = parseMountInfo(`x${noise.replace(/\n/g, " ")}\n${good}\n27 1 254:0 / /\n`);
        expect(mounts.map(({ source }) => source)).toEqual(["/dev/vda"]);
      }),
    );
  });

  it("accepts a mount with an empty source, as some programs set it", () => {
    const [mount] = parseMountInfo("30 27 0:30 / /mnt rw -  tmpfs  rw".replace("-  ", "- "));
    expect(mount).toMatchObject({ fileSystem: "tmpfs", source: "", superOptions: ["rw"] });
  });

  it("returns all 18 mounts of a captured table, one with spaces in its path and an overlay with its upper folder", async () => {
    const mounts = await capturedMounts("kvm-guest-loops.txt");
    expect(mounts).toHaveLength(18);
    expect(mounts.find(({ deviceNumber }) => deviceNumber === "7:0")?.mountPoint).toBe(
      "/mnt/test/m nt ü",
    );
    const overlay = mounts.find(({ fileSystem }) => fileSystem === "overlay");
    expect(overlay && superOption(overlay, "upperdir")).toBe("/mnt/test/up");
    expect(overlay && superOption(overlay, "upper")).toBeNull();
  });
});

describe("optionsText()", () => {
  it('returns each option once, and "ro" if the mount or the file system is read-only', () => {
    const mount = mountAt("/", 1, 0, {
      options: ["ro", "relatime"],
      superOptions: ["rw", "relatime", "nobarrier"],
    });
    expect(optionsText(mount)).toBe("ro,relatime,nobarrier");
    expect(optionsText({ ...mount, options: ["rw"], superOptions: ["ro"] })).toBe("ro");
  });

  it("omits options that name people, computers or folders", () => {
    const mount = mountAt("/mnt", 1, 0, {
      options: ["rw"],
      superOptions: [
        "vers=3.1.1",
        "username=ann",
        "domain=home",
        "addr=192.168.1.2",
        "clientaddr=192.168.1.7",
        "uid=1000",
        "lowerdir=/home/ann/x",
        "upperdir=/home/ann/y",
        "lowerdir+=/z",
      ],
    });
    expect(optionsText(mount)).toBe("rw,vers=3.1.1");
  });
});

describe("MountTable.mountOf()", () => {
  it("returns, for any tree of mounts, the mount that a walk over the path's folders finds", () => {
    const folder = fc
      .array(fc.constantFrom("a", "b", "ab"), { maxLength: 3 })
      .map((parts) => `/${parts.join("/")}`);
    fc.assert(
      fc.property(fc.array(folder, { maxLength: 8 }), folder, (points, path) => {
        // Mounts as the kernel does: each new mount covers whatever its mount point leads to at
        // that moment.
        const mounts: Mount[] = [mountAt("/", 1, 0)];
        const resolveByWalk = (target: string): Mount => {
          let current = mounts[0] as Mount;
          const steps = target.split("/").filter((part) => part !== "");
          for (let depth = 0; depth <= steps.length; depth += 1) {
            const here = `/${steps.slice(0, depth).join("/")}`;
            for (;;) {
              const inner = mounts.find(
                (mount) => mount.parentId === current.id && mount.mountPoint === here,
              );
              if (inner === undefined) {
                break;
              }
              current = inner;
            }
          }
          return current;
        };
        for (const [index, point] of points.entries()) {
          mounts.push(mountAt(point, index + 2, resolveByWalk(point).id));
        }
        expect(new MountTable(mounts).mountOf(path)?.id).toBe(resolveByWalk(path).id);
      }),
    );
  });

  it("returns the later of two mounts at one path, which hides all mounts below that path", () => {
    const table = new MountTable([
      mountAt("/", 1, 0),
      mountAt("/mnt/a/b", 2, 1),
      mountAt("/mnt", 3, 1),
      mountAt("/mnt", 4, 3),
    ]);
    expect(table.mountOf("/mnt/a/b/c")?.id).toBe(4);
    expect(table.mounts.filter((mount) => table.isReachable(mount)).map(({ id }) => id)).toEqual([
      1, 4,
    ]);
  });

  it("returns null if the table has no mount above the path", () => {
    expect(new MountTable([mountAt("/proc", 5, 4)]).mountOf("/home")).toBeNull();
  });

  it("returns the root mount of a chroot, and the mounts below it for their own paths", () => {
    const table = new MountTable(
      withRoot(
        [mountAt("/proc", 5, 4), mountAt("/proc/sys", 6, 5), mountAt("/data", 7, 3)],
        "254:0",
      ),
    );
    expect(table.mountOf("/home")?.deviceNumber).toBe("254:0");
    expect(table.mountOf("/proc/sys/x")?.id).toBe(6);
    expect(table.mountOf("/data/x")?.id).toBe(7);
  });
});
