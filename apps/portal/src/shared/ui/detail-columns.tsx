import type { ReactNode } from 'react'
import classes from './detail-columns.module.css'

interface DetailColumnsProps {
  main: ReactNode
  side: ReactNode
  /** Facts come first where there is no room for two columns: content that grows as it loads moves nothing then. */
  isFactsFirst?: boolean
}

/**
 * Left the content, right the facts; one below the other where there is no room (experience.md, 'Details'). Content that will
 * have another height when it has loaded says so by `data-height="unknown"`; what stands below waits for it.
 */
export const DetailColumns = ({ main, side, isFactsFirst = false }: DetailColumnsProps) => (
  <div className={classes.columns} data-facts-first={isFactsFirst}>
    <div className={classes.stack}>{main}</div>
    <div className={classes.stack}>{side}</div>
  </div>
)
