import type { RowSelection } from './use-selection.ts'

/** The attributes of an element with rows that can be selected, with its own class. */
export const selectable = (selection: RowSelection | undefined, className: string | undefined) => ({
  className,
  ...(selection && { 'data-selecting': selection.chosen.size > 0 }),
})
