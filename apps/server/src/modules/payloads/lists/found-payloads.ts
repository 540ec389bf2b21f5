import type { Found } from '@holdfast/contract'
import { type FoundOfKind, firstOfKind, type RequestContext } from '../../../core/calls/index.ts'
import { findPayloads } from '../rows/get-payload.ts'
import { findLegacyPayloads } from '../rows/legacy-payloads.ts'

const payloadReference = /^\S{26,36}$/u

/** A former system gives a reference once: this many have one that several systems gave. */
const mostOfLegacy = 20

/**
 * The recording with this reference, and legacy ones with this reference in their former system, if the caller may read them. Most
 * references are ULIDs, whose letters may be typed small.
 */
export const foundPayloads = async (ctx: RequestContext, text: string): Promise<FoundOfKind> => {
  const references = [...new Set([text, text.toUpperCase()])].filter((reference) => payloadReference.test(reference))
  const payloads = await ctx.read(async (tx) => [
    ...(await findPayloads(tx, references)),
    ...(await findLegacyPayloads(tx, text, mostOfLegacy)),
  ])
  const found: Found[] = []
  for (const { payload_reference: reference, payload_type, group } of payloads) {
    if (!(await ctx.can('payloads:read', group, payload_type))) continue
    found.push({ kind: 'payload', reference, name: null, payload_type })
  }
  return firstOfKind(found)
}
