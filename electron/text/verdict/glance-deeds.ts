import { messages } from "../messages";

/** Actions after a verdict, as steps and as large buttons; titles have at most four words. */

export const statements = messages({
  "glance.step.files": "Your files first",
  "glance.step.files-detail":
    "It might not start again: leave the computer on until you have copied what matters, to another drive or online, and opened some of the copies. Save nothing new here.",
  "glance.step.files-lost": "Your files first",
  "glance.step.files-lost-detail":
    "Copy what matters to another drive or online, and open some of the copies: your own files were not tested. Then keep a second copy of all that you save.",
  "glance.step.files-lost-in-group": "Your files first",
  "glance.step.files-lost-in-group-detail":
    "Copy what matters to a separate drive, and open some of the copies: your own files were not tested. Then keep a second copy of all that you save.",
  "glance.step.files-plugged-in": "Your files first",
  "glance.step.files-plugged-in-detail":
    "It might not come back: leave it plugged in until you have copied what matters, to another drive or online, and opened some of the copies. Save nothing new here.",
  "glance.step.files-elsewhere": "Your files first",
  "glance.step.files-elsewhere-detail":
    "Copy what matters to another drive or online. Save nothing new here.",
  "glance.step.files-from-memory": "Your files first",
  "glance.step.files-from-memory-detail":
    "A restart empties this place. First copy what matters to a drive; save nothing new here.",
  "glance.step.files-from-group": "Your files first",
  "glance.step.files-from-group-detail":
    "Leave it on until you have copied what matters, to a USB drive or online, not elsewhere on these drives. Nobody should save here now.",
  "glance.step.memory": "Have the memory (RAM) tested",
  "glance.step.memory-detail":
    "Show the PDF to whoever looks after this computer: its memory chips may be at fault.",
  "glance.step.shop": "Ask whoever sold it to you; at work, IT",
  "glance.step.shop-detail":
    "The PDF says what happened and when. Ask them to find the cause, or else the maker.",
  "glance.step.its-owner": "Tell whoever looks after this computer",
  "glance.step.its-owner-detail":
    "The PDF says what happened and when. Ask them to find the cause.",
  "glance.step.keeper": "Tell whoever set it up",
  "glance.step.keeper-detail": "The PDF says what happened and when. Ask them to find the cause.",
  "glance.step.check": "Check the drive you copied to",
  "glance.step.check-detail":
    "Inspect it as well, so that you can trust it. Only test files are written, and deleted at the end.",
  "glance.step.ask": "Ask whether it is backed up",
  "glance.step.ask-detail":
    "Ask whoever provides it, such as your office, or send them the PDF: “If your computers crash, is what I saved here still there? Is it backed up?” If both answers are yes, you need do nothing else.",
  "glance.step.outside": "To test the computer in front of you",
  "glance.step.outside-detail": "Start DriveProof on it, outside this window.",
  "glance.step.own-guest": "If you set it up on your computer",
  "glance.step.own-guest-detail":
    "What you save here lies on that computer, too: keep a copy of it elsewhere.",
  "glance.step.look-on-mac": "Start DriveProof on the Mac",
  "glance.step.look-on-mac-detail":
    "Get DriveProof for macOS where you got this one, and run it outside this window: there it can see the drive.",
  "glance.step.look-outside": "Run DriveProof outside it",
  "glance.step.look-outside-detail":
    "Get DriveProof for that computer where you got this one, and run it there: it can see the drive.",
  "glance.step.elsewhere-own": "Keep a copy of your own files",
  "glance.step.elsewhere-own-detail": "Online, or on another drive.",
  "glance.step.ask-too": "If it is from work, ask there",
  "glance.step.ask-too-detail": "Whether it is backed up; send them the PDF.",
  "glance.step.copy-always": "Keep a second copy, as always",
  "glance.step.copy-always-detail":
    "Of what matters, online or on a separate drive: a drive can also fail in other ways.",
  "glance.step.surer": "To be surer, cut the power again",
  "glance.step.surer-detail": "Each cut without a loss tells more; ten tell far more than one.",
  "glance.step.copy-first": "Copy your files first",
  "glance.step.copy-first-detail": "Keep a second copy of what matters on another drive or online.",
  "glance.step.copy-beside-hang": "Copy your files first",
  "glance.step.copy-beside-hang-detail":
    "A very long save can be the first sign of a failing drive. Keep a second copy on another drive or online.",
  "glance.step.copy-and-wait": "Keep a second copy",
  "glance.step.copy-and-wait-detail":
    "On another drive or online. After saving, wait a minute, then eject it. With a copy you can go on using it.",
  "glance.step.copy-from-group": "Copy your files first",
  "glance.step.copy-from-group-detail":
    "Keep a second copy of what matters on a separate drive: drives that work together can fail together.",
  "glance.step.plug-test": "The plug test, if you want to be sure",
  "glance.step.plug-test-detail":
    "Only with a copy. The program says when to cut the power, then counts its own test files.",
  "glance.step.unplug-test": "The unplug test, if you want to be sure",
  "glance.step.unplug-test-detail":
    "Only with a copy. The program says when to pull it out, then counts its own test files.",
  "glance.step.if-lost": "Only if test files are missing",
  "glance.step.if-lost-detail":
    "Show the PDF to the shop or the maker. If all are there, that is a good sign; keep the copy all the same.",
  "glance.step.if-lost-kept": "Only if test files are missing",
  "glance.step.if-lost-kept-detail":
    "Show the PDF to whoever set it up. If all are there, that is a good sign; keep the copy all the same.",
  "glance.step.again-alone": "Close other programs, inspect again",
  "glance.step.again-alone-detail": "If every save is quick then, carry on, and keep the copy.",
  "glance.step.again-with-room": "Make room, inspect again",
  "glance.step.again-with-room-detail":
    "Close other programs as well. If every save is quick then, carry on, and keep the copy.",
  "glance.step.again-elsewhere": "Inspect in another folder",
  "glance.step.again-elsewhere-detail":
    "On this drive, if it takes test files there. Close other programs first. If every save is quick then, carry on, and keep the copy.",
  "glance.step.again-repaired": "Have the volume checked, inspect again",
  "glance.step.again-repaired-detail":
    "Close other programs as well. If every save is quick then, carry on, and keep the copy.",
  "glance.step.if-it-hangs": "If it takes so long again",
  "glance.step.if-it-hangs-detail": "Show the PDF to the shop or the maker.",
  "glance.step.if-it-hangs-kept": "If it takes so long again",
  "glance.step.if-it-hangs-kept-detail": "Show the PDF to whoever set it up.",
  "glance.step.plug-in": "Plug it in again",
  "glance.step.plug-in-detail":
    "Directly into the computer, without a hub or an adapter. If it stays away, try another socket, and another cable if it has one.",
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
  "glance.step.once-more-detail":
    "If it stays away, or vanishes once more, ask the shop or the maker.",
  "glance.step.once-more-kept": "Inspect again",
  "glance.step.once-more-kept-detail":
    "If it stays away, or vanishes once more, ask whoever set it up.",
  "glance.step.copy": "Copy what matters",
  "glance.step.copy-detail": "If it comes back, your files come first.",
  "glance.step.inspect-again": "Inspect again",
  "glance.step.inspect-again-detail":
    "If it stays away or vanishes untouched once more, try another computer, and another cable if it has one; then ask the shop.",
  "glance.step.inspect-again-card": "Inspect again",
  "glance.step.inspect-again-card-detail":
    "If it stays away or vanishes untouched once more, try another card reader, then ask the shop.",

  "glance.deed.pdf": "Save as PDF",
  "glance.deed.pdf-for-shop": "For the shop or the maker",
  "glance.deed.pdf-if-again": "For the shop, if it happens again",
  "glance.deed.pdf-onto-stick": "Onto a stick, for the shop",
  "glance.deed.pdf-onto-stick-for-keeper": "Onto a stick, to show it",
  "glance.deed.pdf-online-for-its-owner": "Online, for whoever looks after this computer",
  "glance.deed.pdf-for-keeper": "For whoever set it up",
  "glance.deed.pdf-unfinished": "Marked as unfinished",
  "glance.deed.pdf-records": "For your records",
  "glance.deed.pdf-for-its-owner": "For whoever looks after this computer",
  "glance.deed.pdf-records-or-shop": "For your records, or for a shop",
  "glance.deed.rescue": "Show my files",
  "glance.deed.rescue-detail": "Then copy them to another drive or stick",
  "glance.deed.rescue-to-computer": "Then copy them to the computer or online",
  "glance.deed.rescue-from-memory": "Then copy them to a stick or drive",
  "glance.deed.rescue-from-group": "Then copy them to a separate drive",
  "glance.deed.rescue-back": "Once it is back, copy them elsewhere",
  "glance.deed.fills": "Show what fills it",
  "glance.deed.fills-detail": "Delete only what you know, then empty the bin",
  "glance.deed.plug-test": "Run the plug test",
  "glance.deed.unplug-test": "Run the unplug test",
  "glance.deed.optional": "Optional · shows what a power cut leaves",
  "glance.deed.one-more-cut": "Optional · one more cut tells a little more",
  "glance.deed.shows-what-it-keeps": "Shows what it really keeps; your files stay",
  "glance.deed.cut-again": "Cut the power again",
  "glance.deed.cut-again-detail": "Optional · explained first",
  "glance.deed.inspect": "Inspect this drive",
  "glance.deed.inspect-detail": "Its speed, health and more",
  "glance.deed.again": "Inspect again",
  "glance.deed.again-detail": "With the same tests",
  "glance.deed.choose-tests": "Choose more tests",
  "glance.deed.choose-tests-detail": "Then inspect it again",
  "glance.deed.again-temperate": "Once it is at room temperature",
  "glance.deed.once-copied": "Once your files are copied",
  "glance.deed.optional-once-copied": "Optional · once your files are copied",
  "glance.deed.other": "Another drive",
  "glance.deed.other-detail": "Inspect a different one",
  "glance.deed.folder": "Another folder",
  "glance.deed.folder-detail": "Or another drive",
  "glance.deed.a-drive": "Inspect a drive",
  "glance.deed.a-drive-detail": "Or a folder that lies on one",
  "glance.deed.copied": "Check that drive",
  "glance.deed.copied-detail": "Inspects the one you copy to",
  "glance.deed.earlier": "Compare",
  "glance.deed.earlier-detail": "With an earlier inspection",
});
