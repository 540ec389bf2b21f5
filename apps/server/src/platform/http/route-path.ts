import { type CallDeclaration, fullPath } from '@holdfast/contract'

/** The path of a call as Fastify writes it. */
export const routePath = (call: CallDeclaration): string => fullPath(call).replace(/\{(\w+)\}/g, ':$1')
