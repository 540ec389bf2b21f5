import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PayloadType } from '@holdfast/contract'
import { expect, inject } from 'vitest'
import { DocumentHandset } from '../conformance/document-handset.ts'

/** Far longer than it takes, even on a busy machine. */
const processedWithinMs = 60_000

interface Identity {
  client: string
  enrolment_secret: string
  device_user_reference: string
}

/** The product that all journeys share. */
const sharedProduct = () => ({ home: inject('productHome'), origin: inject('productOrigin') })
type Product = ReturnType<typeof sharedProduct>

/** Adds a handset for somebody of the London equities desk, with which the test makes recordings itself. */
export const equitiesHandset = async (
  device_reference: string,
  { home, origin }: Product = sharedProduct(),
): Promise<DocumentHandset> => {
  const file = await readFile(path.join(home, 'demo', 'fleet.json'), 'utf8')
  const { handsets } = JSON.parse(file) as { handsets: Identity[] }
  const identity = handsets.find(({ client }) => client === 'meridian')
  if (!identity) throw new Error('the fleet has no handset of meridian')
  const { client, enrolment_secret, device_user_reference } = identity
  const handset = new DocumentHandset({
    origin,
    client,
    enrolment_secret,
    device_user_reference,
    device_reference,
    installation_id: `installation of ${device_reference}`,
  })
  await handset.begin()
  return handset
}

/** A file of the media folder that a handset records. */
export interface MediaSample {
  file: string
  payload_type: 'Call' | 'Interview' | 'Photo' | 'Video'
  content_type: string
}

export const mediaFile = (name: string): Promise<Buffer> => readFile(new URL(`../../media/${name}`, import.meta.url))

const callParties = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

/** Records, seals and uploads a file, waits until it can be played, and returns the recording's reference. */
export const recordOnHandset = async (
  { file, payload_type, content_type }: MediaSample,
  product?: Product,
): Promise<string> => {
  const meta = { content_type, ...(payload_type === 'Call' ? callParties : {}) }
  const handset = await equitiesHandset(`R58-${path.parse(file).name}`, product)
  return recordWith(handset, await mediaFile(file), payload_type, meta)
}

/** The same of any content, with the metadata that the handset registers. */
export const recordContent = async (
  device_reference: string,
  content: Buffer,
  payload_type: PayloadType,
  meta: Record<string, unknown>,
): Promise<string> => recordWith(await equitiesHandset(device_reference), content, payload_type, meta)

const recordWith = async (
  handset: DocumentHandset,
  content: Buffer,
  payload_type: PayloadType,
  meta: Record<string, unknown>,
): Promise<string> => {
  const recording = handset.record(content, payload_type, meta)
  const { payload_reference, size } = recording.registration
  await handset.register(recording.registration)
  await handset.uploadPart(recording, 0, size)
  await expect.poll(() => handset.status(payload_reference), { timeout: processedWithinMs }).toBe('processed')
  return payload_reference
}
