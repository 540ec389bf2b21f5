import { calls } from '@holdfast/contract'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'
import { batched } from './batched.ts'

const mostAtOnce = 100
const rarelyChangeMs = 10 * 60_000

const nameKey = (reference: string) => {
  const { client, support } = session.state()
  return ['name', client, support?.requestReference ?? null, reference]
}

/** Keeps the name of what the person found, so that it need not be read. */
export const rememberName = (reference: string, name: string): void => {
  queryClient.setQueryData(nameKey(reference), name)
}

export const rememberedName = (reference: string): string | undefined =>
  queryClient.getQueryData<string>(nameKey(reference)) || undefined

/** The names of device users; '' of those that the person may not see. */
const readNames = async (references: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const query = { filter: { device_user_references: [...references] }, limit: mostAtOnce }
  const answer = await readApi(calls.listDeviceUsers, { query, isPortalRead: true })
  return new Map(
    ('items' in answer ? answer.items : []).map(({ device_user_reference, first_name, surname }) => [
      device_user_reference,
      [first_name, surname].filter(Boolean).join(' '),
    ]),
  )
}

/** All rows of a list ask at once, and are answered by one call. */
const readName = batched(readNames, mostAtOnce)

const nameQuery = (reference: string) =>
  queryOptions({
    queryKey: nameKey(reference),
    queryFn: async () => (await readName(reference)) ?? '',
    staleTime: rarelyChangeMs,
  })

/**
 * Returns a function that names device users. The names that are not known yet are read; until then, and where the person may
 * not see them, it returns the reference.
 */
export const useNames = (references: readonly string[]): ((reference: string) => string) => {
  const can = useCan()
  useSession()
  const asked = [...new Set(references)]
  const enabled = can('device_users:read')
  const names = useQueries({ queries: asked.map((reference) => ({ ...nameQuery(reference), enabled })) })
  return (reference) => names[asked.indexOf(reference)]?.data || reference
}
