import { useMediaQuery } from '@mantine/hooks'
import type { PageWidth } from './visible-columns.ts'

/** How many columns the page has room for. The style sheets have the same limits. */
export const usePageWidth = (): PageWidth => {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isMedium = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return isWide ? 'wide' : isMedium ? 'medium' : 'narrow'
}
