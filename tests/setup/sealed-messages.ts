import { type PayloadMeta, type PayloadType, payloadTypes } from '@holdfast/contract'
import { importPublicKey, sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { countMessagesStatement } from '../../apps/server/src/modules/conversations/index.ts'
import { storeContentsStatement } from '../../apps/server/src/modules/payloads/index.ts'
import { addRows, type NewRow } from './rows.ts'
import type { TestAccount } from './test-account.ts'

export interface SealedMessage {
  text: string
  thread_id: string
  group: string
  device_reference: string
  payload_time: Date
  payload_type?: PayloadType
  subject?: string
  meta?: Partial<PayloadMeta>
  /** Other columns of its row. */
  row?: Partial<NewRow<'payloads'>>
}

let sequence = 0

/**
 * Adds processed messages with sealed content, as registration and processing leave them.
 * @returns their references, in order
 */
export const addSealedMessages = async (
  account: Pick<TestAccount, 'server' | 'write' | 'read'>,
  messages: readonly SealedMessage[],
): Promise<string[]> => {
  const { clientKeys } = account.server.api.platform
  const key = await account.read((tx) => clientKeys.currentPublicKey(tx))
  if (!key) throw new Error('The account has no key')
  const public_key = await importPublicKey(key.public_key)
  const seal = async (message: SealedMessage) => {
    const { payload_type = 'SMS', device_reference } = message
    const payload_reference = ulid()
    const content = Buffer.from(JSON.stringify({ text: message.text, subject: message.subject }))
    const context = { payload_reference, payload_type, device_reference }
    const { content: bytes, ...columns } = await sealBytes(content, { ...context, public_key })
    return { message, row: { ...context, ...columns }, content: { payload_reference, sealed: Buffer.from(bytes) } }
  }
  const sealed = await Promise.all(messages.map(seal))
  await account.write(async (tx) => {
    await addRows(
      tx,
      'payloads',
      sealed.map(({ message, row }) => ({
        ...row,
        group: message.group,
        sequence: payloadTypes.length * 100 + sequence++,
        s3_path: null,
        is_content_in_table: true,
        payload_time: message.payload_time,
        meta: JSON.stringify({
          direction: 'I',
          message_parties: [{ phone_number: '+447700900123', name: 'Ben Low', role: 'from' }],
          thread_id: message.thread_id,
          ...message.meta,
        }),
        ...message.row,
      })),
    )
    const references = sealed.map(({ row }) => row.payload_reference)
    await tx.executeAll([
      storeContentsStatement(
        tx.client,
        sealed.map(({ content }) => content),
      ),
      countMessagesStatement({ client: tx.client, references }),
    ])
  })
  return sealed.map(({ row }) => row.payload_reference)
}
