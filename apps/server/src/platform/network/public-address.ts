import ipaddr from 'ipaddr.js'

/**
 * Whether an address is on the public internet: not loopback, private, link-local (cloud metadata is there), shared,
 * multicast, reserved, translated or tunnelled. An IPv4 address that is mapped to IPv6 is judged as IPv4; of other IPv6, only 2000::/3
 * is the public internet, so that no IPv4 address hides in another form of it.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false
  return parsed.range() === 'unicast'
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
