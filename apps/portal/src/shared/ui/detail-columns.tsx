import type { ReactNode } from 'react'
import classes from './detail-columns.module.css'

interface DetailColumnsProps {
  main: ReactNode
  side: ReactNode
  /** On a narrow page, the facts come first, so that content that grows while it loads doesn't move them. */
  isFactsFirst?: boolean
}

/**
 * Content on the left and facts on the right, or one below the other on a narrow page (experience.md, 'Details').
 * Content whose height will change when it has loaded says so by `data-height="unknown"`; the panels below it wait.
 */
export const DetailColumns = ({ main, side, isFactsFirst = false }: DetailColumnsProps) => (
  <div className={classes.columns} data-facts-first={isFactsFirst}>
    <div className={classes.stack}>{main}</div>
    <div className={classes.stack}>{side}</div>
  </div>
)
