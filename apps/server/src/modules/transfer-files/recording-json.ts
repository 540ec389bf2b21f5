import { calls, Payload } from '@holdfast/contract'
import { itemFormat } from '../../platform/http/index.ts'

/** Compiled when the first transfer needs it. */
let compiled: ReturnType<typeof itemFormat> | undefined
const format = () => {
  compiled ??= itemFormat(calls.getPayload, Payload)
  return compiled
}

/**
 * The fields of a recording as the API gives them, in the order of the contract. A destination has no right to read reviews, so that
 * `disposition` is null.
 */
export const recordingFields = (payload: Payload): Readonly<Record<string, unknown>> =>
  JSON.parse(recordingLine(payload))

/** The same as JSON on one line. */
export const recordingLine = (payload: Payload): string => {
  const sent = { ...payload, disposition: null }
  const { assertValid, write } = format()
  assertValid(sent)
  return write(sent)
}

/** A JSON document that people can read. */
export const jsonDocument = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
