import type { CallDeclaration } from '@holdfast/contract'
import type { FastifyRequest } from 'fastify'
import { callerAddress } from '../../platform/http/index.ts'
import { Activity, recordedParameters } from '../activities/index.ts'
import type { Principal } from '../authorization/index.ts'

const maxBrowserCharacters = 255

/** Begins the entry of a call on the trail, with where the request came from. */
export const beginActivity = (
  request: FastifyRequest,
  about: { call: CallDeclaration; client: string; principal: Principal; parameters: Record<string, unknown> },
): Activity =>
  new Activity({
    ...about,
    parameters: recordedParameters(about.parameters) as Record<string, unknown>,
    address: callerAddress(request),
    browser: request.headers['user-agent']?.slice(0, maxBrowserCharacters) ?? null,
    request_id: request.id,
  })
