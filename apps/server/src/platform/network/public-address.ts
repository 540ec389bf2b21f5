import ipaddr from 'ipaddr.js'

/**
 * Whether an address is on the public internet: not loopback, private, link-local (cloud metadata is there), shared,
 * multicast, reserved, translated or tunnelled. An IPv4 address that is mapped to IPv6 is judged as IPv4.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}
