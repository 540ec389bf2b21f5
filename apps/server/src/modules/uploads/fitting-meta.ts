import { type PayloadRegistration, type PayloadType, payloadMetaSchemas } from '@holdfast/contract'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new Map<PayloadType, Pick<Validator, 'Check'>>()

/** Whether the metadata of a registration is that of its type: by the contract's schema, compiled when first needed. */
export const hasFittingMeta = ({ payload_type, meta }: PayloadRegistration): boolean => {
  const check = compiled.get(payload_type) ?? Compile(payloadMetaSchemas[payload_type])
  compiled.set(payload_type, check)
  return check.Check(meta)
}
