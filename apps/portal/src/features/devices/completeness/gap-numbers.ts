import type { SequenceGap } from '@holdfast/contract'
import type { IntlShape } from 'react-intl'

/** The numbers of a gap, as one or from the first to the last. */
export const gapNumbers = (
  { first_missing, last_missing }: Pick<SequenceGap, 'first_missing' | 'last_missing'>,
  intl: Pick<IntlShape, 'formatNumber'>,
): string =>
  first_missing === last_missing
    ? intl.formatNumber(first_missing)
    : `${intl.formatNumber(first_missing)}–${intl.formatNumber(last_missing)}`
