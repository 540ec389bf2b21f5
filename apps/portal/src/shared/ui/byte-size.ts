import { byteSize as sizeInWords } from '@holdfast/words'
import type { IntlShape } from 'react-intl'

/** Bytes in the largest unit that gives at least 1, in the person's language. */
export const byteSize = (intl: IntlShape, bytes: number): string => sizeInWords(intl.formatNumber, bytes)
