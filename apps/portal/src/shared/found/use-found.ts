import { calls, type Found, type FoundKind } from '@holdfast/contract'
import { displayText } from '@holdfast/words'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../api/client.ts'
import { useSession } from '../session/use-session.ts'

/** A single letter is in nearly every name. */
export const fewestLetters = 2
const typingPauseMs = 200

interface Finding {
  found: readonly Found[]
  /** The kinds that have more matches than the server returned. */
  more: readonly FoundKind[]
  /** The text that these were found by; the typed text may be further on. */
  foundBy: string
  isSearching: boolean
  hasFailed: boolean
}

/** What the typed text finds of these kinds, or of all kinds, once the person pauses. */
export const useFound = (typed: string, kinds?: FoundKind[]): Finding => {
  const { client, support } = useSession()
  const letters = typed.trim()
  const [text] = useDebouncedValue(letters, typingPauseMs)
  const query = useQuery({
    queryKey: ['found', client, support?.requestReference ?? null, kinds ?? null, text],
    queryFn: ({ signal }) => readApi(calls.find, { query: { text, ...(kinds && { kinds }) }, signal }),
    enabled: text.length >= fewestLetters,
  })
  return {
    found: query.data?.items ?? [],
    more: query.data?.more ?? [],
    foundBy: text,
    isSearching: (letters !== text && letters.length >= fewestLetters) || query.isFetching,
    hasFailed: query.isError,
  }
}

/** What to show for it first, and what below. A device is known by its reference: its holder may change. */
export const wordsOf = ({ kind, reference, name: given }: Found): { label: string; detail: string | null } => {
  // The name of a number's party comes from somebody's address book.
  const name = given === null ? null : displayText(given)
  if (kind === 'device' || kind === 'own_number') return { label: reference, detail: name }
  return name === null ? { label: reference, detail: null } : { label: name, detail: reference }
}
