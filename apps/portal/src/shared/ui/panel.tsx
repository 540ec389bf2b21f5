import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  title?: string
  /** Beside the title, such as a number. */
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A titled surface. */
export const Panel = ({ title, note, action, children }: PanelProps) => (
  <section className={classes.panel}>
    {title && (
      <header className={classes.header}>
        <h2 className={classes.title}>
          {title} {note}
        </h2>
        {action}
      </header>
    )}
    {children}
  </section>
)
