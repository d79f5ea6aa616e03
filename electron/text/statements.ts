import type { Paragraph, Statement } from "#contract/statement";
import { workloadIds } from "#contract/workloads/index";
import * as inspection from "./inspection/registry";
import { inLanguage } from "./language";
import * as powerCut from "./power-cut/registry";
import type { Tellings } from "./telling";
import * as verdict from "./verdict/registry";
import { homeOf } from "./workloads";

let known: Tellings | null = null;

/** Built on first use, because the workloads' texts import this module. */
function tellings(): Tellings {
  known ??= Object.assign(
    {},
    ...Object.values(inspection).map(({ statements }) => statements),
    ...Object.values(powerCut).map(({ statements }) => statements),
    ...Object.values(verdict).map(({ statements }) => statements),
    ...workloadIds.map((id) => homeOf(id).statements),
  ) as Tellings;
  return known;
}

/**
 * The sentence of a statement in the current language. Throws a `RangeError` for an unknown code.
 */
export function tell({ code, params }: Statement): string {
  const telling = tellings()[code];
  if (telling === undefined) {
    throw new RangeError(`there is no statement "${code}"`);
  }
  return telling(params as never);
}

/** Joins the sentences of a paragraph. */
export function tellAll(paragraph: Paragraph): string {
  return paragraph.map(tell).join(" ");
}

/**
 * Whether these statements still make this stored English text. Those of an earlier version may not:
 * their code is gone, or says something else of other figures.
 */
export function stillMakes(paragraph: Paragraph, text: string): boolean {
  try {
    return inLanguage("en", () => tellAll(paragraph)) === text;
  } catch {
    return false;
  }
}
