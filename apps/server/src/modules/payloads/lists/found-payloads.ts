import type { Found } from '@holdfast/contract'
import { type FoundOfKind, firstOfKind, type RequestContext } from '../../../core/calls/index.ts'
import { findPayload } from '../rows/get-payload.ts'

const payloadReference = /^\S{26,36}$/u

/** The recording with this reference, if the caller may read it. Most references are ULIDs, whose letters may be typed small. */
export const foundPayloads = async (ctx: RequestContext, text: string): Promise<FoundOfKind> => {
  const references = [...new Set([text, text.toUpperCase()])].filter((reference) => payloadReference.test(reference))
  const found: Found[] = []
  for (const reference of references) {
    const payload = await ctx.read((tx) => findPayload(tx, reference))
    if (!payload || !(await ctx.can('payloads:read', payload.group, payload.payload_type))) continue
    found.push({ kind: 'payload', reference, name: null, payload_type: payload.payload_type })
  }
  return firstOfKind(found)
}
