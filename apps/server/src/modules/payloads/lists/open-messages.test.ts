import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { generateClientKeyPair, importPrivateKey, sealBytes } from '@holdfast/custody'
import { expect, it } from 'vitest'
import { StorageUnavailable } from '../../../platform/objects/index.ts'
import { openMessages } from './open-messages.ts'
import type { PayloadWithContent } from './payloads-with-content.ts'

type Platform = Parameters<typeof openMessages>[0]

const pair = await generateClientKeyPair()
const privateKey = await importPrivateKey(pair.private_key)

/** A message whose content is in the object store, under its text as `s3_path`. */
const messageInStore = async (text: string) => {
  const names = { payload_reference: text, payload_type: 'SMS', device_reference: 'HANDSET' } as const
  const content = Buffer.from(JSON.stringify({ text }))
  const sealed = await sealBytes(content, { ...names, public_key: pair.public_key })
  const state = { client: 'acme', payload_state: 'Processed', is_personal_number: false, s3_path: text, sealed: null }
  return { payload: { ...names, ...sealed, ...state } as unknown as PayloadWithContent, bytes: sealed.content }
}

/** A store that answers no read before all that can begin have begun, and how many were under way at most. */
const countingStore = (failing?: string) => {
  const seen = { underWay: 0, most: 0 }
  const get = async (key: string): Promise<Readable> => {
    seen.underWay += 1
    seen.most = Math.max(seen.most, seen.underWay)
    await setImmediate()
    seen.underWay -= 1
    if (key === failing) throw new StorageUnavailable('down')
    return Readable.from([objects.get(key)])
  }
  const platform = { clientKeys: { privateKey: async () => privateKey }, objects: { get }, database: {} }
  return { seen, platform: platform as unknown as Platform }
}

const texts = Array.from({ length: 20 }, (_, at) => `message ${at}`)
const messages = await Promise.all(texts.map(messageInStore))
const objects = new Map(messages.map(({ bytes }, at) => [texts[at] ?? '', bytes]))
const payloads = messages.map(({ payload }) => payload)

/** Adds the texts of the messages to `read`. */
const readAll = async (platform: Platform, payloads: readonly PayloadWithContent[], read: unknown[]): Promise<void> => {
  for await (const message of openMessages(platform, payloads)) read.push(message.texts?.text)
}

it('opens eight messages of a store at the same time, and gives them in their order', async () => {
  const { platform, seen } = countingStore()
  const read: unknown[] = []
  await readAll(platform, payloads, read)
  expect(read).toEqual(texts)
  expect(seen.most).toBe(8)
})

it('opens as many large messages at once as fit into 4 MiB, and at least one', async () => {
  for (const [mebibytes, atOnce] of [
    [2, 2],
    [9, 1],
  ] as const) {
    const { platform, seen } = countingStore()
    const read: unknown[] = []
    const size = mebibytes * 1024 * 1024
    await readAll(
      platform,
      payloads.map((payload) => ({ ...payload, size })),
      read,
    )
    expect(read).toEqual(texts)
    expect(seen.most).toBe(atOnce)
  }
})

it('fails with the store, after the messages before', async () => {
  const { platform } = countingStore('message 2')
  const read: unknown[] = []
  await expect(readAll(platform, payloads, read)).rejects.toThrow('down')
  expect(read).toEqual(texts.slice(0, 2))
})
