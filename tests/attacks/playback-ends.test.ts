import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Role } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draft } from '../../apps/server/test/account-with-roles.ts'
import { untilStatus } from '../setup/handset-status.ts'
import { AccountUnderAttack } from './account-under-attack.ts'

/** A response with content ends when its reader is removed, signed out or loses access, not only at the next request. */

/** Far more than the buffers of a connection hold. */
const manyBytes = 12 * 1024 * 1024
const wavHeaderBytes = 44

let account: AccountUnderAttack
let recording: string
beforeAll(async () => {
  account = await AccountUnderAttack.start()
  const sealed = account.handset.record(await longCall(), 'Call', {
    direction: 'O',
    second_parties: [{ phone_number: '+447700900123' }],
    content_type: 'audio/wav',
  })
  recording = sealed.registration.payload_reference
  await account.handset.register(sealed.registration)
  await account.handset.uploadPart(sealed, 0, sealed.object.length)
  await untilStatus(account.handset, recording, 'processed')
}, 180_000)
afterAll(() => account?.stop())

/** A call whose second half is a very long silence. */
const longCall = async (): Promise<Buffer> => {
  const call = await readFile(new URL('../../media/calls/07-en-voicemail-8k.wav', import.meta.url))
  const long = Buffer.concat([call, Buffer.alloc(manyBytes)])
  long.writeUInt32LE(long.length - 8, 4)
  long.writeUInt32LE(long.length - wavHeaderBytes, wavHeaderBytes - 4)
  return long
}

it.each(['', '/sessions'])('DELETE /portal_users/amir%s ends a playback under way', async (what) => {
  const { server, tokens } = account
  const media = await account.fetchMedia(await account.requestPlayback(tokens.amir, recording))
  expect(media.status).toBe(200)
  const path = `/api/admin/v1/acme/portal_users/amir${what}`
  expect((await server.call('DELETE', path, { token: tokens.boss })).status).toBe(204)
  await expect(media.arrayBuffer()).rejects.toThrow()
  await server.setActive('acme', 'amir', true)
  await server.api.platform.database.transaction('acme', (tx) =>
    tx.db
      .updateTable('portal_users')
      .set({ sessions_valid_from: new Date(0) })
      .where('client', '=', 'acme')
      .where('user_reference', '=', 'amir')
      .execute(),
  )
})

it('a role that no longer plays ends a playback under way', async () => {
  const { server, tokens } = account
  const media = await account.fetchMedia(await account.requestPlayback(tokens.amir, recording))
  expect(media.status).toBe(200)
  const path = '/api/admin/v1/acme/roles/Equities%20reviewer'
  const { version } = await server.getJson<Role>(path, tokens.boss)
  const changed = await server.call('PUT', path, { token: tokens.boss, body: { ...draft(), version } })
  expect(changed.status, await changed.text()).toBe(200)
  await expect(readSlowly(media)).rejects.toThrow()
})

/** Takes a tenth of a second for each chunk, so that a recording is still under way when access is checked again. */
const readSlowly = async (media: Response): Promise<void> => {
  for await (const _ of media.body ?? []) await setTimeout(100)
}
