import { readFileSync } from 'node:fs'
import {
  calls,
  DeviceLog,
  DeviceTelemetry,
  deviceCommandTypes,
  GpsPosition,
  payloadMetaSchemas,
} from '@holdfast/contract'
import { describe, expect, it } from 'vitest'

/** docs/device-calls.md is all that a handset team has: whatever the contract knows has to stand in it. */
const text = readFileSync(new URL('../../docs/device-calls.md', import.meta.url), 'utf8')
const words = new Set(text.match(/[\w.]+/g))

const deviceCalls = Object.values(calls).filter((call) => call.catalogue === 'device' || call === calls.verifyDevice)

/** Every field name within a schema. */
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
  it.each(deviceCalls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s is whole', (_name, call) => {
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
  })

  it('names every field of what a handset reports', () => {
    const expected = [DeviceLog, GpsPosition, DeviceTelemetry, ...Object.values(payloadMetaSchemas)].flatMap(fieldsOf)
    expect(expected.filter((word) => !words.has(word))).toEqual([])
  })

  it('names every command and payload type', () => {
    const expected = [...deviceCommandTypes, ...Object.keys(payloadMetaSchemas)]
    expect(expected.filter((word) => !words.has(word))).toEqual([])
  })
})
