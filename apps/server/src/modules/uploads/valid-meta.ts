import { type PayloadRegistration, type PayloadType, payloadMetaSchemas } from '@holdfast/contract'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new Map<PayloadType, Pick<Validator, 'Check'>>()

/** Whether the metadata of a registration matches the contract's schema for its type. Schemas are compiled on first use. */
export const hasValidMeta = ({ payload_type, meta }: PayloadRegistration): boolean => {
  const check = compiled.get(payload_type) ?? Compile(payloadMetaSchemas[payload_type])
  compiled.set(payload_type, check)
  return check.Check(meta)
}
