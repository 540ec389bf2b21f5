import { type CallDeclaration, calls, ProductError } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { type Audience, audienceOf } from '../hosts/index.ts'

/**
 * Each portal's host serves its own people alone, so that nothing that one host was given is worth anything at the other.
 * @throws ProductError `auth.other_host`
 */
export const assertHostServes = ({ audiences }: FastifyRequest, ...any: readonly Audience[]): void => {
  if (!any.some((audience) => audiences.has(audience))) throw new ProductError('auth.other_host')
}

/** @throws ProductError `auth.other_host` */
export const assertHostServesPublic = (request: FastifyRequest, call: CallDeclaration, client: string): void => {
  // A playback address tells whom it was given to once it is read: `getMedia` asks then.
  if (call === calls.getMedia) return
  assertHostServes(request, call === calls.verifyDevice ? 'programs' : audienceOf(client))
}
