import type { ReactNode } from 'react'
import classes from './detail-columns.module.css'

/** Left the content, right the facts; one below the other where there is no room (experience.md, 'Details'). */
export const DetailColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={classes.columns}>
    <div className={classes.stack}>{main}</div>
    <div className={classes.stack}>{side}</div>
  </div>
)
