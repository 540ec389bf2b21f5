/** The page's nonce for style elements that libraries make; the server gives each page its own (see its policy). */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
