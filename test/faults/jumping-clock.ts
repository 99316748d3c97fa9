// Loaded before a server by `--import`. The wall clock of its process jumps every two seconds: CLOCK_HOURS names the hours
// that it is wrong by, one after the other.
import process from 'node:process';

const hours = (process.env['CLOCK_HOURS'] ?? '0').split(',').map(Number);
const JUMP_MS = 2000;
const HOUR_MS = 3_600_000;
const realNow = Date.now.bind(Date);

Date.now = () => {
  const turn = Math.floor(performance.now() / JUMP_MS) % hours.length;
  return realNow() + (hours[turn] ?? 0) * HOUR_MS;
};
