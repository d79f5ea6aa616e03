import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { formatDuration } from "#text/format";
import { currentLanguage, languages, setLanguage } from "#text/language";
import { messages, plainText, richMessages } from "#text/messages";

const text = messages({
  plain: "Nothing was found.",
  named: "{name} isn't there.",
  files: "{count, plural, one {One file of {name}} other {# files of {name}}} removed.",
  end: "{end, select, stopped {Stopped by you} finished {Finished}}",
  total: "{count, number} saves",
  option: "Without --allow-network\nit stays.",
});

const rich = richMessages({
  saved: "Saved to <mono>{path}</mono>.",
  nested: "<b>All of <quiet>{count, plural, one {# file} other {# files}}</quiet></b>",
  plain: "Nothing was saved.",
});

afterEach(() => setLanguage("en"));

describe("messages", () => {
  it("insert values and select plurals and choices", () => {
    expect(text.plain()).toBe("Nothing was found.");
    expect(text.named({ name: "<b>{x}</b>" })).toBe("<b>{x}</b> isn't there.");
    expect(text.files({ count: 1, name: "ada" })).toBe("One file of ada removed.");
    expect(text.files({ count: 12_345, name: "ada" })).toBe("12\u202f345 files of ada removed.");
    expect(text.end({ end: "stopped" })).toBe("Stopped by you");
    expect(text.total({ count: 2000 })).toBe("2\u202f000 saves");
  });

  it("escape characters of an untrusted name that hide, reverse or colour text, keep its no-break spaces, and shorten it", () => {
    const hostile = "a\u202eb\u001b[31mc\ud800d\u2028e\u0000";
    const spelled = "a\\u202eb\\x1b[31mc\\ud800d\\u2028e\\x00";
    expect(text.named({ name: hostile })).toBe(`${spelled} isn't there.`);
    expect(plainText(rich.saved({ path: hostile }))).toBe(`Saved to ${spelled}.`);
    // The program's own texts contain no-break spaces and line breaks.
    expect(text.named({ name: "5\u00a0%\u202f\n7" })).toBe("5\u00a0%\u202f\n7 isn't there.");
    expect(text.named({ name: "x".repeat(1e6) }).length).toBeLessThan(6000);
  });

  it("cause a compile error for a wrong key, value or type, and throw for a wrong key, a missing value or an unknown choice", () => {
    // @ts-expect-error There is no such message.
    expect(() => text.missing()).toThrow("not a function");
    // @ts-expect-error The name is missing.
    expect(() => text.named()).toThrow('"name" was not provided');
    // @ts-expect-error The message has no such case.
    expect(() => text.end({ end: "aborted" })).toThrow('Invalid values for "end": "aborted"');
    // @ts-expect-error There is no such value.
    text.named({ name: "ada", other: "x" });
    // @ts-expect-error A figure is formatted before.
    text.named({ name: 3 });
    // @ts-expect-error A plural is chosen by a number.
    text.files({ count: "3", name: "ada" });
  });
});

describe("rich messages", () => {
  it("render to a list of parts, in which each tagged part names its tag", () => {
    expect(rich.saved({ path: "/home/<b>" })).toEqual([
      "Saved to ",
      { tag: "mono", parts: ["/home/<b>"] },
      ".",
    ]);
    expect(rich.nested({ count: 2 })).toEqual([
      { tag: "b", parts: ["All of ", { tag: "quiet", parts: ["2 files"] }] },
    ]);
    expect(rich.plain()).toEqual(["Nothing was saved."]);
  });

  it("cause a compile error for a wrong value or tag", () => {
    const [, saved] = rich.saved({ path: "/home" });
    const tag: "mono" | undefined = typeof saved === "object" ? saved.tag : undefined;
    // @ts-expect-error The message has no such tag.
    const other: "b" | undefined = tag;
    expect(other).toBe("mono");
    // @ts-expect-error The path is missing.
    expect(() => rich.saved()).toThrow("path");
  });

  it("keep tags and values in the pseudo-language", () => {
    setLanguage("en-XA");
    expect(rich.nested({ count: 2 })).toEqual([
      {
        tag: "b",
        parts: [
          expect.stringMatching(/^[^a-z]+ $/i),
          { tag: "quiet", parts: [expect.stringMatching(/^2 [^a-z]+$/i)] },
        ],
      },
    ]);
  });
});

describe("the pseudo-language", () => {
  it("accents every letter and keeps values, plurals, options and line ends", () => {
    setLanguage("en-XA");
    expect(text.files({ count: 1, name: "ada" })).toMatch(/^[^a-z]+ ada [^a-z]+\.$/i);
    expect(text.files({ count: 3, name: "ada" })).toMatch(/^3 [^a-z]+ ada [^a-z]+\.$/i);
    expect(text.end({ end: "finished" })).toMatch(/^[^a-z]+$/i);
    expect(text.option()).toMatch(/^[^a-z]+ --allow-network\n[^a-z]+\.$/i);
    expect(formatDuration(24_000_000)).toMatch(/^24\u00a0[^a-z]+$/i);
  });

  it("has 1.4 times as many letters as English", () => {
    const english = text.plain();
    setLanguage("en-XA");
    const letters = (sentence: string) => sentence.match(/\p{L}/gu)?.length ?? 0;
    expect(letters(text.plain())).toBe(Math.floor(1.4 * letters(english)));
  });

  it("is not selected by an unknown language tag, which selects English", () => {
    setLanguage("tlh");
    expect(currentLanguage()).toBe("en");
    setLanguage(undefined);
    expect(text.plain()).toBe("Nothing was found.");
  });
});

describe("every catalogue", () => {
  const room = path.resolve(__dirname, "../../../electron/text");
  const files = readdirSync(room, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );

  it.each(files)("in %s yields valid messages in every language", async (file) => {
    const { messages: _, ...exported } = await import(path.join(room, file));
    const catalogues = Object.values(exported).filter((one) => one?.constructor === Object);
    for (const language of languages) {
      setLanguage(language);
      for (const [key, render] of catalogues.flatMap((one) => Object.entries(one as object))) {
        expect(errorOf(render), key).not.toBeInstanceOf(SyntaxError);
      }
    }
  });

  /**
   * Renders a message with the value 1 for every name; returns the text, or the error if a choice
   * does not know that value.
   */
  function errorOf(render: (values: unknown) => string): unknown {
    try {
      return render(new Proxy({}, { get: () => 1, has: () => true }));
    } catch (error) {
      return error;
    }
  }
});
