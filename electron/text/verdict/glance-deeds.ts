import { messages } from "../messages";

/**
 * Suggested actions after a verdict, as steps and as large buttons; titles have at most four words.
 */

export const statements = messages({
  "glance.step.files": "Your files first",
  "glance.step.files-detail": "Copy what matters to another drive. Save nothing new here.",
  "glance.step.files-from-memory": "Your files first",
  "glance.step.files-from-memory-detail":
    "A restart empties this place. First copy what matters to a drive; save nothing new here.",
  "glance.step.files-from-group": "Your files first",
  "glance.step.files-from-group-detail":
    "Copy what matters to a drive outside the group. Save nothing new here.",
  "glance.step.memory": "Then the memory (RAM)",
  "glance.step.memory-detail":
    "Have this computer’s memory chips tested. Show the PDF to whoever looks after it.",
  "glance.step.shop": "Then the shop or the maker",
  "glance.step.shop-detail": "The PDF says what happened and when. Ask them to find the cause.",
  "glance.step.its-owner": "Then whoever set this computer up",
  "glance.step.its-owner-detail":
    "The PDF says what happened and when. Ask them to find the cause.",
  "glance.step.keeper": "Then whoever set it up",
  "glance.step.keeper-detail": "The PDF says what happened and when. Ask them to find the cause.",
  "glance.step.check": "Then the other drive",
  "glance.step.check-detail": "Inspect the drive you copied to, so that you can trust it.",
  "glance.step.check-first": "Then where you copied",
  "glance.step.check-first-detail": "Inspect the drive you copied to, so that you can trust it.",
  "glance.step.elsewhere": "Keep a copy of your files",
  "glance.step.elsewhere-detail":
    "To a USB drive or online; at work or school, ask where. A copy in this virtual computer does not count.",
  "glance.step.ask": "Ask your IT department, or whoever set this up for you",
  "glance.step.ask-detail":
    "Send them the PDF and ask: “If the real computer crashes, is what I saved here still there? Is it backed up?”",
  "glance.step.outside": "Or, if you set it up on your own computer",
  "glance.step.outside-detail":
    "Run DriveProof on that computer too, outside this window (Windows, macOS or Linux): it can see more.",
  "glance.step.copy-first": "Copy your files first",
  "glance.step.copy-first-detail": "Keep a second copy of what matters on another drive.",
  "glance.step.copy-and-wait": "Copy your files first",
  "glance.step.copy-and-wait-detail":
    "Keep a second copy on another drive. After saving, wait a little before you eject it and pull it out.",
  "glance.step.copy-from-group": "Copy your files first",
  "glance.step.copy-from-group-detail":
    "Keep a second copy of what matters on a drive outside the group: drives in a group can fail together.",
  "glance.step.plug-test": "Then the plug test",
  "glance.step.plug-test-detail":
    "Only with a copy. The program says when to cut the power, then counts its own test files.",
  "glance.step.unplug-test": "Then the unplug test",
  "glance.step.unplug-test-detail":
    "Only with a copy. The program says when to pull it out, then counts its own test files.",
  "glance.step.if-lost": "If test files are missing",
  "glance.step.if-lost-detail":
    "Show the PDF to the shop or the maker. If all are there, that is a good sign; keep the copy all the same.",
  "glance.step.if-lost-kept": "If test files are missing",
  "glance.step.if-lost-kept-detail":
    "Show the PDF to whoever set it up. If all are there, that is a good sign; keep the copy all the same.",
  "glance.step.plug-in": "Plug it in again",
  "glance.step.plug-in-detail": "Directly into the computer, without a hub or an adapter.",
  "glance.step.put-in": "Put it in again",
  "glance.step.put-in-detail": "In this card reader or in another one.",
  "glance.step.restart": "Switch off and on",
  "glance.step.restart-detail":
    "Shut the computer down and start it: a drive that hangs needs that.",
  "glance.step.connect": "Connect to it again",
  "glance.step.connect-detail": "See whether the other computer and the network work.",
  "glance.step.reopen": "Open it again",
  "glance.step.reopen-detail": "With the program that provides it.",
  "glance.step.once-more": "Inspect again",
  "glance.step.once-more-detail": "If it vanishes once more, ask the shop or the maker.",
  "glance.step.once-more-kept": "Inspect again",
  "glance.step.once-more-kept-detail": "If it vanishes once more, ask whoever set it up.",
  "glance.step.copy": "Copy what matters",
  "glance.step.copy-detail": "If it comes back, your files come first.",
  "glance.step.inspect-again": "Inspect again",
  "glance.step.inspect-again-detail":
    "If it vanishes untouched once more, try another cable, then ask the shop.",
  "glance.step.inspect-again-card": "Inspect again",
  "glance.step.inspect-again-card-detail":
    "If it vanishes untouched once more, try another card reader, then ask the shop.",

  "glance.deed.pdf": "Save as PDF",
  "glance.deed.pdf-for-shop": "For the shop or the maker",
  "glance.deed.pdf-onto-stick": "Onto a stick, for the shop",
  "glance.deed.pdf-for-keeper": "For whoever set it up",
  "glance.deed.pdf-unfinished": "Marked as unfinished",
  "glance.deed.pdf-records": "For your records",
  "glance.deed.pdf-for-its-owner": "For whoever set this computer up",
  "glance.deed.pdf-records-or-shop": "For your records, or for a shop",
  "glance.deed.rescue": "Show my files",
  "glance.deed.rescue-detail": "Then copy them to another drive or stick",
  "glance.deed.rescue-from-memory": "Then copy them to a stick or drive",
  "glance.deed.rescue-from-group": "Then copy them to a drive outside the group",
  "glance.deed.rescue-back": "Once it is back, copy them to another drive",
  "glance.deed.fills": "Show what fills it",
  "glance.deed.fills-detail": "So that you can make room",
  "glance.deed.plug-test": "Run the plug test",
  "glance.deed.unplug-test": "Run the unplug test",
  "glance.deed.optional": "Optional · shows what a power cut leaves",
  "glance.deed.one-more-cut": "Optional · one more cut tells a little more",
  "glance.deed.shows-what-it-keeps": "Shows what it really keeps; your files stay",
  "glance.deed.cut-again": "Cut the power again",
  "glance.deed.cut-again-detail": "Optional · explained before anything happens",
  "glance.deed.inspect": "Inspect this drive",
  "glance.deed.inspect-detail": "Its speed, health and more",
  "glance.deed.again": "Inspect again",
  "glance.deed.again-detail": "With the same tests",
  "glance.deed.again-temperate": "Once it is at room temperature",
  "glance.deed.once-copied": "Once your files are copied",
  "glance.deed.other": "Another drive",
  "glance.deed.other-detail": "Inspect a different one",
  "glance.deed.folder": "Another folder",
  "glance.deed.folder-detail": "Or another drive",
  "glance.deed.a-drive": "Inspect a drive",
  "glance.deed.a-drive-detail": "Or a folder that lies on one",
  "glance.deed.other-plugged-in": "A USB drive, if you plug one in here",
  "glance.deed.copied": "Check the other drive",
  "glance.deed.copied-first": "Check where you copied",
  "glance.deed.copied-detail": "Inspects the one you copy to",
  "glance.deed.earlier": "Compare",
  "glance.deed.earlier-detail": "With an earlier inspection",
});
