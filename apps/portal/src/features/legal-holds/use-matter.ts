import { calls, type Matter } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi, session } from '../../shared/api/client.ts'
import { batched } from '../../shared/found/batched.ts'

const mostAtOnce = 100

/** All rows of the list ask at once, and are answered by one call. */
const readMatter = batched(async (references): Promise<ReadonlyMap<string, Matter>> => {
  const query = { filter: { matter_references: [...references] }, limit: mostAtOnce }
  const answer = await readApi(calls.listMatters, { query, isPortalRead: true })
  return new Map(('items' in answer ? answer.items : []).map((matter) => [matter.matter_reference, matter]))
}, mostAtOnce)

/** The matter of a hold; `undefined` until it is read. Its key makes it stale with the list of matters. */
export const useMatter = (reference: string): Matter | null | undefined => {
  const { client, support } = session.state()
  const { catalogue, path } = calls.listMatters
  return useQuery({
    queryKey: ['one', catalogue, path, client, support?.requestReference ?? null, reference],
    queryFn: async () => (await readMatter(reference)) ?? null,
    staleTime: 60_000,
  }).data
}
