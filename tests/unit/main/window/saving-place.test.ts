import path from "node:path";
import { expect, it } from "vitest";
import { DriveFault, driveError } from "#contract/drive-error";
import { SavingPlace, type SavingQuestions } from "../../../../electron/main/window/saving-place";

/** The folder for a report if the system protects the documents folder. */

const documents = "/home/ada/Documents";
const downloads = "/home/ada/Downloads";
const refusal = new DriveFault(
  driveError("output-unusable", "Windows keeps DriveProof from writing in Documents."),
);
const file = (folder: string) => path.join(folder, "report.pdf");

/**
 * A fake user who accepts the folder of every save dialog, or chooses these files one after the
 * other.
 */
function person(answers: { places?: (string | null)[]; wantsAnother?: boolean } = {}) {
  const dialogs: string[] = [];
  const told: string[] = [];
  const questions: SavingQuestions = {
    choose: async (offered) => {
      dialogs.push(offered);
      const answer = answers.places?.shift();
      return answer === undefined ? offered : answer;
    },
    wantsAnother: async (why) => {
      told.push(why);
      return answers.wantsAnother ?? true;
    },
  };
  return { dialogs, told, questions };
}

const refusing =
  (...folders: string[]) =>
  async (place: string) => {
    if (folders.includes(path.dirname(place))) {
      throw refusal;
    }
  };
const anywhere = async () => undefined;

it("SavingPlace offers the documents folder and writes to the chosen path", async () => {
  const { dialogs, told, questions } = person({ places: ["/stick/mine.pdf"] });
  const written: string[] = [];
  const place = new SavingPlace({ documents, downloads }, null);
  const saved = await place.save("report.pdf", questions, async (to) => void written.push(to));
  expect([saved, ...written]).toEqual(["/stick/mine.pdf", "/stick/mine.pdf"]);
  expect(dialogs).toEqual([file(documents)]);
  expect(told).toEqual([]);
});

it("SavingPlace says why a path is not writable, offers another folder, and offers the folder of the saved report the next time", async () => {
  const { dialogs, told, questions } = person();
  const place = new SavingPlace({ documents, downloads }, null);
  const saved = await place.save("report.pdf", questions, refusing(documents));
  expect(saved).toBe(file(downloads));
  expect(dialogs).toEqual([file(documents), file(downloads)]);
  expect(told).toEqual([refusal.message]);
  // The next dialog starts in the folder of the last saved report.
  await place.save("report.pdf", questions, anywhere);
  expect(dialogs.at(-1)).toBe(file(downloads));
});

it("SavingPlace says once, before the first dialog, why the documents folder is not writable, and offers another folder", async () => {
  const { dialogs, told, questions } = person();
  const place = new SavingPlace({ documents, downloads }, refusing(documents));
  expect(await place.save("report.pdf", questions, refusing(documents))).toBe(file(downloads));
  expect(dialogs).toEqual([file(downloads)]);
  expect(told).toEqual([refusal.message]);
  await place.save("report.pdf", questions, anywhere);
  expect(told).toHaveLength(1);
});

it("SavingPlace offers the documents folder again if the folder that the person chose is not writable", async () => {
  const places = [path.join(downloads, "lab", "report.pdf")];
  const { dialogs, questions } = person({ places });
  const place = new SavingPlace({ documents, downloads }, null);
  const write = refusing(path.join(downloads, "lab"));
  expect(await place.save("report.pdf", questions, write)).toBe(file(documents));
  expect(dialogs).toEqual([file(documents), file(documents)]);
});

it("SavingPlace rethrows the error of the write if the person wants no other path", async () => {
  const { dialogs, questions } = person({ wantsAnother: false });
  const place = new SavingPlace({ documents, downloads }, null);
  const saving = place.save("report.pdf", questions, refusing(documents));
  await expect(saving).rejects.toBe(refusal);
  expect(dialogs).toHaveLength(1);
});

it("SavingPlace returns null if the person closes the first or second dialog", async () => {
  const place = new SavingPlace({ documents, downloads }, null);
  const first = person({ places: [null] });
  expect(await place.save("report.pdf", first.questions, anywhere)).toBeNull();
  const second = person({ places: [file(documents), null] });
  expect(await place.save("report.pdf", second.questions, refusing(documents))).toBeNull();
});

it("SavingPlace offers no other path after an unrelated error", async () => {
  const { told, questions } = person();
  const broken = new TypeError("a mistake in the program");
  const place = new SavingPlace({ documents, downloads }, null);
  const saving = place.save("report.pdf", questions, () => Promise.reject(broken));
  await expect(saving).rejects.toBe(broken);
  const print = new DriveFault(driveError("print-failed", "The page could not be drawn."));
  const printing = place.save("report.pdf", questions, () => Promise.reject(print));
  await expect(printing).rejects.toBe(print);
  expect(told).toEqual([]);
});
