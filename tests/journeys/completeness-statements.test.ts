import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'

const client = 'meridian'
const group = 'Equities London'

const downloaded = async (page: Page, name: string): Promise<{ name: string; bytes: Buffer }> => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const download = await saving
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('statements of completeness', () => {
  journey('an officer states last month, and verifies what was signed', async ({ newVisitor }) => {
    const olivia = await newVisitor()
    await olivia.signIn(client, 'olivia.hart')
    const { page } = olivia
    await page.goto('/dashboard')
    await follow(page, 'Completeness')
    await page.getByRole('link', { name: 'Statements' }).click()
    await page.getByRole('heading', { level: 1, name: 'Statements of completeness' }).waitFor()
    await page.getByRole('link', { name: 'New statement' }).click()

    await page.getByRole('combobox', { name: 'Group' }).fill(group)
    await page.getByRole('option', { name: group }).click()
    await page.getByRole('heading', { name: 'Gaps in the numbers of devices' }).waitFor()
    // The month and the group are in the address.
    await page.reload()
    await page.getByRole('heading', { name: 'Gaps in the numbers of devices' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Make statement' }).click()

    await page.getByText('Latest', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    const pdf = await downloaded(page, 'Download PDF')
    const csv = await downloaded(page, 'Download CSV')
    const manifest = await downloaded(page, 'Manifest')
    const signature = await downloaded(page, 'Signature')
    const key = await downloaded(page, 'Public key')
    const publicKey = createPublicKey(key.bytes)
    expect(verify(null, manifest.bytes, publicKey, signature.bytes)).toBe(true)
    const changed = Buffer.from(manifest.bytes.toString().replace(group, 'Equities Lisbon'))
    expect(verify(null, changed, publicKey, signature.bytes)).toBe(false)
    expect(JSON.parse(manifest.bytes.toString())).toMatchObject({
      client,
      group,
      files: [pdf, csv].map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes) })),
    })

    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Statements' }).click()
    const table = page.getByRole('table', { name: 'Statements of completeness' })
    await table.getByText(group).first().waitFor()
    await page.goto('/dashboard/account/audit')
    const audit = page.getByRole('table', { name: 'Audit' })
    await audit.getByText('Downloaded a file of a statement of completeness').first().waitFor()
    await audit.getByText('Made a statement of completeness').first().waitFor()
  })
})
