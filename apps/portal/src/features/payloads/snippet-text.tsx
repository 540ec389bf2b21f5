import type { Snippet } from '@holdfast/contract'
import { Fragment } from 'react'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { displayText } from '../../shared/recordings/display-text.ts'
import classes from './search-hits.module.css'

const places: Record<Snippet['place'], MessageId | null> = {
  text: null,
  subject: 'search.in_subject',
  attachment: 'search.in_attachment',
  comment: 'search.in_comment',
}

/** A passage with the words that were searched for. It is always text, whatever a stranger wrote. */
export const SnippetText = ({ snippet }: { snippet: Snippet | null }) => {
  const t = useText()
  if (!snippet) return <p className={classes.missing}>{t('search.no_snippet')}</p>
  const place = places[snippet.place]
  return (
    <p className={classes.snippet}>
      {place && <span className={classes.place}>{t(place)}</span>}
      <bdi>
        {partsOf(snippet).map(({ at, text, isFound }) =>
          isFound ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
        )}
      </bdi>
    </p>
  )
}

const partsOf = ({ text, highlights }: Snippet) => {
  const edges = [0, ...highlights.flatMap(({ start, end }) => [start, end]), text.length]
  return edges.slice(0, -1).flatMap((at, index) => {
    const part = text.slice(at, edges[index + 1])
    return part === '' ? [] : [{ at, text: displayText(part), isFound: index % 2 === 1 }]
  })
}
