export const daysOfWeek = 7
const dayMs = 24 * 60 * 60_000

interface CalendarGrid {
  weeks: number
  /** Empty cells of the first week. */
  before: number
  /** The date of a cell, also of one that is empty, yyyy-mm-dd. */
  dateAt: (cell: number) => string
  /** Whether a week is the first one that begins in its month. */
  beginsMonth: (week: number) => boolean
}

/** How days that follow each other are laid out by week, from Monday to Sunday. */
export const calendarGrid = (days: readonly { date: string }[]): CalendarGrid => {
  const first = new Date(days[0]?.date ?? 0)
  const before = (first.getUTCDay() + daysOfWeek - 1) % daysOfWeek
  const dateAt = (cell: number) => new Date(first.getTime() + (cell - before) * dayMs).toISOString().slice(0, 10)
  const monthOf = (week: number) => dateAt(week * daysOfWeek).slice(0, 7)
  return {
    weeks: Math.ceil((before + days.length) / daysOfWeek),
    before,
    dateAt,
    beginsMonth: (week) => week === 0 || monthOf(week) !== monthOf(week - 1),
  }
}
