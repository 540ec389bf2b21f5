/** Where a sign-in may return to: `/sign-in` of a portal (product.md section 2), or of a program on the person's own machine. */
export interface RedirectRules {
  /** The complete return URL of an account's portal: `https://holdfast.example/sign-in`. */
  returnUriOf: (client: string) => string
}

const signInPath = '/sign-in'
const localHosts = ['localhost', '127.0.0.1']

export const returnUriAt = (origin: string): string => `${origin}${signInPath}`

/** The return URL of an account's portal, or for `local_port` (1024 to 65535); `undefined` for another port. */
export const redirectUriFor = (
  client: string,
  localPort: number | undefined,
  rules: RedirectRules,
): string | undefined => {
  const uri = localPort === undefined ? rules.returnUriOf(client) : `http://localhost:${localPort}${signInPath}`
  return isAllowedRedirectUri(uri, client, rules) ? uri : undefined
}

/** Compares whole strings: no prefixes, and no normalisation that a browser might do differently (RFC 9700 section 2.1). */
export const isAllowedRedirectUri = (uri: string, client: string, { returnUriOf }: RedirectRules): boolean =>
  uri === returnUriOf(client) || isLocal(uri)

/** Whether a sign-in returns to a program on the person's own machine (RFC 8252 section 7.3), and not to the portal. */
export const returnsToLocalProgram = (uri: string, client: string, { returnUriOf }: RedirectRules): boolean =>
  uri !== returnUriOf(client) && isLocal(uri)

const isLocal = (uri: string): boolean => {
  const port = Number(/^http:\/\/[^/:@]+:([1-9]\d{3,4})\/sign-in$/.exec(uri)?.[1])
  return port >= 1024 && port <= 65_535 && localHosts.some((host) => uri === `http://${host}:${port}${signInPath}`)
}
