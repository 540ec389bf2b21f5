import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needDebianPackages } from './debian-packages.ts'
import { freePort, type Part, startPart, untilReady } from './loopback.ts'

const run = promisify(execFile)
const packages = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common']

export interface RadosGateway {
  /** An OBJECTS_URL of a bucket that may not exist yet. */
  urlOf(bucket: string): string
  stop(): Promise<void>
}

/**
 * Starts Ceph with its S3 gateway on loopback, from Debian's packages: a store with versions and object lock. One monitor and one storage
 * daemon that keeps everything in memory, without authentication between them. Throws one line that names the packages if they can't be
 * installed.
 */
export const startRadosGateway = async (): Promise<RadosGateway> => {
  await needDebianPackages('/usr/bin/radosgw', packages)
  const home = await mkdtemp(join(tmpdir(), 'holdfast-ceph-'))
  const parts: Part[] = []
  const stop = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.stop()
    await rm(home, { recursive: true, force: true })
  }
  try {
    return { urlOf: await startIn(home, parts), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startIn = async (home: string, parts: Part[]): Promise<RadosGateway['urlOf']> => {
  const ports = { monitor: await freePort(), gateway: await freePort() }
  const conf = join(home, 'ceph.conf')
  const cluster = randomUUID()
  await writeConfiguration(home, conf, cluster, ports)
  const ceph = (...args: string[]) => run('/usr/bin/ceph', ['-c', conf, '--connect-timeout', '5', ...args])

  const map = join(home, 'monitors')
  const address = `[v2:127.0.0.1:${ports.monitor}]`
  await run('/usr/bin/monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', address, map])
  await run('/usr/bin/ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map])
  const monitor = startPart('/usr/bin/ceph-mon', ['-c', conf, '-i', 'a', '-f'])
  parts.push(monitor)
  await untilReady(monitor, () => succeeds(ceph('status')))

  const device = randomUUID()
  await ceph('osd', 'new', device)
  await run('/usr/bin/ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', device])
  const storage = startPart('/usr/bin/ceph-osd', ['-c', conf, '-i', '0', '-f'])
  parts.push(storage)
  await untilReady(storage, async () => (await ceph('osd', 'stat')).stdout.includes(' 1 up'))

  const key = 'holdfast-test'
  const secret = randomBytes(16).toString('hex')
  const user = ['user', 'create', '--uid', 'holdfast', '--display-name', 'Holdfast']
  await run('/usr/bin/radosgw-admin', [
    ...withoutAuthentication(conf),
    ...user,
    '--access-key',
    key,
    '--secret',
    secret,
  ])
  const gateway = startPart('/usr/bin/radosgw', [...withoutAuthentication(conf), '-f'])
  parts.push(gateway)
  const endpoint = `http://127.0.0.1:${ports.gateway}`
  await untilReady(gateway, async () => (await fetch(endpoint)).ok)
  return (bucket) =>
    `s3://${key}:${secret}@${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1&path_style=true`
}

/** The gateway asks for authentication unless its command line says otherwise, whatever the configuration says. */
const withoutAuthentication = (conf: string): string[] => [
  '-c',
  conf,
  '-n',
  'client.gateway',
  '--auth-client-required=none',
  '--ms-mon-client-mode=crc',
]

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

const writeConfiguration = async (
  home: string,
  conf: string,
  cluster: string,
  ports: { monitor: number; gateway: number },
): Promise<void> => {
  for (const folder of ['mon', 'osd', 'gateway']) await mkdir(join(home, folder))
  await writeFile(
    conf,
    `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${ports.monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
run dir = ${home}
admin socket =
log file =
log to stderr = false
err to stderr = true
mon cluster log file = /dev/null
mon data = ${join(home, 'mon')}
mon allow pool size one = true
mon max pg per osd = 1000
osd data = ${join(home, 'osd')}
osd objectstore = memstore
memstore device bytes = 1073741824
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
rgw data = ${join(home, 'gateway')}
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
`,
  )
}
