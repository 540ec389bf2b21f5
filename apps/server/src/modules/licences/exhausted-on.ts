const dayMs = 24 * 60 * 60 * 1000
const daysPerMonth = 365.25 / 12
/** How many past months the growth is taken from. */
const comparedMonths = 3
const maxForecastDays = 2 * 365

/**
 * Forecasts the day on which all licences are in use, from the growth of the last three months.
 * @param months the use of each month, earliest first, the present one last
 * @returns a date such as `2027-03-14`; `null` if the use does not grow, or takes more than two years; today if all are in use
 */
export const exhaustedOn = (months: readonly number[], limit: number, today: Date): string | null => {
  const used = months.at(-1) ?? 0
  if (used >= limit) return dateOf(today)
  const compared = months.slice(-comparedMonths - 1)
  const perMonth = (used - (compared[0] ?? used)) / Math.max(1, compared.length - 1)
  if (perMonth <= 0) return null
  const days = Math.ceil(((limit - used) / perMonth) * daysPerMonth)
  return days > maxForecastDays ? null : dateOf(new Date(today.getTime() + days * dayMs))
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10)
