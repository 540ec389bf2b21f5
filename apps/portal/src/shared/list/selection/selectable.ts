import classes from './selection.module.css'
import type { RowSelection } from './use-selection.ts'

/** The attributes of an element with rows that can be selected, with its own class: they show the checkboxes when they are of use. */
export const selectable = (selection: RowSelection | undefined, own?: string) =>
  selection
    ? { className: `${own ?? ''} ${classes.selectable}`, 'data-selecting': selection.chosen.size > 0 }
    : { className: own }
