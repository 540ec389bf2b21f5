import type { CallInput, calls, RetentionPreview } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { changeOfPolicy } from './change-of-policy.ts'
import { readPolicies } from './stored-policies.ts'
import { visiblePayloads } from './visible-payloads.ts'

/** `POST /account/retention/preview`: counts the whole account, and names recordings that the caller may see as examples. @throws ProductError as saving it would */
export const previewRetention = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.previewRetention>,
): Promise<RetentionPreview> => {
  const isVisible = await visiblePayloads(ctx)
  return ctx.read(async (tx) => {
    const change = await changeOfPolicy(tx, await readPolicies(tx), body, isVisible)
    const { is_longer, effective_at, needs_second_person, freed } = change
    return { is_longer, effective_at: effective_at.toISOString(), needs_second_person, freed }
  })
}
