/** One call as a hostile page makes it: the method's name and the content of the message. */
export interface HostileCall {
  readonly name: string;
  /** The list of arguments, or a value that is no list. */
  readonly args: unknown;
}

/**
 * Makes hostile calls of these methods, the same calls for the same seed. Uses nothing outside its
 * own body, because its text runs in the page and in the page's preload script.
 */
export function hostileCalls(seed: number, names: readonly string[]): () => HostileCall {
  let state = seed | 1;
  /** xorshift32, in [0, 1). */
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const someId = "ffffffff-ffff-4fff-8fff-ffffffffffff";
  const texts = [
    ...["", "0", "null", "-", "--------", someId, `${someId}\n`, "../".repeat(100), "/"],
    ...["/dev/null", "/proc/self/mem", "../../../../etc/passwd", "..\\..\\boot.ini", "C:"],
    ...["\\\\.\\PhysicalDrive0", "\\\\?\\GLOBALROOT", "file:///etc/passwd", "con", "a\0b"],
    ...["driveproof://window/index.html", "\ud800", "\u202e", "\u0000", "%2e%2e%2f", "~"],
    ...["$HOME", "; rm -rf /", "`id`", "-rf", "--json", "__proto__", "constructor", "toString"],
    ...["then", "hasOwnProperty", "fsync", "page", "flush", "127.0.0.1", "127.0.0.1\n"],
    ...["0.0.0.0", "255.255.255.255", "1.2.3", "::1", "1".repeat(40)],
  ];
  const numbers = [
    ...[0, -0, 1, -1, 0.5, NaN, Infinity, -Infinity],
    ...[2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324],
  ];

  const longText = () => one(["x", "é", "\u{1f4a9}", "f"]).repeat(10 ** (2 + below(4)));
  const deep = () => {
    let value: unknown = one(texts);
    const isList = random() < 0.5;
    for (let depth = 10 ** (1 + below(3)); depth > 0; depth -= 1) {
      value = isList ? [value] : { a: value };
    }
    return value;
  };
  const cyclic = () => {
    const list: unknown[] = [];
    const object: Record<string, unknown> = { list };
    list.push(object, list);
    return random() < 0.5 ? list : object;
  };
  const wide = () =>
    Object.fromEntries(Array.from({ length: 10 ** (1 + below(4)) }, (_, index) => [index, index]));
  const poisoned = () =>
    JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"then":1}');
  const large = () => {
    const sparse: unknown[] = [];
    sparse.length = 10 ** (1 + below(6));
    return one<() => unknown>([
      () => sparse,
      () => Array(10 ** (1 + below(4))).fill(one(texts)),
      () => new ArrayBuffer(10 ** (1 + below(6))),
      () => new Uint8Array(10 ** (1 + below(6))),
      () => new Float64Array(1000).fill(NaN),
    ])();
  };
  const strange = () =>
    one<() => unknown>([
      () => new Date(one(numbers)),
      () => /(a+)+$/,
      () => new Map<unknown, unknown>([[one(texts), one(numbers)]]),
      () => new Set(texts),
      () => new Error(one(texts)),
      () => BigInt(one([0, 1, 2 ** 53])),
      () => Object(one(texts)),
      () => Object(one(numbers)),
      () => Symbol("not to be copied"),
      () => () => undefined,
      () => new Proxy({}, {}),
      () => Promise.resolve(1),
    ])();
  const anything = (): unknown =>
    one<() => unknown>([
      () => undefined,
      () => null,
      () => random() < 0.5,
      () => one(texts),
      () => one(numbers),
      ...[longText, deep, cyclic, wide, poisoned, large, strange],
      () => ({ [one(texts)]: one(texts) }),
      () => [anything(), one(texts)],
      () => ({ length: 2 ** 32, 0: anything() }),
    ])();

  /** Valid arguments of each method, which name volumes, files and reports that do not exist. */
  const fitting: Record<string, () => unknown> = {
    startInspection: () => ({
      volumeId: one(texts),
      profile: one(["smoke", "quick", "standard", "thorough"]),
      tests: ["flush-modes"],
      changes: one([{}, { engines: ["sqlite"] }, { syncModes: ["fsync"] }, { direct: true }]),
      allowNetwork: true,
      allowUnknownSpace: true,
    }),
    openReport: () => someId,
    deleteReport: () => someId,
    exportReport: () => ({
      runId: someId,
      kind: one(["pdf", "json", "csv", "png"]),
      paper: "A4",
      withSerial: one([true, false]),
    }),
    offerWitnesses: () => one(texts),
    openPowerCutTest: () => ({
      volumeId: one(texts),
      modes: [{ mode: "fsync", label: one(texts.filter((text) => text !== "").slice(0, 8)) }],
      witness: one([
        { kind: "computer" },
        { kind: "drive", volumeId: one(texts) },
        { kind: "page", address: "127.0.0.1" },
      ]),
    }),
    meetWitnessAt: () => one(["127.0.0.1", "255.255.255.255", "0.0.0.0"]),
    enterWitnessed: () => ({ mode: "fsync", number: 1 + below(2 ** 31), checkWord: one(texts) }),
    sayWhatWasDone: () => "cable",
  };
  /** A copy of the value in which one property has an arbitrary value. */
  const spoilt = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) {
      return anything();
    }
    const copy = { ...(value as Record<string, unknown>) };
    copy[one([...Object.keys(copy), one(texts)])] = anything();
    return copy;
  };

  return () => {
    const name = one(names);
    const make = fitting[name];
    const fit = make ? [make()] : [];
    const args = one<() => unknown>([
      () => fit,
      () => fit.map(spoilt),
      () => fit.map(spoilt),
      () => [...fit, anything()],
      () => [anything()],
      () => anything(),
    ])();
    return { name, args };
  };
}
