import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './column.ts'

interface VisibleColumns<Item> {
  columns: readonly Column<Item>[]
  /** Too narrow for columns: the cells of a row are shown on two lines. */
  isNarrow: boolean
}

/** The columns that fit the page's width. */
export const useVisibleColumns = <Item>(columns: readonly Column<Item>[]): VisibleColumns<Item> => {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isMedium = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const lowest = isWide ? 3 : isMedium ? 2 : 1
  return { columns: columns.filter(({ priority }) => priority <= lowest), isNarrow: !isMedium }
}
