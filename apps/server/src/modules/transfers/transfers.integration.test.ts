import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Transferable, TransferItem } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithArchive, archive } from '../../../test/account-with-archive.ts'

let account: AccountWithArchive
beforeAll(async () => {
  account = await AccountWithArchive.open()
  await account.configure()
})
afterAll(() => account?.close())

const run = () => account.ask<Transferable>('POST', `/transfer_configs/${archive}/run`, {})
const read = (transfer_id: string) => account.ask<Transferable>('GET', `/transfers/${transfer_id}`)
const items = async (transfer_id: string) =>
  (await account.ask<{ items: TransferItem[] }>('GET', `/transfers/${transfer_id}/items`)).items
const delivered = async (folder: string) => {
  const names = await readdir(path.join(account.sshd.folder, folder), { recursive: true, withFileTypes: true })
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(account.sshd.folder, folder), path.join(entry.parentPath, entry.name)))
    .sort()
}
const hashOf = async (...names: string[]) =>
  createHash('sha256')
    .update(await readFile(path.join(account.sshd.folder, ...names)))
    .digest('hex')

it('a window is sent, verified, recorded once and ends with a manifest', async () => {
  const references = await account.messages(12)
  const asked = await run()
  expect(asked).toMatchObject({ state: 'Pending', counts: { collected: 0 } })
  await account.work()
  const transfer = await read(asked.transfer_id)
  expect(transfer).toMatchObject({
    state: 'Succeeded',
    counts: { collected: 12, sent: 12, waiting: 0, failed: 0, left_out: 0 },
    error_message: null,
  })
  expect(await delivered(transfer.folder)).toEqual(
    [...references.map((reference) => `sms/${reference}.json`), 'manifest-1.csv', 'manifest-1.json', 'manifest-1.sha256'].sort(),
  )
  expect(await hashOf(transfer.folder, 'manifest-1.json')).toBe(transfer.manifest_sha256)
  const [item] = await items(transfer.transfer_id)
  expect(item).toMatchObject({ outcome: 'sent', times_sent: 1, file_name: `${transfer.folder}/sms/${item?.payload_reference}.json` })
})
