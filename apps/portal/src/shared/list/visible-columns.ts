import type { Column } from './column.ts'

export type PageWidth = 'narrow' | 'medium' | 'wide'

interface Choice {
  /** The columns that the person showed or hid, by their ids. */
  chosen: Readonly<Record<string, boolean>>
  /** The date by which the list is sorted. */
  sortedBy: string | undefined
  width: PageWidth
}

const lowestPriority = { narrow: 1, medium: 2, wide: 3 } as const

const fits = ({ priority, isOptional = false }: Column<never>, width: PageWidth): boolean =>
  !isOptional && priority <= lowestPriority[width]

/** Whether a column is shown, apart from the width of the page. */
export const isShown = (column: Column<never>, { chosen, sortedBy }: Omit<Choice, 'width'>): boolean =>
  chosen[column.id] ?? (!column.isOptional || (sortedBy !== undefined && column.date === sortedBy))

/**
 * The columns to show. The first one is the link to the row and always there. A narrow page has room for those of priority 1
 * alone; elsewhere, a column that the person chose is shown at any width.
 */
export const visibleColumns = <C extends Column<never>>(
  columns: readonly C[],
  { chosen, sortedBy, width }: Choice,
): readonly C[] =>
  columns.filter((column, place) => {
    if (place === 0 || width === 'narrow') return fits(column, width)
    const isAdded = chosen[column.id] === true || (column.isOptional && isShown(column, { chosen, sortedBy }))
    return isAdded || (fits(column, width) && chosen[column.id] !== false)
  })

/** The grid tracks of the columns: their own, or equal ones once there are more than the list was designed for. */
export const tracksOf = (visible: readonly Column<never>[], width: PageWidth): string => {
  const isAsDesigned = visible.every((column) => fits(column, width))
  return isAsDesigned ? visible.map((column) => column.width).join(' ') : `repeat(${visible.length}, minmax(0, 1fr))`
}
