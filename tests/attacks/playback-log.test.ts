import { readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { servedStatement } from '../../apps/server/src/modules/playback/playbacks.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { AccountUnderAttack, type Playback } from './account-under-attack.ts'

const client = 'acme'

describe('GET /media/{ticket}', () => {
  let account: AccountUnderAttack

  beforeAll(async () => {
    account = await AccountUnderAttack.start()
  })

  afterAll(() => account.stop())

  const requestPlayback = () => account.requestPlayback(account.tokens.amir, account.recordings.equities)

  const playbacks = () =>
    account.server.api.platform.database.read(client, async (tx) => {
      const rows = await tx.db
        .selectFrom('custody_events')
        .select('actor')
        .where('client', '=', client)
        .where('payload_reference', '=', account.recordings.equities)
        .where('event', '=', 'payload.played')
        .execute()
      return rows.length
    })

  const lastStatus = () =>
    account.server.api.platform.database.read(client, async (tx) => {
      const row = await tx.db
        .selectFrom('user_activities')
        .select('status_code')
        .where('client', '=', client)
        .where('user_id', '=', 'amir')
        .orderBy('log_id', 'desc')
        .executeTakeFirst()
      return row?.status_code
    })

  const bytes = async (playback: Playback, range: string): Promise<number> =>
    (await (await account.fetchMedia(playback, { range })).arrayBuffer()).byteLength

  it('records in the custody who played a recording, also when its first byte is never requested', async () => {
    const before = await playbacks()
    const playback = await requestPlayback()
    expect(await bytes(playback, 'bytes=1-')).toBe(account.content.length - 1)
    expect(await playbacks()).toBe(before + 1)
    await bytes(playback, 'bytes=64-127')
    expect(await playbacks()).toBe(before + 1)
    await bytes(playback, 'bytes=0-')
    expect(await playbacks()).toBe(before + 2)
  })

  it('does not record a playback again that another api process began, or this one before it was restarted', async () => {
    const before = await playbacks()
    const playback = await requestPlayback()
    const ticket = new URL(playback.s3_url ?? '', 'http://any').pathname.split('/').at(-1) ?? ''
    const serving = {
      playback: { ticket, attachment: undefined },
      share: { from: 0, to: 0.5 },
      expires_at: new Date(Date.now() + 60_000),
    }
    await account.server.api.platform.database.writeShared(
      client,
      (tx, all) => all.map((one) => servedStatement(tx, one)),
      serving,
    )
    await bytes(playback, 'bytes=64-127')
    expect(await playbacks()).toBe(before)
    await bytes(playback, 'bytes=0-9')
    expect(await playbacks()).toBe(before + 1)
  })

  it('records the status of its answer on the trail', async () => {
    const playback = await requestPlayback()
    await bytes(playback, 'bytes=0-9')
    expect(await lastStatus()).toBe(206)
    await bytes(playback, 'bytes=10-19')
    expect(await lastStatus()).toBe(206)
    const past = await account.fetchMedia(playback, { range: `bytes=${account.content.length}-` })
    expect(past.status).toBe(416)
    expect(past.headers.get('content-range')).toBe(`bytes */${account.content.length}`)
    await past.body?.cancel()
    expect(await lastStatus()).toBe(416)
  })

  it('sends no content when the trail cannot be written, and closes the file', async () => {
    const playback = await requestPlayback()
    await bytes(playback, 'bytes=0-9')
    const { database } = account.server.api.platform
    const refusing = vi.spyOn(database, 'writeShared').mockRejectedValue(new Error('the trail is full'))
    const refused = await account.fetchMedia(playback, { range: 'bytes=10-19' })
    expect(refused.status).toBe(500)
    expect(await refused.text()).not.toContain(account.content.subarray(10, 20).toString('latin1'))
    refusing.mockRestore()
    await vi.waitFor(() => expect(openRecordings()).toEqual([]), { timeout: waitTimeoutMs })
  })
})

/** Files of the object folder that this process has open. */
const openRecordings = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${descriptor}`)
      return file.includes('/recordings/') ? [file] : []
    } catch {
      return []
    }
  })
