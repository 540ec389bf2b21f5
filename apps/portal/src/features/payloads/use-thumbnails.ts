import { calls, type Payload } from '@holdfast/contract'
import { useQueries } from '@tanstack/react-query'
import { readApi } from '../../shared/api/client.ts'

/** One request for as many rows as a page of the list has. */
const atATime = 50
/** Addresses are valid for an hour. */
const staleMs = 50 * 60_000

const hasContent = ({ payload_state, is_personal_number }: Payload): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

/**
 * Addresses of the thumbnails of recordings that the person may play, by reference. Each request is put on the trail, so
 * one covers a whole page.
 */
export const useThumbnails = (rows: readonly Payload[]): ReadonlyMap<string, string> => {
  const references = rows.filter(hasContent).map(({ payload_reference }) => payload_reference)
  const pages = Array.from({ length: Math.ceil(references.length / atATime) }, (_, page) =>
    references.slice(page * atATime, (page + 1) * atATime),
  )
  return useQueries({
    queries: pages.map((payload_references) => ({
      queryKey: ['thumbnails', payload_references],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readApi(calls.getData, { query: { payload_references, is_download: false, part: 'thumbnail' }, signal }),
      staleTime: staleMs,
    })),
    combine: (answers) =>
      new Map(
        answers
          .flatMap(({ data }) => data?.items ?? [])
          .flatMap(({ payload_reference, s3_url }) => (s3_url ? [[payload_reference, s3_url] as const] : [])),
      ),
  })
}
