import { describe, expect, it } from "vitest";
import { serviceOn } from "./service-on";

describe("the volume list inside a Docker container", () => {
  it("shows the container's root and data, and no bind-mounted files", async () => {
    const { service } = await serviceOn("docker-container.txt");
    const [root, data, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(root).toMatchObject({ mountPoint: "/", fileSystem: "overlay", evidenceDevices: [] });
    expect(data).toMatchObject({ directory: "/data", evidenceDevices: ["nvme0n1"] });
  });
});
