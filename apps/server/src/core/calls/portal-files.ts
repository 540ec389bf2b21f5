import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Locale } from '@holdfast/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  chooseLocale,
  localesOf,
  monitoringCookie,
  policyWithStyleNonce,
  reportingPolicy,
} from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import { inProject } from '../../platform/places.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { version } from '../../platform/version.ts'
import { providerClient } from '../accounts/index.ts'
import { pageRedirect } from '../hosts/index.ts'

const builtPortal = inProject('apps/portal/dist')
const assets = 'assets'
const aYearSeconds = 31_536_000

const noncePlace = '%STYLE_NONCE%'
const accountPlace = '%ACCOUNT%'
const buildPlace = '%BUILD%'
const nonceBytes = 18

/**
 * Whether the portal serves a path. Paths that are answered with JSON or by the broker are not the portal's, nor are files at
 * the top level or in assets. All others are, even with dots: `/dashboard/devices/users/amelia.hart`, `?filter[numbers][0]=a.b`.
 */
const isPortalPath = (url: string): boolean =>
  !/^\/(api|identity|reference|assets)(\/|\?|$)|^\/[^/?]+\.\w+(\?|$)/.test(url)

/** The worker that reports errors. Its policy depends on the account, so browsers must not keep the file. */
const isReporter = (name: string): boolean => name.startsWith('deliver-reports-')

/** The account to which people of a host sign in; empty for a host of several accounts. */
const accountOf = ({ audiences }: FastifyRequest): string =>
  audiences.has('staff') && !audiences.has('customers') ? providerClient : ''

/** What Vite's manifest tells of a file of the build. */
interface BuiltFile {
  file: string
  name?: string
  src?: string
}

/** The messages of each language, by their source in the manifest. */
const catalogues: Readonly<Record<Locale, string>> = {
  'en-GB': '../../packages/words/src/en-gb/index.ts',
  'pt-BR': '../../packages/words/src/pt-br/index.ts',
}

/**
 * Links that make browsers load, together with the first script, what this script asks for once it runs: the messages of the person's language,
 * and what most screens share.
 */
const preloadsOf = async (): Promise<Readonly<Record<Locale, string>>> => {
  const manifest = await readFile(path.join(builtPortal, '.vite/manifest.json'), 'utf8')
  const files = Object.values(JSON.parse(manifest) as Record<string, BuiltFile>)
  const linkTo = (isMeant: (file: BuiltFile) => boolean): string =>
    files
      .filter(isMeant)
      .map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
      .join('')
  const shared = linkTo(({ name }) => name === 'shared')
  const linksFor = (locale: Locale): string => linkTo(({ src }) => src === catalogues[locale]) + shared
  return { 'en-GB': linksFor('en-GB'), 'pt-BR': linksFor('pt-BR') }
}

/** Identifies a build of the portal: its page names the files that it loads first, and those contain the hashes of all others. */
const buildOf = (page: string): string => createHash('sha256').update(page).digest('hex').slice(0, 16)

/**
 * Serves the built portal. Browsers keep files with a hash in their name for a year, and request the page itself each time, so
 * that a new build is used at once. The build puts compressed files beside them. Every other path returns the page: the
 * portal's router finds the screen or says that there is none.
 *
 * An open portal polls `build.json` every hour (rules-and-calls section 7) and compares it with the build that its page names.
 */
export const registerPortal = async (app: FastifyInstance, settings: Settings, keys: Keys): Promise<void> => {
  if (!existsSync(path.join(builtPortal, 'index.html'))) {
    app.log.warn('the portal is not built; only the calls are served')
    return
  }
  await app.register(fastifyStatic, {
    root: builtPortal,
    wildcard: false,
    globIgnore: [`${assets}/**`],
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const isHashed = path.dirname(file).endsWith(`${path.sep}assets`) && !isReporter(path.basename(file))
      reply.header('cache-control', isHashed ? `public, max-age=${aYearSeconds}, immutable` : 'no-cache')
    },
  })
  // One route for the hundreds of assets: registering a route for each would take longer than the rest of the server's start.
  const names = new Set(await readdir(path.join(builtPortal, assets)))
  app.get<{ Params: { name: string } }>(`/${assets}/:name`, ({ params: { name }, cookies }, reply) => {
    if (!names.has(name)) return reply.callNotFound()
    if (isReporter(name)) reply.header('content-security-policy', reportingPolicy(keys, cookies[monitoringCookie]))
    return reply.sendFile(`${assets}/${name}`)
  })
  const built = await readFile(path.join(builtPortal, 'index.html'), 'utf8')
  const build = buildOf(built)
  const page = built.replace(buildPlace, build)
  const preloads = await preloadsOf()
  app.get('/build.json', (_, reply) => reply.header('cache-control', 'no-cache').send({ version, build }))
  app.get('/*', (request, reply) => {
    if (!isPortalPath(request.url)) return reply.callNotFound()
    const elsewhere = pageRedirect(settings, request.audiences, request.url)
    if (elsewhere !== null) return reply.header('cache-control', 'no-store').redirect(elsewhere)
    const styleNonce = randomBytes(nonceBytes).toString('base64url')
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policyWithStyleNonce(styleNonce) })
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace(noncePlace, styleNonce)
          .replace(accountPlace, accountOf(request))
          .replace('</head>', `${preloads[chooseLocale(...localesOf(request.raw))]}</head>`),
      )
  })
}
