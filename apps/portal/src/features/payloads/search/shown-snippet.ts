import { calls, type Snippet } from '@holdfast/contract'
import { loadedRows } from '../../../shared/list/list-queries.ts'

/** The passage of a message's text or subject with which a search in this tab has shown it; `null` if none has, or the page was loaded again since. */
export const shownSnippet = (payloadReference: string): Snippet | null => {
  const hit = loadedRows(calls.listPayloads).findLast(
    (row) => row.payload_reference === payloadReference && row.snippet,
  )
  const snippet = hit?.snippet ?? null
  return snippet?.place === 'text' || snippet?.place === 'subject' ? snippet : null
}

/** What the search found in the passage, as the message has it: each word once. */
export const foundWords = ({ text, highlights }: Snippet): string =>
  [...new Set(highlights.map(({ start, end }) => text.slice(start, end)))].join(' ')
