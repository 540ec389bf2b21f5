import { calls, type PersonName } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { readApi } from '../../../shared/api/client.ts'

const pauseMs = 150

/**
 * The people who may read a recording and its comments, by what was typed of a name.
 * @param typed `null` while nobody is looked for
 */
export const useMentionable = (payload_reference: string, typed: string | null): readonly PersonName[] => {
  const [text] = useDebouncedValue(typed, pauseMs)
  const { data } = useQuery({
    queryKey: ['mentionable', payload_reference, text],
    enabled: text !== null && typed !== null,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readApi(calls.listMentionable, {
        params: { payload_reference },
        query: { text: text ?? '' },
        isPortalRead: true,
        signal,
      }),
  })
  return typed === null ? [] : (data?.items ?? [])
}
