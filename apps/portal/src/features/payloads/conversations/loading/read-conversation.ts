import { type CallInput, type ConversationPage, calls } from '@holdfast/contract'
import { readApi } from '../../../../shared/api/client.ts'
import type { ConversationKey } from '../../messages/conversation-address.ts'
import { withReason } from '../../reasons/ask-reason.ts'
import { rememberReason } from '../../reasons/given-reasons.ts'

type Query = CallInput<typeof calls.getConversation>['query']

export const reasonScopeOf = ({ device_reference, thread_id }: ConversationKey): string =>
  `conversation ${device_reference} ${thread_id}`

/** Reads messages with their texts. A reason that the person gave for the conversation holds for the messages in it, too. */
export const readMessages = (params: ConversationKey, query: Query, signal?: AbortSignal): Promise<ConversationPage> =>
  withReason(reasonScopeOf(params), async (given) => {
    const page = await readApi(calls.getConversation, {
      params,
      query: { ...query, ...given },
      ...(signal && { signal }),
    })
    const shown = page.items.filter(({ status }) => status === 'Ok').map(({ payload_reference }) => payload_reference)
    if (given.reason !== undefined) rememberReason(shown, given.reason)
    return page
  })
