import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PersonalNumber, PublicKey } from './fields.ts'
import { KeyAlgorithm, KeyId } from './public-keys.ts'
import { ServiceName } from './services.ts'
import { Timestamp } from './times.ts'

const Limit = Type.Integer({ minimum: 1 })

export const DeviceConfiguration = Type.Object(
  {
    services: Type.Array(ServiceName),
    personal_numbers: Type.Array(PersonalNumber),
    public_key: Type.Object({ key_id: KeyId, algorithm: KeyAlgorithm, public_key: PublicKey }),
    next_sequence: Type.Integer({
      minimum: 0,
      description: 'Follows the highest sequence known; where a handset that lost its counter goes on',
    }),
    server_time: Timestamp,
    upload_limits: Type.Object({
      max_payload_bytes: Limit,
      max_part_bytes: Limit,
      max_inline_bytes: Limit,
      max_batch_items: Limit,
    }),
  },
  { title: 'DeviceConfiguration', description: 'What a device needs to know to record, seal and upload.' },
)
export type DeviceConfiguration = Static<typeof DeviceConfiguration>

export const getDeviceConfiguration = call({
  catalogue: 'device',
  method: 'GET',
  path: '/configuration',
  summary: 'Gives a device its services, personal numbers, current public key and limits.',
  action: 'device',
  response: DeviceConfiguration,
  errors: ['device.deactivated'],
  beyondSpecification: true,
})
