import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type FilledProduct, startFilledProduct } from '../setup/filled-product.ts'
import { type Sshd, startSshd } from '../setup/sshd.ts'
import { violations } from './axe.ts'
import { recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { followSetting } from './navigation.ts'
import { settled } from './screens.ts'

const transfers = '/dashboard/account/transfers'

describe('transfers', () => {
  journey('somebody sees what became of each window, and reconciles the days', async ({ newVisitor }) => {
    const visitor = await newVisitor()
    await visitor.signIn('meridian', 'olivia.hart')
    const { page } = visitor
    await page.goto('/dashboard')
    await followSetting(page, 'Transfers')
    await page.getByRole('heading', { level: 1, name: /^Transfers/ }).waitFor()
    await page.getByRole('row').getByText('Complete, 1 differs').waitFor()
    const partly = page.getByRole('row').filter({ hasText: 'Partly failed' })
    await partly.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Long_term_archive' }).waitFor()
    await page.getByText('Not everything has arrived').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /^Failed [\d,]+$/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Recordings of a transfer/ }).waitFor()
    const failed = page.getByRole('row').filter({ hasText: 'Failed' })
    await failed.first().waitFor()
    await page.getByRole('link', { name: 'Back to the transfer' }).click()
    await page.getByText('Not everything has arrived').waitFor()
    await page.reload()
    await page.getByText('Not everything has arrived').waitFor()
    await page.goto(transfers)
    await page.getByRole('link', { name: 'Reconciliation' }).click()
    await page.getByRole('heading', { level: 1, name: /^Reconciliation/ }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Long_term_archive' }).first().getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Transfers/ }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Long_term_archive' }).first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^Reconciliation/ }).waitFor()
  })
})

/** Names of files in a folder and those below it. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((file) => path.basename(file))

describe('a destination on this computer', () => {
  let product: FilledProduct
  let sshd: Sshd
  beforeAll(async () => {
    sshd = await startSshd()
    product = await startFilledProduct({ HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true' })
  }, 300_000)
  afterAll(async () => {
    await product?.remove()
    await sshd?.stop()
  }, 60_000)

  journey(
    'an administrator tests it and pins its key; a compliance officer switches it on, transfers, and deletes it',
    async ({ newVisitor }) => {
      const visitor = await newVisitor({ origin: product.origin })
      await visitor.signIn('meridian', 'olivia.hart')
      const { page } = visitor
      await page.goto('/dashboard')
      await followSetting(page, 'Transfers')
      await page.getByRole('link', { name: 'Transfer configurations' }).click()
      await page.getByRole('link', { name: 'New configuration' }).click()
      await page.getByRole('textbox', { name: 'Reference' }).fill('Branch/archive')
      await page.getByRole('combobox', { name: 'Schedule', exact: true }).selectOption('weekly')
      await page.getByRole('list').filter({ hasText: '02:00' }).getByRole('listitem').nth(4).waitFor()
      await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
      await page.getByRole('textbox', { name: 'Port' }).fill(String(sshd.port))
      await page.getByRole('textbox', { name: 'User' }).fill(sshd.username)
      await page.getByRole('textbox', { name: 'Folder' }).fill(sshd.folder)
      const test = page.getByRole('button', { name: 'Test the destination' })
      await test.click()
      await page.getByText('The server was found. Compare its key and pin it, then test again.').waitFor()
      const pin = page.getByRole('button', { name: 'Pin this key' })
      expect(await pin.isDisabled()).toBe(true)
      await page.getByRole('checkbox', { name: /^I compared the fingerprint/ }).check()
      await pin.click()
      expect(await page.getByRole('textbox', { name: 'Key of the server' }).inputValue()).toBe(sshd.hostKey)
      await settled(page)
      expect(await violations(page)).toEqual([])
      const pgp = page.getByRole('textbox', { name: 'PGP key' })
      await pgp.fill('-----BEGIN PGP PRIVATE KEY BLOCK-----')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText(/^This is a private key/).waitFor()
      await pgp.fill('')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { level: 1, name: 'Branch/archive' }).waitFor()

      await page.getByRole('heading', { name: 'Key of the manifests' }).waitFor()
      await page.getByText('-----BEGIN PUBLIC KEY-----').waitFor()
      const line = page.getByText(/^ssh-ed25519 \S+ holdfast-meridian$/)
      await sshd.authorize((await line.textContent()) ?? '')
      await test.click()
      await page.getByText(/^The destination works/).waitFor()
      await page.getByText(/^A configuration that is switched on takes recordings out of the account/).waitFor()
      expect(await page.getByRole('switch', { name: 'Transfer' }).isDisabled()).toBe(true)

      const payload_reference = await recordOnHandset(
        { file: 'calls/04-en-busy-line.amr', payload_type: 'Call', content_type: 'audio/amr' },
        product,
      )
      const officer = await newVisitor({ origin: product.origin })
      await officer.signIn('meridian', 'helen.ward')
      const hers = officer.page
      await hers.goto(`${transfers}/config`)
      await hers.getByRole('link', { name: 'Branch/archive' }).click()
      await hers.getByRole('switch', { name: 'Transfer' }).check()
      await hers.getByRole('link', { name: 'Transfer configurations' }).click()
      await hers.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      await hers.getByRole('button', { name: 'Save' }).click()
      await hers.getByRole('button', { name: 'Transfer now' }).click()
      await hers.getByText(/^1 of 1 recording arrived/).waitFor({ timeout: 60_000 })
      await hers.getByText('Complete', { exact: true }).first().waitFor({ timeout: 60_000 })
      await settled(hers)
      expect(await violations(hers)).toEqual([])
      const transfer = hers.url()

      await hers.getByRole('link', { name: 'See the recordings' }).click()
      const row = hers.getByRole('row').filter({ hasText: payload_reference })
      await row.getByText('Sent', { exact: true }).waitFor()
      await row.getByRole('checkbox').check()
      await hers.getByRole('button', { name: 'Send once more' }).click()
      const again = hers.getByRole('dialog')
      expect(await again.getByRole('button', { name: 'Send once more' }).isDisabled()).toBe(true)
      await again.getByRole('textbox', { name: 'Reason' }).fill('The archive lost it')
      await again.getByRole('button', { name: 'Send once more' }).click()
      await row.getByText('×2').waitFor({ timeout: 60_000 })
      await expect.poll(() => filesIn(sshd.folder), { timeout: 60_000 }).toContain(`${payload_reference}-r2.amr`)
      await hers.goto(transfer)
      await hers.getByText('Complete', { exact: true }).first().waitFor({ timeout: 60_000 })

      await hers.goto(`${transfers}/config/${encodeURIComponent('Branch/archive')}`)
      await hers.getByRole('button', { name: 'Delete' }).click()
      const deleting = hers.getByRole('dialog')
      await deleting.getByRole('textbox').fill('Branch/archive')
      await deleting.getByRole('button', { name: 'Delete' }).click()
      await hers.getByRole('heading', { level: 1, name: /^Transfer configurations/ }).waitFor()
      await hers.getByRole('link', { name: 'Long_term_archive' }).waitFor()
      expect(await hers.getByRole('link', { name: 'Branch/archive' }).count()).toBe(0)
    },
  )
})
