import type { Snippet } from '@holdfast/contract'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { HighlightedText } from './highlighted-text.tsx'
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
        <HighlightedText text={snippet.text} highlights={snippet.highlights} />
      </bdi>
    </p>
  )
}
