import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './column.ts'

interface VisibleColumns<Item> {
  columns: readonly Column<Item>[]
  /** Too narrow for a table: the cells of a row stand below each other. */
  isNarrow: boolean
}

/** The columns that fit the page. */
export const useVisibleColumns = <Item>(columns: readonly Column<Item>[]): VisibleColumns<Item> => {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isMedium = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const lowest = isWide ? 3 : isMedium ? 2 : 1
  return { columns: columns.filter(({ priority }) => priority <= lowest), isNarrow: !isMedium }
}
