import { calls, type Payload } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../api/client.ts'
import { batched } from '../found/batched.ts'
import { useCan } from '../session/profile.ts'
import { useSession } from '../session/use-session.ts'

const mostAtOnce = 100
const rarelyChangeMs = 10 * 60_000

/** All rows of a list ask at once, and are answered by one call. */
const readRecording = batched(async (references): Promise<ReadonlyMap<string, Payload>> => {
  const query = { filter: { payload_references: [...references] }, limit: mostAtOnce }
  const answer = await readApi(calls.listPayloads, { query })
  return new Map(('items' in answer ? answer.items : []).map((payload) => [payload.payload_reference, payload]))
}, mostAtOnce)

/** A recording that lists name by its reference; `null` for people who may not read it. */
export const useRecording = (reference: string): Payload | null | undefined => {
  const can = useCan()
  const { client, support } = useSession()
  return useQuery({
    queryKey: ['recording', client, support?.requestReference ?? null, reference],
    queryFn: async () => (await readRecording(reference)) ?? null,
    staleTime: rarelyChangeMs,
    enabled: can('payloads:read'),
  }).data
}
