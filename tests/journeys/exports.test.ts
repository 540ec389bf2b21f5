import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const calls = '/dashboard/services/calls'

const openExport = async (page: Page) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export this list' })
  await dialog.waitFor()
  return dialog
}

describe('exporting a list', () => {
  journey('saves a file with the name and format that were chosen', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Call' })
    await page.goto(calls)
    await settled(page)
    const dialog = await openExport(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill('Calls of the desk')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Calls of the desk.csv')
    const csv = (await contentOf(saved)).toString()
    expect(csv.startsWith('\uFEFFpayload_reference,')).toBe(true)
    expect(csv).toContain(`\r\n${payload_reference},Call,`)
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The export has begun').waitFor()
    expect(new URL(page.url()).pathname).toBe(calls)
  })
})
