import { calls, type Payload } from '@holdfast/contract'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'

/** One request for as many rows as a page of the list has. */
const atATime = 50
/** Addresses are valid for an hour. */
const staleMs = 50 * 60_000

const hasContent = ({ payload_state, is_personal_number }: Payload): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

interface Thumbnails {
  /** By payload reference. */
  addresses: ReadonlyMap<string, string>
  /** Shows the pictures that the account's setting holds back; `null` if it holds back none. */
  show: (() => void) | null
}

/**
 * Addresses of the thumbnails of recordings that the person may play. Each request is put on the trail, so one covers a
 * whole page. If the account asks before pictures are shown, nothing is requested until `show`; what was requested
 * before remains visible.
 */
export const useThumbnails = (rows: readonly Payload[]): Thumbnails => {
  const mayPlay = useCan()('payloads:play')
  const { profile } = useProfile()
  const [isWanted, setWanted] = useState(false)
  const isRequested = mayPlay && (isWanted || profile?.account_settings.is_asking_before_pictures === false)
  const references = rows.filter(hasContent).map(({ payload_reference }) => payload_reference)
  const pages = Array.from({ length: Math.ceil(references.length / atATime) }, (_, page) =>
    references.slice(page * atATime, (page + 1) * atATime),
  )
  const { addresses, isAnyMissing } = useQueries({
    queries: pages.map((payload_references) => ({
      queryKey: ['thumbnails', payload_references],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readApi(calls.getData, { query: { payload_references, is_download: false, part: 'thumbnail' }, signal }),
      staleTime: staleMs,
      enabled: isRequested,
    })),
    combine: (answers) => ({
      addresses: new Map(
        answers
          .flatMap(({ data }) => data?.items ?? [])
          .flatMap(({ payload_reference, s3_url }) => (s3_url ? [[payload_reference, s3_url] as const] : [])),
      ),
      isAnyMissing: answers.some(({ data }) => data === undefined),
    }),
  })
  return { addresses, show: mayPlay && !isRequested && isAnyMissing ? () => setWanted(true) : null }
}
