const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Hours, minutes and seconds of whole seconds: spreadsheets take 04:12 for hours and minutes. */
export const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
