import type { MouseEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import classes from './selection.module.css'
import type { RowSelection } from './use-selection.ts'

interface RowCheckProps {
  selection: RowSelection
  index: number
  /** The id of the element that names the row. */
  namedBy: string
}

/** Selects a row of a list; with Shift, all rows from the last one that was selected. */
export const RowCheck = ({ selection, index, namedBy }: RowCheckProps) => {
  const t = useText()
  const id = `${namedBy}-check`
  const choose = ({ shiftKey, currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (!shiftKey) return selection.toggle(index)
    // The keys go on from the end of the range.
    currentTarget.focus({ preventScroll: true })
    selection.extend(index, index)
  }
  return (
    // With Shift, a click would also select the text since the last one.
    <label className={classes.check} onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        id={id}
        type="checkbox"
        checked={selection.isSelected(index)}
        // A change event does not tell whether Shift was held.
        onClick={choose}
        onChange={() => undefined}
        aria-label={t('selection.row')}
        aria-labelledby={`${id} ${namedBy}`}
      />
    </label>
  )
}

/** Above the rows: selects all loaded ones. */
export const AllCheck = ({ selection }: { selection: RowSelection }) => {
  const t = useText()
  const { selectedRows, selectLoaded, deselectLoaded } = selection
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = selectedRows === 'some'
        }}
        checked={selectedRows === 'all'}
        onChange={selectedRows === 'all' ? deselectLoaded : selectLoaded}
        aria-label={t('selection.loaded')}
      />
    </label>
  )
}
