import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** A surface that holds one thing. */
export const Panel = ({ title, action, children }: { title?: string; action?: ReactNode; children: ReactNode }) => (
  <section className={classes.panel}>
    {title && (
      <header className={classes.header}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </header>
    )}
    {children}
  </section>
)
