import type { ReactNode } from 'react'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Beside the title, such as the total of a list. */
  note?: string | undefined
  noteLabel?: string | undefined
  children?: ReactNode
}

/** The title of a screen and its main action. */
export const PageHeader = ({ title, note, noteLabel, children }: PageHeaderProps) => (
  <header className={classes.header}>
    <h1 className={classes.title}>
      {title}
      {note !== undefined && (
        <span className={classes.note}>
          <span aria-hidden>{note}</span>
          {/* Browsers put a space before it, so it does not begin with a comma. */}
          <span className={classes.hidden}>({noteLabel ?? note})</span>
        </span>
      )}
    </h1>
    {children && <div className={classes.action}>{children}</div>}
  </header>
)
