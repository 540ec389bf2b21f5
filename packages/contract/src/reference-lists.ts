import { type TSchema, Type } from 'typebox'
import { PayloadReference, Ulid } from './fields.ts'
import { limits } from './limits.ts'

/** A batch of references: 1 to 100, each once (rules-and-calls section 5). */
export const batchOf = <T extends TSchema>(reference: T) =>
  Type.Array(reference, { minItems: 1, maxItems: limits.maxReferencesInBatch, uniqueItems: true })

export const AlertReferences = batchOf(Ulid)
export const PayloadReferences = batchOf(PayloadReference)
export const UlidList = batchOf(Ulid)

/** A filter that matches any of 1 to 100 values. */
export const anyOf = <T extends TSchema>(value: T) =>
  Type.Optional(Type.Array(value, { minItems: 1, maxItems: limits.maxReferencesInBatch }))
