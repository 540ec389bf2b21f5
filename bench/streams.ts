import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { calls, fullPath } from '@holdfast/contract'
import { type Figure, milliseconds, printTable, whole } from './report.ts'
import type { ChildServer } from './setup/child-server.ts'
import { addressOf, client, createInstallation, type Installation } from './setup/installation.ts'
import { groupRows } from './setup/payload-rows.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const streamCount = 1_000
const people = 50
const events = 20
const barMebibytes = 300

/** Open screens: a thousand streams of `GET /events` in one api process, and changes that each of them is sent. */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  try {
    await installation.owner.query(groupRows)
    const names = Array.from({ length: people }, (_, index) => `person-${index}`)
    for (const name of names) await createPerson(installation.platform, name, [{ actions_matching: 'devices:read' }])
    const api = await installation.startApi()
    try {
      return await measure(installation, api, names)
    } finally {
      await api.stop()
    }
  } finally {
    await installation.remove()
  }
}

const measure = async (installation: Installation, api: ChildServer, names: readonly string[]): Promise<Figure[]> => {
  const started = mebibytesOf(api.pid)
  const tokens: string[] = []
  for (const name of names) tokens.push(await signIn(api.origin, name))
  const before = mebibytesOf(api.pid)
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const streams: Stream[] = []
  for (let index = 0; index < streamCount; index++) {
    streams.push(await openStream(agent, `${api.origin}${path}`, tokens[index % tokens.length] ?? '', index))
  }
  const open = mebibytesOf(api.pid)
  const [began, processorBefore] = [performance.now(), processorMilliseconds([api.pid])]
  for (let number = 0; number < events; number++) await notify(installation, `device-${number}`)
  while (streams.some(({ heard }) => heard() < events)) await pause(10)
  const [elapsed, processor] = [performance.now() - began, processorMilliseconds([api.pid]) - processorBefore]
  const busy = mebibytesOf(api.pid)
  for (const { response } of streams) response.destroy()
  agent.destroy()
  printTable(
    `${whole(streamCount)} open streams of ${people} people in one api process`,
    ['moment', 'memory', 'at most so far'],
    [
      ['started', mebibytes(started.now), mebibytes(started.most)],
      ['everybody signed in', mebibytes(before.now), mebibytes(before.most)],
      ['all streams open', mebibytes(open.now), mebibytes(open.most)],
      [`${events} changes sent to each`, mebibytes(busy.now), mebibytes(busy.most)],
    ],
  )
  console.log(
    `  all changes were heard after ${milliseconds(elapsed)}, ${milliseconds(processor / events / streamCount)} of processor for each change and stream`,
  )
  return [
    {
      name: `Memory of an api with ${whole(streamCount)} open streams`,
      value: `${mebibytes(busy.most)} at most, ${mebibytes(open.now - before.now)} more than without`,
      bar: `≤ ${barMebibytes} MiB`,
      meets: busy.most <= barMebibytes,
    },
  ]
}

const path = fullPath(calls.streamEvents).replace('{client}', client)

interface Stream {
  response: IncomingMessage
  /** How many changes it was sent. */
  heard: () => number
}

const openStream = async (agent: Agent, address: string, token: string, index: number): Promise<Stream> => {
  const request = get(address, {
    agent,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was refused: ${response.statusCode}`)
  let heard = 0
  response.setEncoding('utf8').on('data', (text: string) => {
    heard += text.split('event: device').length - 1
  })
  await once(response, 'data')
  return { response, heard: () => heard }
}

const notify = ({ platform }: Installation, reference: string): Promise<void> =>
  platform.database.transaction(client, (tx) =>
    tx.notify({ kind: 'device', reference, state: null, payload_type: null, group: 'Group 001' }),
  )

const mebibytes = (value: number): string => `${whole(value)} MiB`

/** Resident memory of a process, and its greatest so far; NaN where there is no /proc. */
const mebibytesOf = (pid: number): { now: number; most: number } => {
  const of = (name: string, text: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) / 1_024
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { now: of('VmRSS', text), most: of('VmHWM', text) }
  } catch {
    return { now: Number.NaN, most: Number.NaN }
  }
}
