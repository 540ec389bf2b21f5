import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './column.ts'

/** The columns that fit the page. */
export const useVisibleColumns = <Item>(columns: readonly Column<Item>[]): readonly Column<Item>[] => {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isMedium = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const lowest = isWide ? 3 : isMedium ? 2 : 1
  return columns.filter(({ priority }) => priority <= lowest)
}
