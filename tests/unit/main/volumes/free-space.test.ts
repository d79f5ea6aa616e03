import { describe, expect, it } from "vitest";
import { readSpace } from "../../../../electron/main/volumes/free-space";

describe("readSpace()", () => {
  const dfText = `Filesystem     1024-blocks     Used Available Capacity Mounted on
//nas/My Photos  264212084 13170784  82387276      14% /mnt/with 3 spaces 5% /x
`;

  it("returns the sizes that df prints if statfs is missing and for FUSE, and those of statfs, without df, for ext4", async () => {
    const calls: string[] = [];
    const system = {
      statfs: async () => ({ bsize: 4096, blocks: 10, bavail: 5 }),
      run: async (file: string, args: readonly string[]) => {
        calls.push([file, ...args].join(" "));
        return dfText;
      },
    };
    const fromDf = { totalBytes: 264212084 * 1024, freeBytes: 82387276 * 1024 };
    expect(await readSpace(system, "/m", "ext4", 9)).toEqual({
      totalBytes: 40960,
      freeBytes: 20480,
    });
    expect(calls).toEqual([]);
    expect(await readSpace(system, "/m", "fuseblk", 9)).toEqual(fromDf);
    expect(await readSpace({ ...system, statfs: null }, "-m", "ext4", 9)).toEqual(fromDf);
    expect(calls).toEqual(["df -kP -- /m", "df -kP -- -m"]);
  });

  it("returns null for both sizes if the file system reports no size, as some FUSE programs do", async () => {
    const unknown = { totalBytes: null, freeBytes: null };
    const zeros = "Filesystem 1024-blocks Used Available Capacity Mounted on\nprogram 0 0 0 - /m\n";
    const system = {
      statfs: async () => ({ bsize: 4096, blocks: 0, bavail: 0 }),
      run: async () => zeros,
    };
    expect(await readSpace(system, "/m", "fuse.program", 9)).toEqual(unknown);
    expect(await readSpace(system, "/m", "ext4", 9)).toEqual(unknown);
  });

  it("returns null for both sizes if df fails or prints something else", async () => {
    const unknown = { totalBytes: null, freeBytes: null };
    const refused = Object.assign(new Error("df: /m: Operation not permitted"), { code: 1 });
    const answers = [
      async () => Promise.reject(refused),
      async () => "",
      async () => "df: something\n",
    ];
    for (const run of answers) {
      expect(await readSpace({ statfs: null, run }, "/m", "ext4", 9)).toEqual(unknown);
    }
  });

  it("returns 0 free bytes for an overfull volume", async () => {
    const run = async () => "head\n/dev/sda1 1000 1010 -10 102% /m\n";
    expect(await readSpace({ statfs: null, run }, "/m", "ext4", 9)).toEqual({
      totalBytes: 1_024_000,
      freeBytes: 0,
    });
  });
});
