import { displayText } from '@holdfast/words'
import { Fragment, useEffect, useEffectEvent, useRef } from 'react'
import classes from './highlighted-text.module.css'

type Highlights = readonly { start: number; end: number }[]

interface HighlightedTextProps {
  text: string
  highlights: Highlights
  /** Where the highlight begins that somebody is led to. */
  current?: number | undefined
  /** Called when another highlight has become the current one, and when it is rendered. */
  onCurrent?: ((mark: HTMLElement) => void) | undefined
}

/** Shows a text with its matches marked. Markup in it is shown as text. */
export const HighlightedText = ({ text, highlights, current, onCurrent }: HighlightedTextProps) =>
  partsOf(text, highlights).map(({ at, text: part, isFound }) =>
    isFound ? (
      <Mark key={at} isCurrent={at === current} onCurrent={onCurrent}>
        {part}
      </Mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )

interface MarkProps extends Pick<HighlightedTextProps, 'onCurrent'> {
  isCurrent: boolean
  children: string
}

const Mark = ({ isCurrent, onCurrent, children }: MarkProps) => {
  const mark = useRef<HTMLElement>(null)
  const report = useEffectEvent(() => {
    if (mark.current) onCurrent?.(mark.current)
  })
  useEffect(() => {
    if (isCurrent) report()
  }, [isCurrent])
  return (
    <mark ref={mark} className={classes.found} aria-current={isCurrent || undefined}>
      {children}
    </mark>
  )
}

const partsOf = (text: string, highlights: Highlights) => {
  const edges = [0, ...highlights.flatMap(({ start, end }) => [start, end]), text.length]
  return edges.slice(0, -1).flatMap((at, index) => {
    const part = text.slice(at, edges[index + 1])
    return part === '' ? [] : [{ at, text: displayText(part), isFound: index % 2 === 1 }]
  })
}
