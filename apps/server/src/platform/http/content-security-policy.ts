/** What our pages may load and run: no inline scripts, no eval, no WebAssembly; styles only from our files or with the page's nonce. */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Mantine positions overlays and sizes charts through style attributes; style elements need the page's nonce.
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
}

/** The policy as a header value, for a page whose style elements have `styleNonce`. */
export const policyWithStyleNonce = (styleNonce: string): string =>
  Object.entries({ ...contentSecurityPolicy, 'style-src': ["'self'", `'nonce-${styleNonce}'`] })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
