import { enqueueStatement, type PayloadRow, type Statement } from '../../platform/database/index.ts'
import { collectStatement } from './collect-messages.ts'
import { isBatched } from './message-batches.ts'
import { processPayloadJob } from './process-payload-job.ts'

type Waiting = Pick<PayloadRow, 'payload_reference' | 'payload_type' | 'is_content_in_table'> &
  Partial<Pick<PayloadRow, 'lost_passes'>>

/**
 * The statements that enqueue the processing of payloads that wait in Uploaded: of small messages together, of others one by
 * one. Best among the last ones of their transaction.
 * @param options `unlessRunning`: for callers without new information, see `enqueueStatement`
 */
export const processingStatements = (
  client: string,
  payloads: readonly Waiting[],
  options: { unlessRunning?: boolean } = {},
): Statement[] => {
  const isMessage = (payload: Waiting) => isBatched({ lost_passes: 0, ...payload })
  const others = payloads.filter((payload) => !isMessage(payload))
  return [
    ...(others.length > 0
      ? [
          enqueueStatement(
            processPayloadJob,
            others.map(({ payload_reference }) => ({ client, payload_reference })),
            options,
          ),
        ]
      : []),
    ...(payloads.some(isMessage) ? [collectStatement(client)] : []),
  ]
}
