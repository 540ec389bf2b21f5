import { calls, type MessageSnippet, messageTypes, type Payload, type UserProfile } from '@holdfast/contract'
import { useQueries } from '@tanstack/react-query'
import { createContext, useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { nextBatches } from '../../../shared/list/batches-in-view.ts'
import { whyNotToAsk } from '../content/why-not.ts'
import { isAskedForReasons } from '../reasons/ask-reason.ts'

/** As long as the rows of lists. */
const keptMs = 60 * 60_000

const queryName = 'snippets'

/** The requests of an earlier visit to the list, whose answers somebody who comes back still has. */
const keptBatches = (): readonly (readonly string[])[] =>
  queryClient
    .getQueriesData({ queryKey: [queryName] })
    .flatMap(([[, references], answer]) => (answer === undefined ? [] : [references as readonly string[]]))

/** By payload reference. `undefined` while a message was not requested, `null` if it could not be read. */
export type Snippets = ReadonlyMap<string, MessageSnippet | null>

export const ShownSnippets = createContext<Snippets>(new Map())

/**
 * Returns the reference of a message whose beginning a list can show, and `null` of others: accounts that ask for a reason show it on the
 * message's own screen.
 */
export const readableMessage =
  (profile: UserProfile) =>
  (payload: Payload): string | null =>
    isMessage(payload) && whyNotToAsk(payload, profile) === null && !isAskedForReasons(profile)
      ? payload.payload_reference
      : null

export const isMessage = ({ payload_type }: Payload): boolean => messageTypes.some((type) => type === payload_type)

/**
 * The beginnings of messages that came into view. Each request is put on the trail for each of its messages, so none is made for what was
 * not in view, and one covers what came into view together.
 */
export const useSnippets = () => {
  const [batches, setBatches] = useState(keptBatches)
  const snippets = useQueries({
    queries: batches.map((payload_references) => ({
      queryKey: [queryName, payload_references],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readApi(calls.getSnippets, { query: { payload_references: [...payload_references] }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: keptMs,
    })),
    combine: (answers): Snippets =>
      new Map(
        answers.flatMap(({ data, isError }, place): [string, MessageSnippet | null][] =>
          isError
            ? (batches[place] ?? []).map((reference) => [reference, null])
            : (data?.items ?? []).map((item) => [item.payload_reference, item]),
        ),
      ),
  })
  return {
    snippets,
    onSeen: (references: readonly string[]) => setBatches((before) => nextBatches(before, references)),
  }
}
