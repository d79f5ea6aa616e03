import type { Temperature } from "#contract/report";

const second = 1e9;
const tickNs = second / 2;

export interface Heated {
  /** Bytes a second at each moment of a long write that began with the simulation. */
  readonly speedAt: (ns: number) => number;
  /** Temperatures every five seconds, in whole degrees Celsius as a sensor shows them. */
  readonly temperatures: readonly Temperature[];
}

export interface HeatedDrive {
  readonly seconds: number;
  readonly startCelsius: number;
  /** The temperatures in degrees Celsius that the drive approaches at full speed and when idle. */
  readonly fullCelsius: number;
  readonly idleCelsius: number;
  /**
   * Time constant in seconds: after it the temperature has covered about two thirds of the way to
   * its final value.
   */
  readonly inertiaS: number;
  /**
   * The speed in bytes per second that a drive chooses at a temperature; `before` is its last
   * choice.
   */
  readonly speed: (celsius: number, before: number, ns: number) => number;
  readonly fullBytesPerSecond: number;
}

/** A drive that warms up as it works: the higher its speed, the more heat its body takes up. */
export function heatedDrive(drive: HeatedDrive): Heated {
  const { fullCelsius, idleCelsius, fullBytesPerSecond } = drive;
  const speeds: number[] = [];
  const temperatures: Temperature[] = [];
  let celsius = drive.startCelsius;
  let speed = fullBytesPerSecond;
  for (let ns = 0; ns <= drive.seconds * second; ns += tickNs) {
    if (ns % (5 * second) === 0) {
      temperatures.push({ ns, celsius: Math.round(celsius) });
    }
    speed = drive.speed(celsius, speed, ns);
    speeds.push(speed);
    const settled = idleCelsius + ((fullCelsius - idleCelsius) * speed) / fullBytesPerSecond;
    celsius += ((settled - celsius) * tickNs) / second / drive.inertiaS;
  }
  return {
    speedAt: (ns) => speeds[Math.min(speeds.length - 1, Math.floor(ns / tickNs))] ?? 0,
    temperatures,
  };
}
