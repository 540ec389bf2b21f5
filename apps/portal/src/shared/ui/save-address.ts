/** Saves what an address sends. Unlike opening the address, a refusal then does not take the place of the page. */
export const saveAddress = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
