import ipaddr from 'ipaddr.js'

/** The key by which an address is counted: the owner of one IPv6 address has all 2^64 of its network. */
export const networkOf = (address: string): string => {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : address
}
