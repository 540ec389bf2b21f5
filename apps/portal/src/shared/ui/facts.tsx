import type { ReactNode } from 'react'
import { CopyAction } from './copy-action.tsx'
import classes from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** The text to copy. Without it, there is no copy button. */
  copy?: string | null
}

interface FactsProps {
  /** Without one, something above says what they are. */
  title: string | null
  facts: readonly Fact[]
  /** Beside the title. */
  action?: ReactNode
}

/** Names and values, some with a copy button. A fact without a value is left out. */
export const Facts = ({ title, facts, action }: FactsProps) => {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
  if (known.length === 0) return null
  return (
    <section className={classes.group}>
      {title !== null && (
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          {action}
        </div>
      )}
      <dl className={classes.facts}>
        {known.map(({ label, value, copy }) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>
              <span className={classes.value}>{value}</span>
              {copy && <CopyAction label={label} copy={copy} className={classes.copy} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
