import type { IntlMessageFormat } from "intl-messageformat";

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** `TYPE.literal` of the message parser, a transitive dependency that cannot be imported. */
const literal = 0;

/**
 * The pseudo-language: every letter gets an accent, and two in five are doubled, because
 * translations are longer. What nobody translates stays: placeholders, plurals, line ends and
 * option names.
 */
export function pseudo(message: readonly Element[]): Element[] {
  return message.map((element) => {
    if (element.type === literal) {
      return { ...element, value: stretched(element.value) };
    }
    if ("children" in element) {
      return { ...element, children: pseudo(element.children) };
    }
    if (!("options" in element)) {
      return element;
    }
    const options = Object.fromEntries(
      Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: pseudo(option.value) },
      ]),
    );
    return { ...element, options };
  });
}

/** Accents and lengthens a text. */
export function stretched(text: string): string {
  let owed = 0;
  return text.replace(/--[a-z-]+|\p{L}/gu, (found) => {
    const accented = accents.get(found);
    if (accented === undefined) {
      return found;
    }
    owed += 2;
    if (owed < 5) {
      return accented;
    }
    owed -= 5;
    return accented + accented;
  });
}

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accentedLetters = [..."ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"];
const accents = new Map([...plain].map((letter, place) => [letter, accentedLetters[place]]));
