import { describe, expect, it } from "vitest";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { linux } from "./scenario";

/** Sentences about every save if only some modes had their flushes or were measured. */

const otherWay = (flushesPerSave: number): SampleOptions => ({
  modes: linux(900, 1).map((mode) =>
    mode.mode === "fdatasync" ? { ...mode, flushesPerSave } : mode,
  ),
});
const withoutOrdinary = (flushesPerSave: number | null): SampleOptions => ({
  modes: linux(900, flushesPerSave).filter(({ mode }) => !/^f(data)?sync$/.test(mode)),
});
const read = (options: SampleOptions) => {
  const { grade, headline, answers, findings, meaning } = sampleReport(options).verdict;
  const answer = (question: string) => answers.find((one) => one.question === question);
  return {
    grade,
    headline,
    findings,
    documents: meaning[0],
    saved: answer("saved-means-saved"),
    honesty: answer("honesty"),
    praise: [...answers, ...findings].filter(({ severity }) => severity === "good"),
  };
};

describe("the verdict on a drive when only some ways of saving had all their flushes", () => {
  it.each<[string, SampleOptions]>([
    ["of whole documents", { documents: { flushesPerDocument: 0.5 } }],
    ["that append to a file", { append: linux(700, 0.5) }],
    ["after a pause", { spaced: { p50Ns: 2e6, flushesPerSave: 0.5 } }],
  ])("leaves open whether documents are safe if ordinary saves %s lacked flushes", (_, options) => {
    const { grade, headline, documents, saved, honesty } = read({
      modes: linux(900, 1),
      ...options,
    });
    expect(documents).toMatch(/^Whether documents and photos .* is not known/);
    expect(saved).toMatchObject({
      word: "Not known",
      reason: expect.stringMatching(/^Fewer flush/),
    });
    expect(honesty).toMatchObject({ severity: "info", word: "Evidence in part" });
    expect(headline).toMatch(/but whether the saves are safe is not known\.$/);
    expect(grade).toBe("unknown");
    expect(sampleReport({ modes: linux(900, 1), ...options }).verdict.meaning.join()).not.toMatch(
      /little to wait for/,
    );
  });

  it("limits the answer to ordinary saves, even after power cuts without a loss", () => {
    const powerCut = cuts(
      Array.from({ length: 12 }, () => "kept" as const),
      counted,
    );
    const { saved, honesty, documents } = read({ ...otherWay(0), report: { powerCut } });
    expect(saved).toMatchObject({
      severity: "caution",
      word: "Ordinary saves, in 12 power cuts",
    });
    expect(honesty).toMatchObject({ severity: "info", word: "Evidence in part" });
    expect(documents).toMatch(/only where the program saved them in the ordinary way/);
  });
});

describe("an ordinary save that was not measured", () => {
  it.each([
    ["flushes were counted for the others", withoutOrdinary(1)],
    ["no flushes were counted", withoutOrdinary(null)],
  ])("is not judged by other ways of saving if %s", (_, options) => {
    const { headline, reason, todo } = of(options);
    expect(headline).toBe("Not judged. The ordinary way of saving was not measured.");
    expect(reason).toBe("Most programs save in that way.");
    expect(todo).toBe("Inspect it with the ordinary way of saving as well.");
    const { grade, saved, documents } = read(options);
    expect(grade).toBe("unknown");
    expect(saved).toMatchObject({
      word: "Not known",
      reason: "Most programs use the ordinary save (fsync), which was not measured.",
    });
    expect(documents).toMatch(/^Whether documents and photos .* is not known/);
  });

  it("is judged by fdatasync if fdatasync was measured", () => {
    const modes = linux(900, 1).filter(({ mode }) => mode !== "fsync");
    expect(of({ modes }).headline).toMatch(/^Good\./);
    expect(read({ modes }).saved?.word).toBe("Yes, as far as can be seen");
  });

  it("casts no doubt on the saves that were measured", () => {
    expect(read(withoutOrdinary(1)).headline).toMatch(/that is as fast as a good laptop SSD\.$/);
  });

  it("does not prevent a good result if the drive reports no volatile cache", () => {
    const options = { ...withoutOrdinary(0), volume: { writeCache: "write-through" as const } };
    expect(of(options).headline).toMatch(/^Good\./);
    expect(read(options).saved?.word).toBe("Yes, as far as can be seen");
  });
});
