import { type CarrierMonths, type CarrierOutcome, carrierOutcomes, isCarrierException } from '@holdfast/contract'

export interface MonthCount {
  /** yyyy-mm */
  month: string
  group: string | null
  all: number
  matched: number
  /** Missing or differing, and explained by a person. */
  signedOff: number
  /** Missing or differing, and not explained. */
  open: number
  byOutcome: Readonly<Record<CarrierOutcome, number>>
}

type Item = CarrierMonths['items'][number]

/** The counts of each month and group, the latest month first. */
export const countsByGroup = (items: readonly Item[]): MonthCount[] =>
  [...Map.groupBy(items, ({ month, group }) => JSON.stringify([month, group])).values()].map(countOf)

/** The counts of each month, the earliest first. */
export const countsByMonth = (items: readonly Item[]): MonthCount[] =>
  [...Map.groupBy(items, ({ month }) => month).values()]
    .map(countOf)
    .toSorted((one, other) => one.month.localeCompare(other.month))

const countOf = (items: readonly Item[]): MonthCount => {
  const sum = (isCounted: (item: Item) => boolean): number =>
    items.filter(isCounted).reduce((total, { records }) => total + records, 0)
  return {
    month: items[0]?.month ?? '',
    group: items[0]?.group ?? null,
    all: sum(() => true),
    matched: sum(({ outcome }) => outcome === 'Matched'),
    signedOff: sum(({ outcome, is_signed_off }) => is_signed_off && isCarrierException(outcome)),
    open: sum(({ outcome, is_signed_off }) => !is_signed_off && isCarrierException(outcome)),
    byOutcome: Object.fromEntries(
      carrierOutcomes.map((outcome) => [outcome, sum((item) => item.outcome === outcome)]),
    ) as Record<CarrierOutcome, number>,
  }
}
