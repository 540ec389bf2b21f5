import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { limits } from '@holdfast/contract'
import { type Connect, createServer as createVite, type Plugin, type ViteDevServer } from 'vite'
import { contentSecurityPolicy } from '../../apps/server/src/platform/http/content-security-policy.ts'
import { securityHeaders } from '../../apps/server/src/platform/http/security-headers.ts'
import type { Settings } from '../../apps/server/src/platform/settings/index.ts'

export interface PortalOptions {
  settings: Settings
  /** The port of the api, which answers everything outside the portal. */
  apiPort: number
  /** Resolves once the api is not starting any more: with null when it is ready, otherwise with the error. */
  apiSettled: () => Promise<string | null>
  /** Folders with further code, and a callback for changed files in them. */
  watched: readonly string[]
  onChange: (file: string) => void
}

/** Paths that the api answers; every other path is a page or a module of the portal. */
const apiPath = /^\/(api|identity|reference|openapi\.json|healthz|readyz|metrics)(?=[/?]|$)/

/**
 * Serves the portal's sources with Vite, which replaces changed modules in open pages, and the api at the same address.
 * @returns a function that stops it
 */
export async function servePortal(options: PortalOptions): Promise<() => Promise<void>> {
  const { settings, apiPort } = options
  const http = createServer({ maxHeaderSize: limits.maxHeaderBytes })
  const nonce = randomBytes(18).toString('base64url')
  const vite = await createVite({
    root: path.resolve(import.meta.dirname, '../../apps/portal'),
    html: { cspNonce: nonce },
    clearScreen: false,
    server: {
      middlewareMode: { server: http },
      hmr: { server: http },
      // As in production, no other origin may read responses.
      cors: false,
      headers: headersWithNonce(settings, nonce),
      proxy: { [apiPath.source]: { target: `http://127.0.0.1:${apiPort}` } },
    },
    plugins: [pagePlaces(nonce), beforeApi(options), furtherCode(options)],
  })
  http.on('request', vite.middlewares)
  await listen(http, settings)
  return () => close(http, vite)
}

/**
 * The security headers of production. Vite's client uses an inline script and style elements, so both get the nonce.
 */
function headersWithNonce({ origin, adminOrigin, clientOrigin }: Settings, nonce: string): Record<string, string> {
  const sources = { ...contentSecurityPolicy }
  for (const directive of ['script-src', 'style-src'] as const) {
    sources[directive] = [...sources[directive], `'nonce-${nonce}'`]
  }
  const policy = Object.entries(sources).map(([directive, from]) => `${directive} ${from.join(' ')}`)
  return {
    ...securityHeaders([origin, adminOrigin, clientOrigin]),
    'content-security-policy': policy.join('; '),
  }
}

/** Fills in the placeholders of the page as the server does for the built page (core/calls/portal-files.ts). */
const pagePlaces = (nonce: string): Plugin => ({
  name: 'page-places',
  transformIndexHtml: (html) => html.replace('%STYLE_NONCE%', nonce).replace('%ACCOUNT%', ''),
})

/** Holds requests back while the api restarts, so that an open page sees no error. */
const beforeApi = ({ apiSettled }: PortalOptions): Plugin => {
  const wait: Connect.NextHandleFunction = async (request, response, next) => {
    const problem = apiPath.test(request.url ?? '') ? await apiSettled() : null
    if (problem === null) return next()
    response.writeHead(503, { 'content-type': 'text/plain' }).end(`The api is not running: ${problem}\n`)
  }
  return { name: 'before-api', configureServer: ({ middlewares }) => void middlewares.use(wait) }
}

const furtherCode = ({ watched, onChange }: PortalOptions): Plugin => ({
  name: 'further-code',
  configureServer({ watcher }) {
    watcher.add([...watched])
    watcher.on('all', (_event, file) => onChange(file))
  },
})

const listen = (http: Server, { port, host }: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, resolve)
  })

const close = async (http: Server, vite: ViteDevServer): Promise<void> => {
  await vite.close()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
}
