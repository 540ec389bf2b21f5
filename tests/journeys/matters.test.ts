import type { Matter } from '@holdfast/contract'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { choose } from './choose.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import { settled } from './screens.ts'

const client = 'meridian'

interface Recording {
  payload_reference: string
  device_user_reference: string
}

journey(
  'a matter is opened from a list, gets recordings and a note, is named on a recording, and is closed',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'helen.ward')
    const filter = 'filter[payload_types][0]=Call&filter[payload_states][0]=Processed&limit=1'
    const { items } = await visitor.read<{ items: Recording[] }>(`/api/client/v1/${client}/payloads?${filter}`)
    const [recording] = items
    if (!recording) throw new Error('There is no call')
    const { payload_reference, device_user_reference: person } = recording

    await page.goto(`/dashboard/services/calls?filter[device_user_references][0]=${person}`)
    await page.getByRole('table').getByRole('checkbox').nth(1).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Put into a matter' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('combobox', { name: /^Matter/ }).fill('Two traders in June')
    await page.getByRole('option', { name: 'New matter: Two traders in June…' }).click()
    await dialog.getByRole('textbox', { name: 'Reference of the matter' }).fill('Desk 2026/1')
    expect(await dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Two traders in June')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A counterparty complained')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Put into a matter' }).click()
    const path = `/api/client/v1/${client}/matters?filter[matter_references][0]=${encodeURIComponent('Desk 2026/1')}`
    const matter = async () => (await visitor.read<{ items: Matter[] }>(path)).items[0]
    await expect.poll(async () => (await matter())?.payloads?.total).toBe(1)

    await page.getByRole('button', { name: 'Put all into a matter' }).click()
    await choose(page, 'Matter', 'Desk 2026/1 · Two traders in June')
    await dialog.getByRole('switch', { name: /^Keep up to date/ }).check()
    await dialog.getByRole('button', { name: 'Put into a matter' }).click()
    await dialog.getByText('Recordings are being put in, and later ones follow by themselves.').waitFor()
    await dialog.getByRole('link', { name: 'Show the matter' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Since' })
      .getByText(/^Device user /)
      .waitFor()
    await page.getByRole('link', { name: 'Show what it finds' }).click()
    await page.getByRole('heading', { level: 1, name: /^All recordings/ }).waitFor()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    const isFilled = async () => (await matter())?.feeds[0]?.is_caught_up
    await expect.poll(isFilled, { timeout: 60_000 }).toBe(true)

    await follow(page, 'Matters')
    await page.getByRole('heading', { level: 1, name: /^Matters/ }).waitFor()
    await page.getByRole('button', { name: 'New matter' }).click()
    await dialog.getByRole('textbox', { name: 'Reference of the matter' }).fill('Desk 2026/2')
    await dialog.getByRole('textbox', { name: 'Title' }).fill('A third trader')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Named by the counterparty')
    await dialog.getByRole('button', { name: 'Open the matter' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'A third trader' }).click()
    await page.getByRole('heading', { level: 1, name: /^A third trader/ }).waitFor()
    await follow(page, 'Matters')
    await page.getByRole('row').filter({ hasText: 'Two traders in June' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^Two traders in June/ }).waitFor()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'By day' }).click()
    const days = page.getByRole('list', { name: 'By day' })
    await days
      .getByRole('button', { name: /Nothing$/ })
      .first()
      .waitFor()
    await page.reload()
    await days
      .getByRole('button', { name: /Calls: / })
      .last()
      .click()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const parts = page.getByRole('navigation', { name: 'Parts of the matter' })
    await parts.getByRole('link', { name: 'Notes' }).click()
    await page.getByText('No notes yet').waitFor()
    const inMatter = (await matter())?.payloads?.total
    await page.getByRole('heading', { level: 1, name: new RegExp(`\\(${inMatter} recordings?\\)$`) }).waitFor()
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked the desk for its diary')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Asked the desk for its diary' }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await parts.getByRole('link', { name: 'Legal holds' }).click()
    await page.getByText('No holds').first().waitFor()
    await parts.getByRole('link', { name: 'Trail' }).click()
    await page.getByRole('row').filter({ hasText: 'Viewed recordings' }).first().waitFor()
    await page.getByRole('switch', { name: 'Show read-only activity' }).uncheck()
    await page.getByRole('row').filter({ hasText: 'Viewed recordings' }).first().waitFor({ state: 'detached' })
    // With reads among them, the earliest entries may be further down than the rows that are rendered.
    for (const told of ['Opened a matter', 'Put chosen recordings into a matter', 'Wrote a note on a matter'])
      await page.getByRole('row').filter({ hasText: told }).waitFor()

    await page.goto('/dashboard/account/audit')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'About' }).fill('Two traders')
    await page.getByRole('option', { name: 'Matter Two traders in June · Desk 2026/1' }).click()
    await page.getByRole('row').filter({ hasText: 'Put chosen recordings into a matter' }).waitFor()

    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await page.getByRole('link', { name: 'Two traders in June' }).click()
    await page.getByRole('button', { name: 'Close the matter' }).click()
    await dialog.getByText('1 filter stops keeping it up to date.').waitFor()
    await dialog.getByRole('button', { name: 'Close the matter' }).click()
    await page.getByRole('button', { name: 'Open it again' }).waitFor()
    await page.getByText('Stopped when the matter was closed').waitFor()
    await page.reload()
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
  },
)
