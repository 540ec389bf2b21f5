import { calls } from '@holdfast/contract'
import { authorInWords } from '@holdfast/words'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'
import { batched } from './batched.ts'

const mostAtOnce = 100
const rarelyChangeMs = 10 * 60_000

/** As the contract has references of people. */
const fewestCharacters = 3

/** Records also name client apps, staff of the provider, devices and the product itself. */
const isColleague = (author: string): boolean =>
  author.length >= fewestCharacters && !author.includes('/') && author !== 'system' && author !== 'operator'

const readNames = async (references: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { items } = await readApi(calls.namePeople, { query: { user_references: [...references] } })
  return new Map(items.map(({ user_reference, name }) => [user_reference, name ?? '']))
}

/** All that a screen shows ask at once, and are answered by one call. */
const readName = batched(readNames, mostAtOnce)

const nameQuery = (reference: string) => {
  const { client, support } = session.state()
  return queryOptions({
    queryKey: ['colleague', client, support?.requestReference ?? null, reference],
    queryFn: async () => (await readName(reference)) ?? '',
    staleTime: rarelyChangeMs,
  })
}

/**
 * Returns a function that names the authors of records: colleagues by name, and client apps and the product in words. Until a name is read, and
 * where nobody knows it, it is the reference.
 */
export const useColleagues = (authors: readonly string[]): ((author: string) => string) => {
  const t = useText()
  useSession()
  const asked = [...new Set(authors.filter(isColleague))]
  const names = useQueries({ queries: asked.map(nameQuery) })
  return (author) => authorInWords(author, t, (reference) => names[asked.indexOf(reference)]?.data)
}
