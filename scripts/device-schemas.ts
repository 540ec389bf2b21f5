import {
  contentTypes,
  DeviceLog,
  DeviceTelemetry,
  GpsPosition,
  MessageContent,
  PayloadRegistration,
  type PayloadType,
  payloadMetaSchemas,
  payloadTypes,
  VerifyRequest,
} from '@holdfast/contract'

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const sealed = ['key_id', 'encrypted_dek', 'iv', 'checksum', 'size'] as const

/** The JSON of a schema without `rule`, which names a message of the portal and means nothing to a handset. */
const written = (schema: object): string =>
  `${JSON.stringify({ $schema: dialect, ...schema }, (name, value: unknown) => (name === 'rule' ? undefined : value), 2)}\n`

/** The schema of an item of `POST /payloads` for one payload type. */
const registrationOf = (type: PayloadType): object => {
  const { key_id, encrypted_dek, iv, checksum, size, content, ...others } = PayloadRegistration.properties
  const types: readonly string[] | null = contentTypes[type]
  const hasContent = types === null || types.length > 0
  const properties = {
    ...others,
    payload_type: { const: type },
    payload_state: { const: hasContent ? 'Recorded' : 'NotRecorded' },
    ...(hasContent ? { key_id, encrypted_dek, iv, checksum, size, content } : {}),
    meta: payloadMetaSchemas[type],
  }
  return {
    title: `A registration of type ${type}`,
    type: 'object',
    properties,
    required: [...PayloadRegistration.required, ...(hasContent ? sealed : [])],
    additionalProperties: false,
  }
}

/** The files of docs/schemas: the bodies that handsets send, from the contract. */
export const deviceSchemas = (): Record<string, string> => ({
  'verify.json': written(VerifyRequest),
  ...Object.fromEntries(payloadTypes.map((type) => [`${type}.json`, written(registrationOf(type))])),
  'message-content.json': written(MessageContent),
  'log-line.json': written(DeviceLog),
  'position.json': written(GpsPosition),
  'telemetry.json': written(DeviceTelemetry),
})
