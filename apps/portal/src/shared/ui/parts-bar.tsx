import type { CSSProperties, ReactNode } from 'react'
import classes from './parts-bar.module.css'

/** A part of a whole: its share of the bar, and its colour. */
export interface Part {
  name: string
  count: number
  colour: string
}

const withColour = (colour: string) => ({ '--part': colour }) as CSSProperties

/** A bar of coloured parts. Its numbers stand beside it for screen readers. */
export const PartsBar = ({ parts }: { parts: readonly Part[] }) => (
  <div className={classes.bar} aria-hidden>
    {parts.map(({ name, count, colour }) => (
      <span key={name} className={classes.part} style={{ ...withColour(colour), flexGrow: count }} />
    ))}
  </div>
)

/** In a row of a list: the total, with the bar below it. */
export const PartsCell = ({ title, total, parts }: { title: string; total: ReactNode; parts: readonly Part[] }) => (
  <span className={classes.cell} title={title}>
    <span className="numeric">{total}</span>
    <PartsBar parts={parts} />
  </span>
)

export const PartsLegend = ({ children }: { children: ReactNode }) => <div className={classes.legend}>{children}</div>

/** The class of an entry of the legend. */
export const legendEntry = classes.entry

export const Swatch = ({ colour }: { colour: string }) => (
  <span className={classes.swatch} style={withColour(colour)} aria-hidden />
)
