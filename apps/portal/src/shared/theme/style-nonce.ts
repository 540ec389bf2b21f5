/** The page's nonce for style elements that libraries create. The server makes one for each page. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
