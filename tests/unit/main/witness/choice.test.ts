import { expect, it } from "vitest";
import { offerWitnesses } from "../../../../electron/main/witness/choice";
import { sampleVolume } from "../../../helpers/sample-volume";

const around = {
  listVolumes: async () => [sampleVolume()],
  currentVolume: async () => sampleVolume(),
  addresses: async () => [{ address: "192.168.1.23", adapter: "Wi-Fi" }],
};

it.each([
  ["win32", /Windows may ask .* choose another drive as the witness/],
  ["darwin", /macOS may ask/],
] as const)(
  "offerWitnesses() announces that the firewall may ask a question on the platform %s",
  async (platform, says) => {
    const { firewallQuestion } = await offerWitnesses(around, sampleVolume().id, platform);
    expect(firewallQuestion).toMatch(says);
  },
);

it("offerWitnesses() announces no question of a firewall on Linux", async () => {
  const { firewallQuestion } = await offerWitnesses(around, sampleVolume().id, "linux");
  expect(firewallQuestion).toBeNull();
});
