// Numbers as people read them. What is unknown is said to be, never zero.

export const UNKNOWN = '–';

const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const known = value => value !== null && value !== undefined;

export function count(number) {
  return known(number) ? whole.format(number) : UNKNOWN;
}

export function percent(share) {
  if (!known(share)) {
    return UNKNOWN;
  }
  const value = share * 100;
  return `${value > 0 && value < 1 ? value.toFixed(1) : value.toFixed(0)} %`;
}

export function rate(bitsPerSecond) {
  if (!known(bitsPerSecond)) {
    return UNKNOWN;
  }
  const units = [[1e12, 'Tb/s'], [1e9, 'Gb/s'], [1e6, 'Mb/s'], [1e3, 'kb/s'], [1, 'b/s']];
  const [size, unit] = units.find(([least]) => bitsPerSecond >= least) ?? [1, 'b/s'];
  const value = bitsPerSecond / size;
  return `${value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)} ${unit}`;
}

/** A span of time, with three digits. */
export function span(ns) {
  if (!known(ns)) {
    return UNKNOWN;
  }
  const [value, unit] = spanParts(ns);
  return `${value} ${unit}`;
}

export function spanParts(ns) {
  const units = [[86400e9, 'd'], [3600e9, 'h'], [60e9, 'min'], [1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
  const [size, unit] = units.find(([least]) => Math.abs(ns) >= least) ?? [1, 'ns'];
  const value = ns / size;
  return [Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))), unit];
}

/** Time of day in UTC, to the millisecond where it has one, with the date unless it is today. */
export function time(iso) {
  if (!known(iso)) {
    return UNKNOWN;
  }
  const [date, clock] = iso.split('T');
  const seconds = clock.includes('.') ? clock.replace('Z', '').slice(0, 12) : clock.slice(0, 8);
  return date === new Date().toISOString().slice(0, 10) ? `${seconds} UTC` : `${date} ${seconds} UTC`;
}

/** A name as code writes it, as people write it. */
export function plain(word) {
  const text = word.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
