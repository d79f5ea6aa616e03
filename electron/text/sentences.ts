import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { FlushModeId } from "#contract/flush-mode";
import { termOfArt } from "./flush-modes";
import {
  formatBlockBytes,
  formatBytes,
  formatBytesPerSecond,
  formatCelsius,
  formatDuration,
  formatFixed,
  formatFlushes,
  formatPercent,
  formatRate,
  formatRatio,
} from "./format";
import { type Catalogue, type NumberStyles, rendered, type Values } from "./messages";

/** Formats that a message may name after a number, as in `{medianNs, number, duration}`. */
const styles = {
  rate: { print: formatRate },
  bytes: { print: formatBytes },
  bytesPerSecond: { print: formatBytesPerSecond },
  blockBytes: { print: formatBlockBytes },
  duration: { print: formatDuration },
  ratio: { print: formatRatio },
  percent: { print: formatPercent },
  celsius: { print: formatCelsius },
  flushes: { print: formatFlushes },
  fixed1: { print: (value: number) => formatFixed(value, 1) },
  fixed2: { print: (value: number) => formatFixed(value, 2) },
} satisfies NumberStyles;

/** Type of a plain placeholder; no option of a `select` can be equal to it. */
interface Plain {
  readonly isPlain: true;
}
interface ValueTypes {
  ICUArgument: Plain;
  ICUNumberArgument: number;
  ICUDateArgument: never;
}

type ValueOf<Name, Value> = [Value] extends [Plain]
  ? Name extends "mode" | `${string}Mode`
    ? FlushModeId
    : string
  : "true" extends Extract<Value, "true">
    ? boolean
    : Value;

/** Handles each member of the union by itself: each option of a `select` has one member. */
type ParamsOf<Args> = Args extends object
  ? { readonly [Name in keyof Args]: ValueOf<Name, Args[Name]> }
  : never;

type Sentences<C extends Catalogue> = {
  readonly [K in keyof C]: keyof GetICUArgs<C[K], ValueTypes> extends never
    ? () => string
    : (params: ParamsOf<GetICUArgs<C[K], ValueTypes>>) => string;
};

/**
 * The sentences of statements, by code. Their figures arrive unformatted, and the message chooses
 * how each is printed: a number in the style behind it, `{mode}` (or `{…Mode}`) as the term of art
 * of a flush mode, and a flag as a choice between `true` and `other`.
 */
export function sentences<const C extends Catalogue>(english: C): Sentences<C> {
  const all = Object.entries(rendered(english, styles)).map(([code, render]) => [
    code,
    (params?: Values) => render(params && withTerms(params)),
  ]);
  return Object.fromEntries(all) as Sentences<C>;
}

/**
 * A placeholder for the time `slowNs` (if `name` is "slow") in a sentence, which says if the time
 * was extrapolated, because the time cap ended the writing.
 */
export function timeOf<const Name extends string>(name: Name) {
  const flag = `is${name.charAt(0).toUpperCase()}${name.slice(1)}` as `is${Capitalize<Name>}`;
  return `{${name}Ns, number, duration}{${flag}Extrapolated, select, true { (extrapolated)} other {}}` as const;
}

interface Pair {
  readonly slow: FlushModeId;
  readonly fast: FlushModeId;
}

/** A sentence on two flush modes, whose statement calls them `slow` and `fast`. */
export function ofPair<P extends Record<`${keyof Pair}Mode`, FlushModeId>>(
  tell: (params: P) => string,
) {
  return (params: Omit<P, `${keyof Pair}Mode`> & Pair) =>
    tell({ ...params, slowMode: params.slow, fastMode: params.fast } as unknown as P);
}

function withTerms(params: Values): Values {
  const named = Object.entries(params).map(([name, value]) => [
    name,
    /^mode$|Mode$/.test(name) ? termOfArt(value as FlushModeId) : value,
  ]);
  return Object.fromEntries(named);
}
