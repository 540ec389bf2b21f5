import { calls, type Matter } from '@holdfast/contract'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { readApi, session } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { batched } from '../found/batched.ts'
import { useEvents } from '../live/use-events.ts'
import { useSession } from '../session/use-session.ts'

const mostAtOnce = 100

/** All rows of the list ask at once, and are answered by one call. */
const readMatter = batched(async (references): Promise<ReadonlyMap<string, Matter>> => {
  const query = { filter: { matter_references: [...references] }, limit: mostAtOnce }
  const answer = await readApi(calls.listMatters, { query, isPortalRead: true })
  return new Map(('items' in answer ? answer.items : []).map((matter) => [matter.matter_reference, matter]))
}, mostAtOnce)

/** Its key makes it stale with the list of matters. */
const matterQuery = (reference: string) => {
  const { client, support } = session.state()
  const { catalogue, path } = calls.listMatters
  return queryOptions({
    queryKey: ['one', catalogue, path, client, support?.requestReference ?? null, reference],
    queryFn: async () => (await readMatter(reference)) ?? null,
    staleTime: 60_000,
  })
}

/** The matter of a hold; `undefined` until it is read. */
export const useMatter = (reference: string): Matter | null | undefined => {
  useSession()
  return useQuery(matterQuery(reference)).data
}

/** The matter of a screen, read again when somebody changes it. `null`: the person sees none with this reference. */
export const useMatterOfScreen = (reference: string) => {
  useSession()
  const query = matterQuery(reference)
  useEvents((event) => {
    if (event.kind === 'matter' && event.reference === reference) readAgain(queryClient, query.queryKey)
  })
  return useQuery(query)
}

/** Reads matters whose titles a screen shows by `titleOfMatter`, and renders it again once they are known. */
export const useMatters = (references: readonly string[]): void => {
  useSession()
  useQueries({ queries: references.map(matterQuery) })
}

/** The title of a matter that was read. */
export const titleOfMatter = (reference: string): string | undefined =>
  queryClient.getQueryData<Matter | null>(matterQuery(reference).queryKey)?.title
