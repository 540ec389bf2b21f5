/** Where a sign-in may return to: `/sign-in` of a portal (product.md section 2), or a developer's own machine. */
export interface RedirectRules {
  /** The complete return URL of an account's portal: `https://holdfast.example/sign-in`. */
  returnUriOf: (client: string) => string
  /** Whether `local_port` is allowed: development only. */
  allowLocalPorts: boolean
}

const signInPath = '/sign-in'
const localHosts = ['localhost', '127.0.0.1']

export const returnUriAt = (origin: string): string => `${origin}${signInPath}`

/** The return URL of an account's portal, or for `local_port` (1024 to 65535); `undefined` when it is not allowed. */
export const redirectUriFor = (
  client: string,
  localPort: number | undefined,
  rules: RedirectRules,
): string | undefined => {
  const uri = localPort === undefined ? rules.returnUriOf(client) : `http://localhost:${localPort}${signInPath}`
  return isAllowedRedirectUri(uri, client, rules) ? uri : undefined
}

/** Compares whole strings: no prefixes, and no normalisation that a browser might do differently (RFC 9700 section 2.1). */
export const isAllowedRedirectUri = (
  uri: string,
  client: string,
  { returnUriOf, allowLocalPorts }: RedirectRules,
): boolean => uri === returnUriOf(client) || (allowLocalPorts && isLocalRedirectUri(uri))

const isLocalRedirectUri = (uri: string): boolean => {
  const port = Number(/^http:\/\/[^/:@]+:([1-9]\d{3,4})\/sign-in$/.exec(uri)?.[1])
  return port >= 1024 && port <= 65_535 && localHosts.some((host) => uri === `http://${host}:${port}${signInPath}`)
}
