import { type CallDeclaration, calls, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { type Audience, audienceOf } from '../hosts/index.ts'

/**
 * Each portal's host serves only its own people, so that credentials given to one host are useless at the other.
 * @throws ProductError `auth.other_host`
 */
export const assertHostServes = ({ audiences }: FastifyRequest, ...any: readonly Audience[]): void => {
  if (!any.some((audience) => audiences.has(audience))) throw new ProductError('auth.other_host')
}

/** @throws ProductError `auth.other_host` */
export const assertHostServesPublic = (request: FastifyRequest, call: CallDeclaration, client: string): void => {
  // These addresses name their recipient only once they are decoded; the handlers check the host then.
  if (call === calls.getMedia || call === calls.headMedia || call === calls.getExport) return
  assertHostServes(
    request,
    call === calls.verifyDevice || call.catalogue === 'device' ? 'programs' : audienceOf(client),
  )
}
