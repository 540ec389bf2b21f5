import ipaddr from 'ipaddr.js'

/**
 * Whether an address is one of the public internet: no loopback, private, link-local (cloud metadata lives there),
 * shared, multicast, reserved, translated or tunnelled one, and no IPv4 address dressed up as IPv6.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}
