import type { WitnessWords } from "#contract/power-cut/witness";
import { currentLanguage } from "./language";
import { messages } from "./messages";

/** Texts of the page that a phone opens, which itself replaces the placeholders in braces. */
const page = messages({
  title: "DriveProof witness",
  noScript:
    "This page needs JavaScript to be the witness. Switch it on in this browser, or open the page in another one.",

  connecting: "Connecting to the computer",
  leaveOpen: "Leave this page open.",
  connected: "Connected",
  waitingAdvice: "Nothing is written yet. Go on at the computer; leave this page open.",
  writingAdvice: "DriveProof is writing. This page notes the last save that was confirmed.",
  slow: "The connection is slow",
  slowAdvice:
    "The numbers here may be a little behind. That does no harm. If it stays slow, move closer to the Wi-Fi.",
  noConnection: "No connection to the computer",
  noConnectionAdvice:
    "Is this device in the same Wi-Fi as the computer? This page keeps trying. If DriveProof shows another code, open that one.",
  silent: "No word from the computer",
  silentSince: "No word from the computer since {time}",
  silentAdvice:
    "The numbers are kept. If you have cut the power: wait 30 seconds, start the computer and open DriveProof. This page then hands the numbers over by itself. Do not close it.",
  cut: "Now: cut the power",
  cutAdvice: "The numbers go on growing until the power is gone.",
  noNumbers: "This page holds no numbers",
  noNumbersAdvice:
    "If another page or phone was the witness, leave that one open, or type the number it shows into DriveProof.",
  handingOver: "Handing the numbers over",
  handedOver: "The numbers are handed over",
  goOn: "Go on at the computer.",
  done: "Done",
  doneAdvice: "DriveProof has everything it needs from this page. You can close it.",

  numbers: "Last confirmed saves",
  checkWord: "check word: {word}",
  typing: "If DriveProof asks you to type, type the number and its check word as they stand here.",
  memory:
    "This browser cannot store the numbers (a private window perhaps). Do not reload or close this page.",
  keepOpen: "Keep this page open and the screen on until DriveProof says it is done.",
});

const file = messages({
  head: "# DriveProof plug test: the witness of a test on another drive.\n# Each line: way of saving, number of the last save that was confirmed, time, seal.\n# Keep this file until DriveProof has shown the result.\n",
});

/** The texts that main passes to the witness host for its page and its file. */
export function witnessWords(): WitnessWords {
  return {
    language: currentLanguage(),
    page: {
      ...mapped(page),
      silentSince: page.silentSince({ time: "{time}" }),
      checkWord: page.checkWord({ word: "{word}" }),
    },
    fileHead: file.head(),
  };
}

type Plain = Exclude<keyof typeof page, "silentSince" | "checkWord">;

function mapped({ silentSince: _time, checkWord: _word, ...plain }: typeof page) {
  return Object.fromEntries(Object.entries(plain).map(([key, say]) => [key, say()])) as Record<
    Plain,
    string
  >;
}
