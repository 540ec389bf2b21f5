import { createHash } from 'node:crypto'
import { type PayloadRegistration, serviceNames } from '@holdfast/contract'
import { importPublicKey, sealBytes } from '@holdfast/custody'
import { openHandset } from '@holdfast/device-kit'
import { openFolderStorage } from '@holdfast/device-kit/folder-storage'
import { addDeviceUser } from '../../apps/server/src/modules/device-users/index.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { client, type Installation } from './installation.ts'

/** An authenticated handset that always has further recordings to send. */
export interface BusyHandset {
  device_reference: string
  access_token: string
  /** The next recordings, each with its own reference, sequence number and sealed bytes. */
  nextRegistrations: (count: number) => PayloadRegistration[]
  /** The next messages, each sealed by itself, so that they can be processed. */
  nextMessages: (count: number) => Promise<PayloadRegistration[]>
}

interface SealedMessage {
  key_id: string
  encrypted_dek: string
  iv: string
  checksum: string
  content: Buffer
}

const plainBytes = 1_024
const ownBytes = 16

/** Onboards a user, authenticates their handset by the real call, and seals a message as handsets do. */
export const openBusyHandset = async (
  { platform, account, home }: Installation,
  origin: string,
  name: string,
): Promise<BusyHandset> => {
  await platform.database.transaction(client, (tx) =>
    addDeviceUser(
      tx,
      {
        device_user_reference: `user-${name}`,
        group: 'Group 000',
        services: [...serviceNames],
        email: `${name}@example.com`,
        first_name: 'Bench',
        surname: name,
      },
      'bench',
    ),
  )
  const handset = await openHandset({
    storage: await openFolderStorage(`${home}/vault-${name}`),
    origin,
    client,
    enrolment_secret: account.enrolment_secret,
    device_user_reference: `user-${name}`,
    device_info: { model: 'Bench 1', os_version: '16', app_version: '1', serial_number: name },
    phone_numbers: [],
    imeis: [],
  })
  const { access_token } = await handset.authenticate()
  const { public_key } = await handset.configuration()
  const { content, key_id, encrypted_dek, iv } = await sealBytes(new Uint8Array(plainBytes), {
    payload_reference: newId(),
    payload_type: 'SMS',
    device_reference: name,
    public_key: public_key.public_key,
  })
  let sequence = 0
  /** For ingest, which opens nothing: the sealed bytes need only differ. Sealing is not part of ingest. */
  const nextRegistration = (): PayloadRegistration => {
    const payload_reference = newId()
    const own = Buffer.from(content)
    own.write(payload_reference.slice(-ownBytes), own.length - ownBytes)
    const checksum = createHash('sha256').update(own).digest('hex')
    return registrationOf(payload_reference, { key_id, encrypted_dek, iv, checksum, content: own })
  }
  const importedKey = await importPublicKey(public_key.public_key)
  const message = Buffer.from(JSON.stringify({ text: 'm'.repeat(plainBytes - JSON.stringify({ text: '' }).length) }))
  const nextMessage = async (): Promise<PayloadRegistration> => {
    const payload_reference = newId()
    const context = { payload_reference, payload_type: 'SMS', device_reference: name }
    const sealed = await sealBytes(message, { ...context, public_key: importedKey })
    return registrationOf(payload_reference, { ...sealed, content: Buffer.from(sealed.content) })
  }
  const registrationOf = (
    payload_reference: string,
    { key_id, encrypted_dek, iv, checksum, content }: SealedMessage,
  ): PayloadRegistration => {
    return {
      payload_reference,
      sequence: sequence++,
      payload_type: 'SMS',
      payload_time: new Date().toISOString(),
      payload_state: 'Recorded',
      key_id,
      encrypted_dek,
      iv,
      checksum,
      size: content.length,
      numbers: ['+442079460123'],
      meta: {
        message_parties: [{ phone_number: '+442079460123', name: 'Counterparty', role: 'from' }],
        direction: 'I',
        length: 120,
        thread_id: 'thread 1',
        timezone: 'Europe/London',
      },
      content: content.toString('base64'),
    }
  }
  return {
    device_reference: name,
    access_token,
    nextRegistrations: (count) => Array.from({ length: count }, nextRegistration),
    nextMessages: (count) => Promise.all(Array.from({ length: count }, nextMessage)),
  }
}
