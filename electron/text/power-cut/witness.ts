import { messages } from "../messages";
import { sentences } from "../sentences";

/** Why something cannot be a plug test's witness, and warnings about possible ones. */
export const witnessChoice = messages({
  sameDrive:
    "This is on the drive under test, so it would lose what the drive loses. Choose a drive that can be unplugged on its own, such as a USB stick.",
  memory: "This is the computer’s memory. It is empty after a power cut.",
  network:
    "This is on another computer, and what its flush promises is not known. Open the witness page in a browser there instead.",
  noSpace: "There is too little free space on it: the witness needs 128 MB.",
  weaker:
    "A drive is a weaker witness than a phone: it loses its power together with the computer and may itself lose what it has confirmed. Losses can then be missed; none can be invented.",
  maybeSame:
    "It is not known whether this is the same physical drive as the one under test. If it is, the test proves nothing. Use it only if you know that these are two devices.",
  systemDrive: "The computer runs from this drive and stops with it.",
  noCable:
    "Only for a drive with a cable of its own: a computer that loses its power forgets the numbers.",
  firewallOfWindows:
    "Windows may ask whether DriveProof may be reached over the network. Allow it for private networks. If only an administrator can do that, choose another drive as the witness: the phone would not come through.",
  firewallOfMacos:
    "macOS may ask whether DriveProof may accept connections, or find devices on your network. Allow it: the phone does not come through otherwise.",
  orWeakerCall: "{systemCall}, or a weaker call where the file system refuses it",
  addressGone: "This computer does not have that address any more. Choose another one.",
});

const said = sentences({
  "witness.file-full":
    "The witness file has reached the largest size DriveProof allows it. What it holds is kept; start the plug test again for more.",
  "witness.address-gone":
    "This computer does not have the address {address} at the moment. Check that it is connected to the same network as before.",
  "witness.cannot-listen":
    "This computer refused to open the page for the phone. A firewall may forbid it; choose another drive as the witness instead.",
  "witness.file-exists": "There is a witness file of this test already on that drive.",
  "witness.file-missing":
    "The witness file is not there. Plug the drive with it in again, then try once more.",
  "witness.no-permission":
    "Nothing can be written on that drive. Choose a folder of your own on it, or another drive.",
  "witness.privacy":
    "macOS does not let DriveProof use that drive. Open System Settings, choose Privacy & Security → Files and Folders, allow DriveProof to use it, then try again.",
  "witness.controlled-folder":
    "Windows keeps DriveProof from writing in that folder, as Controlled folder access does. Choose another folder on that drive, or another drive.",
  "witness.drive-full": "The witness drive is full. What it holds so far is kept.",
  "witness.drive-error":
    "The witness drive returned an error. What it confirmed before is kept; nothing after it counts.",
  "witness.unknown-request": "The witness received a message it does not know.",
  "witness.senseless-message": "The witness sent a message that makes no sense.",
  "witness.killed":
    "The part of DriveProof that keeps the witness ended unexpectedly (it was killed). What the witness holds is kept there.",
  "witness.ended":
    "The part of DriveProof that keeps the witness ended unexpectedly (exit code {exitCode}). What the witness holds is kept there.",
});

/** Why the witness stopped working. */
export const statements = {
  ...said,
  "witness.ended": (p: { exitCode: number }) =>
    said["witness.ended"]({ exitCode: `${p.exitCode}` }),
};
