import { calls, type RetentionPolicy } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/session/use-session.ts'

/** The data that a waiting change frees, counted now by the preview of its rules. The read is on the trail, so it happens once. */
export const useFreed = (
  { version, entities, payloads, settings, is_locked }: NonNullable<RetentionPolicy['pending']>,
  isAskedAtOnce: boolean,
) => {
  const [asked, setAsked] = useState<number | null>(null)
  const { client, support } = useSession()
  const isAsked = isAskedAtOnce || asked === version
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['freed', client, support?.requestReference ?? null, version],
    queryFn: () => readApi(calls.previewRetention, { body: { entities, payloads, settings, is_locked } }),
    enabled: isAsked,
    staleTime: 5 * 60_000,
  })
  return {
    preview: data,
    error,
    isLoading: isAsked && isFetching,
    isAsked,
    ask: () => setAsked(version),
    readAgain: () => void refetch(),
  }
}
export type Freed = ReturnType<typeof useFreed>
