/** Spreadsheets count days from here. It is right from 1 March 1900 on: before it they have a 29 February that never was. */
const dayZero = Date.UTC(1899, 11, 30)
const firstDay = Date.UTC(1900, 2, 1)
/** The year 10000, which no spreadsheet has. */
const end = Date.UTC(10_000, 0, 1)

const day = 24 * 60 * 60 * 1000

const serialOf = (wallClock: number): number | null =>
  wallClock >= firstDay && wallClock < end ? (wallClock - dayZero) / day : null

/** The number that stands for a day such as 2026-03-02; `null` if spreadsheets have none for it. */
export const daySerial = (date: string): number | null => serialOf(Date.parse(`${date}T00:00:00Z`))

/**
 * The numbers that stand for times as a clock of the time zone shows them, in whole seconds; `null` if spreadsheets have none, which is so
 * before 1 March 1900.
 */
export const momentSerialsIn = (timeZone: string): ((time: string) => number | null) => {
  const clock = new Intl.DateTimeFormat('en', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZone,
  })
  return (time) => {
    const moment = Date.parse(time)
    // A year of less than four digits would be read as one of another century.
    if (!(moment >= firstDay - day)) return null
    const shown = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0
    return serialOf(
      Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
    )
  }
}
