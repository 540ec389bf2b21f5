import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'info' | 'warn' | 'bad'

/** A state in one word. The colour only adds to the word. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
)
