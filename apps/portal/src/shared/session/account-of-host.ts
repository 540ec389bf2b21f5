/** The account that the page's host is for: the provider's at the staff's own; null where people of many sign in. */
export const accountOfHost = (): string | null => {
  const account = document.querySelector<HTMLMetaElement>('meta[name="account"]')?.content ?? ''
  return /^[a-z][a-z0-9-]+$/.test(account) ? account : null
}
