/** The account of this host: the provider's on the staff's host; `null` on a host of many accounts. */
export const accountOfHost = (): string | null => {
  const account = document.querySelector<HTMLMetaElement>('meta[name="account"]')?.content ?? ''
  return /^[a-z][a-z0-9-]+$/.test(account) ? account : null
}
