import type { LegacyMigration } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../tests/setup/test-account.ts'
import { runMigration } from '../../../server/src/modules/migrations/runs/run-migration.ts'
import { fillMigrations } from './fill-migrations.ts'
import { loadSampleMedia } from './sample-media.ts'

let account: TestAccount<'ann'>
beforeAll(async () => {
  account = await anAccount().withGroups('Wealth Advisers').withPerson('ann', 'Account Administrator').open()
})
afterAll(() => account?.close())

it('a demonstration has an export that was tried, once: most of its rows can be imported', async () => {
  const { client, server, tokens } = account
  const { platform } = server.api
  const media = await loadSampleMedia()
  await fillMigrations(platform, media, client)
  await fillMigrations(platform, media, client)
  const path = `/api/client/v1/${client}/migrations`
  const list = () => server.getJson<{ items: LegacyMigration[] }>(path, tokens.ann)
  const [pending, ...others] = (await list()).items
  expect(others).toEqual([])
  const migration_id = String(pending?.migration_id)
  await runMigration.handle({ platform, attempt: 1, signal: AbortSignal.timeout(60_000) }, { client, migration_id })
  const [tried] = (await list()).items
  expect(tried).toMatchObject({ is_dry_run: true, migration_state: 'PartialFail' })
  expect(tried?.import_errors).toEqual([
    { code: 'Error', rows: 4 },
    { code: 'PayloadWithNoMatchingUser', rows: 1 },
  ])
  expect(tried?.statistics).toMatchObject({ rows: 13, imported: 7 })
})
