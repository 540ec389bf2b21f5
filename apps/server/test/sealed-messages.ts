import type { MessageContent, PayloadType } from '@holdfast/contract'
import { sealBytes } from '@holdfast/custody'
import { ulid } from 'ulid'
import { addRows, type NewRow } from '../../../tests/setup/rows.ts'
import type { TestAccount } from '../../../tests/setup/test-account.ts'

export interface NewMessage {
  group: string
  payload_type?: PayloadType
  fields?: Partial<NewRow<'payloads'>>
}

/** Adds a processed message of the group's device `<group>-1`, sealed to the account's key. Returns its reference. */
export const addMessage = async (
  account: TestAccount,
  content: MessageContent | string,
  { group, payload_type = 'SMS', fields = {} }: NewMessage,
): Promise<string> => {
  const key = await account.read((tx) => account.server.api.platform.clientKeys.currentPublicKey(tx))
  if (!key) throw new Error('The account has no key')
  const payload_reference = ulid()
  const device_reference = `${group}-1`
  const document = typeof content === 'string' ? { text: content } : content
  const { content: sealed, ...seal } = await sealBytes(Buffer.from(JSON.stringify(document)), {
    payload_reference,
    payload_type,
    device_reference,
    public_key: key.public_key,
  })
  const stored = { s3_path: null, is_content_in_table: true }
  const row = { payload_reference, group, device_reference, payload_type, ...seal, ...stored, ...fields }
  await account.write(async (tx) => {
    await addRows(tx, 'payloads', [row])
    await addRows(tx, 'payload_contents', [{ payload_reference, sealed: Buffer.from(sealed) }])
  })
  return payload_reference
}
