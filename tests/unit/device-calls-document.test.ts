import { readFileSync } from 'node:fs'
import {
  calls,
  checkPayloadRegistration,
  contentTypes,
  DeviceLog,
  DeviceTelemetry,
  deviceCommandTypes,
  deviceFailureReasons,
  GpsPosition,
  MessageContent,
  payloadMetaSchemas,
  payloadTypes,
} from '@holdfast/contract'
import { describe, expect, it } from 'vitest'
import { accepts } from '../../packages/contract/test/both-validators.ts'
import { deviceSchemas } from '../../scripts/device-schemas.ts'
import { messageExample, metaExamples } from '../conformance/document-examples.ts'

/** Handset teams have only docs/device-calls.md, so it must contain everything that the contract defines for them. */
const text = readFileSync(new URL('../../docs/device-calls.md', import.meta.url), 'utf8')
const words = new Set(text.match(/[\w.]+/g))

const deviceCalls = Object.values(calls).filter((call) => call.catalogue === 'device' || call === calls.verifyDevice)

/** All field names of a schema. */
const fieldsOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  if (schema === null || typeof schema !== 'object') return []
  const { properties = {}, ...rest } = schema as { properties?: Record<string, unknown> }
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(fieldsOf),
    ...Object.values(rest).flatMap(fieldsOf),
  ]
}

describe('the guide to the device calls', () => {
  it.each(deviceCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'describes %s completely',
    (_name, call) => {
      const {
        params,
        body,
        response,
        errors = [],
      } = call as {
        params?: unknown
        body?: unknown
        response?: unknown
        errors?: readonly string[]
      }
      expect(text).toContain(call.path)
      const expected = [...fieldsOf(params), ...fieldsOf(body), ...fieldsOf(response), ...errors]
      expect(expected.filter((word) => !words.has(word))).toEqual([])
    },
  )

  it('names every field that a handset reports', () => {
    const expected = [DeviceLog, GpsPosition, DeviceTelemetry, ...Object.values(payloadMetaSchemas)].flatMap(fieldsOf)
    expect(expected.filter((word) => !words.has(word))).toEqual([])
  })

  it.each(payloadTypes)('has an example of a %s that its schema and the server accept', (payload_type) => {
    const meta = metaExamples.get(payload_type) ?? {}
    expect(Object.keys(meta)).not.toEqual([])
    const schema = JSON.parse(deviceSchemas()[`${payload_type}.json`] ?? '') as object
    const isWithout = payload_type === 'AbortedCall' || payload_type === 'BlockedCall'
    const sealed = { key_id: 'k', encrypted_dek: 'd', iv: 'i', checksum: 'a'.repeat(64), size: 60 }
    const item = {
      payload_reference: '01JD3Q6Z8M4T2V9XK5N7R1B0WA',
      sequence: 0,
      payload_type,
      payload_time: '2026-01-31T11:58:03.120Z',
      payload_state: isWithout ? ('NotRecorded' as const) : ('Recorded' as const),
      ...(isWithout ? {} : sealed),
      numbers: [],
      meta,
    }
    expect(accepts(schema, item)).toBe(true)
    expect(checkPayloadRegistration(item)).toEqual([])
    expect(accepts(schema, { ...item, colour: 'red' })).toBe(false)
    expect(accepts(schema, { ...item, payload_state: isWithout ? 'Recorded' : 'NotRecorded' })).toBe(false)
  })

  it('has an example of a message, and names every media type and reason of failure', () => {
    expect(accepts(MessageContent, messageExample)).toBe(true)
    expect(fieldsOf(MessageContent).filter((word) => !words.has(word))).toEqual([])
    const types = Object.values(contentTypes).flatMap((each: readonly string[] | null) => each ?? [])
    expect([...types, ...deviceFailureReasons].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('names every command and payload type', () => {
    const expected = [...deviceCommandTypes, ...Object.keys(payloadMetaSchemas)]
    expect(expected.filter((word) => !words.has(word))).toEqual([])
  })
})
