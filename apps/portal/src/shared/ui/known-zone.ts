/** Android names a zone that it does not know by its distance from UTC, such as `GMT+12:00`. */
const offset = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?$/

const resolved = (timeZone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The time zone that a device named, as browsers name it; `undefined` if they don't know it. */
export const zoneOf = (timezone: string): string | undefined => {
  const known = resolved(timezone)
  if (known !== undefined) return known
  const [, sign, hours = '', minutes = '00'] = offset.exec(timezone) ?? []
  return sign === undefined ? undefined : resolved(`${sign}${hours.padStart(2, '0')}:${minutes}`)
}
