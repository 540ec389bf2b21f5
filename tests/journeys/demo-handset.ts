import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { DocumentHandset } from '../conformance/document-handset.ts'

interface Identity {
  client: string
  enrolment_secret: string
  device_user_reference: string
}

/** A further handset of somebody of the London equities desk, whose recordings the test makes itself. */
export const equitiesHandset = async (device_reference: string): Promise<DocumentHandset> => {
  const file = await readFile(path.join(inject('productHome'), 'demo', 'fleet.json'), 'utf8')
  const { handsets } = JSON.parse(file) as { handsets: Identity[] }
  const identity = handsets.find(({ client }) => client === 'meridian')
  if (!identity) throw new Error('the fleet has no handset of meridian')
  const { client, enrolment_secret, device_user_reference } = identity
  const handset = new DocumentHandset({
    origin: inject('productOrigin'),
    client,
    enrolment_secret,
    device_user_reference,
    device_reference,
    installation_id: `installation of ${device_reference}`,
  })
  await handset.begin()
  return handset
}
