import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needDebianPackages } from './debian-packages.ts'
import { accepts, freePort, type Part, startPart, untilReady } from './loopback.ts'

const packages = ['swift', 'swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const bucket = 'holdfast-test'

export interface Swift {
  /** An OBJECTS_URL with an existing bucket. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts OpenStack Swift with its S3 API on loopback, in a temporary folder: the real S3 protocol with real signatures
 * (SigV4), from Debian's packages. Swift stores metadata in extended attributes, so the file system of the temporary
 * folder must support them. Throws one line that names the packages if they can't be installed.
 */
export const startSwift = async (): Promise<Swift> => {
  await needDebianPackages('/usr/bin/swift-proxy-server', packages)
  const home = await mkdtemp(join(tmpdir(), 'holdfast-swift-'))
  const parts: Part[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(parts.map((part) => part.stop()))
    await rm(home, { recursive: true, force: true })
  }
  try {
    const url = await startIn(home, parts)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startIn = async (home: string, parts: Part[]): Promise<string> => {
  const ports = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
    cache: await freePort(),
  }
  const secret = randomBytes(16).toString('hex')
  await writeConfiguration(home, ports, secret)
  await buildRings(home, ports)

  const user = userInfo().username
  const cache = startPart('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', `${ports.cache}`, '-u', user, '-m', '16'])
  parts.push(cache)
  const servers = (['account', 'container', 'object', 'proxy'] as const).map((name) => {
    const part = startPart(`/usr/bin/swift-${name}-server`, [join(home, `${name}.conf`)])
    parts.push(part)
    return untilReady(part, () => accepts(ports[name]))
  })
  await Promise.all(servers)
  await untilReady(cache, () => accepts(ports.cache))

  const endpoint = `http://127.0.0.1:${ports.proxy}`
  await createBucket(endpoint, secret)
  const credentials = `${encodeURIComponent('holdfast:test')}:${secret}`
  return `s3://${credentials}@${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1&path_style=true`
}

type Ports = Record<'proxy' | 'account' | 'container' | 'object' | 'cache', number>

const writeConfiguration = async (home: string, ports: Ports, secret: string): Promise<void> => {
  const common = (port: number): string =>
    `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${home}
user = ${userInfo().username}
workers = 0
log_level = ERROR
`
  await mkdir(join(home, 'devices', 'd1'), { recursive: true })
  await writeFile(
    join(home, 'swift.conf'),
    `[swift-hash]
swift_hash_path_prefix = holdfast
swift_hash_path_suffix = test
[storage-policy:0]
name = one
default = yes
`,
  )
  for (const name of ['account', 'container', 'object'] as const) {
    await writeFile(
      join(home, `${name}.conf`),
      `${common(ports[name])}devices = ${join(home, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`,
    )
  }
  const filters = 'catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo dlo'.split(' ')
  const settings: Record<string, string> = {
    cache: `memcache_servers = 127.0.0.1:${ports.cache}`,
    s3api: 's3_acl = false\nlocation = us-east-1',
    tempauth: `user_holdfast_test = ${secret} .admin`,
  }
  const sections = filters.map((name) => {
    const egg = name === 'cache' ? 'memcache' : name
    return `[filter:${name}]\nuse = egg:swift#${egg}\n${settings[name] ?? ''}\n`
  })
  await writeFile(
    join(home, 'proxy.conf'),
    `${common(ports.proxy)}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`,
  )
}

/**
 * Rings tell Swift where each part of the data is stored. Writes three of them, each with one replica on one device.
 */
const buildRings = async (home: string, ports: Ports): Promise<void> => {
  const script = `
import sys
from swift.common.ring import RingBuilder
home = sys.argv[1]
for name, port in zip(('account', 'container', 'object'), map(int, sys.argv[2:])):
    builder = RingBuilder(2, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=port, replication_ip='127.0.0.1',
                         replication_port=port, device='d1', weight=1, meta=''))
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (home, name))
`
  const args = ['-c', script, home, ...[ports.account, ports.container, ports.object].map(String)]
  await promisify(execFile)('/usr/bin/python3', args)
}

/** A bucket of the S3 API is a container in Swift, which one call of Swift's own API creates after signing in. */
const createBucket = async (endpoint: string, secret: string): Promise<void> => {
  const signedIn = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'X-Auth-User': 'holdfast:test', 'X-Auth-Key': secret },
  })
  const account = signedIn.headers.get('X-Storage-Url')
  const headers = { 'X-Auth-Token': signedIn.headers.get('X-Auth-Token') ?? '' }
  const made = account === null ? signedIn : await fetch(`${account}/${bucket}`, { method: 'PUT', headers })
  if (made.status !== 201) throw new Error(`Swift did not create the bucket: ${made.status} ${await made.text()}`)
}
