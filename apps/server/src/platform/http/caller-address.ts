import type { FastifyRequest } from 'fastify'

const mappedIpv4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/**
 * The caller's network address, through trusted proxies only. A socket that listens on IPv6 shows IPv4 callers as
 * `::ffff:192.0.2.1`; trails and roles use `192.0.2.1`.
 */
export const callerAddress = (request: FastifyRequest): string => request.ip.replace(mappedIpv4, '')
