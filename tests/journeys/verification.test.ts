import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject } from 'vitest'
import { violations } from './axe.ts'
import { recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const client = 'meridian'
/** In the second segment: what is heard first does not show it. */
const far = 80_000

const flipBit = async (payload_reference: string): Promise<void> => {
  const folder = path.join(inject('productHome'), 'objects/recordings', client)
  const name = (await readdir(folder)).find((each) => each.startsWith(payload_reference)) ?? ''
  const bytes = await readFile(path.join(folder, name))
  bytes.writeUInt8(bytes.readUInt8(far) ^ 1, far)
  await writeFile(path.join(folder, name), bytes)
}

journey(
  'a recording is verified by keyboard alone; damage that nobody has heard is found, and both are on the trail',
  async ({ visitor, newVisitor }) => {
    const { page } = visitor
    // The second request within a minute.
    visitor.expectBrowserError(/429/)
    await visitor.signIn(client, 'amir.khan')
    const reference = await recordOnHandset({
      file: 'photographs/01-london-bridge-cables.jpg',
      payload_type: 'Photo',
      content_type: 'image/jpeg',
    })
    const address = `/dashboard/services/photos/${reference}`
    await page.goto(address)
    const badge = page.getByRole('button', { name: 'Sealed and complete' })
    await badge.focus()
    await page.keyboard.press('Enter')
    const proof = page.getByRole('dialog', { name: 'Integrity' })
    await proof.getByText('when they were processed.').waitFor()
    await proof.getByText('AES-256-GCM, in segments of 64 KiB').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await proof.getByRole('button', { name: 'Verify now' }).focus()
    await page.keyboard.press('Enter')
    await proof.getByText(/^Unchanged\. Verified .* for amir\.khan\.$/).waitFor()
    await proof.getByText('as amir.khan asked.').waitFor()
    await proof.getByRole('button', { name: 'Verify now' }).click()
    await proof.getByText('This recording was verified a moment ago').waitFor()
    await page.keyboard.press('Escape')
    for (const words of ['Asked for a verification', 'Verified unchanged']) {
      if (words === 'Verified unchanged') await page.getByRole('button', { name: 'Show everything' }).click()
      await page.getByRole('listitem').filter({ hasText: words }).first().waitFor()
    }

    const other = await recordOnHandset({
      file: 'photographs/01-london-bridge-cables.jpg',
      payload_type: 'Photo',
      content_type: 'image/jpeg',
    })
    // Otherwise the worker may find the damage while it makes the thumbnail.
    const audit = () => visitor.read<object>(`/api/client/v1/${client}/payloads/${other}/audit`)
    await expect.poll(async () => JSON.stringify(await audit()), { timeout: 60_000 }).toContain('payload.derived')
    await flipBit(other)
    const second = await newVisitor({ locale: 'pt-BR' })
    await second.signIn(client, 'ruth.castellan')
    await page.goto(`/dashboard/services/photos/${other}`)
    await second.page.goto(`/dashboard/services/photos/${other}`)
    await second.page.getByRole('button', { name: 'Selada e completa' }).click()
    await second.page.getByRole('button', { name: 'Verificar agora' }).click()
    await second.page.getByText(/^Danificada: Alterada após o lacre/).waitFor()
    // Whoever looks at it sees it at once.
    await page.getByRole('button', { name: 'Not intact' }).waitFor()
    await page.getByText('was found damaged or missing').waitFor()
  },
)
