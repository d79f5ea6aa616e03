import { messages } from "../messages";

/** Why something cannot be the witness of a plug test, and what to know of what can. */
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
  addressGone: "This computer does not have that address any more. Choose another one.",
});
