const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')

/** Seconds as in a player: 04:12, and 1:04:12 from an hour on. */
export const clockTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${twoDigits(minutes)}:${twoDigits(rest)}`
}
