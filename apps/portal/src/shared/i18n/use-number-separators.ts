import { useIntl } from 'react-intl'

/** How numbers are typed in the person's language, for `NumberInput`. */
export const useNumberSeparators = (): { decimalSeparator: string; thousandSeparator: string } => {
  const parts = useIntl().formatNumberToParts(12_345.6)
  const of = (wanted: string, usual: string) => parts.find(({ type }) => type === wanted)?.value ?? usual
  return { decimalSeparator: of('decimal', '.'), thousandSeparator: of('group', ',') }
}
