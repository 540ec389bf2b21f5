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
  journey('saves what the screen shows for people, and the names of the API for programs', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const { payload_reference } = await processedRecording(visitor, { client, payload_type: 'Call' })
    await page.goto(calls)
    await settled(page)
    const dialog = await openExport(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByText(/^Headings, states, names and times as on the screen\. Times are those of \w+/).waitFor()
    const save = async () => {
      const saving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      const saved = await saving
      await dialog.waitFor({ state: 'detached' })
      return { name: saved.suggestedFilename(), content: await contentOf(saved) }
    }
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill('Calls of the desk')
    const workbook = await save()
    expect(workbook.name).toBe('Calls of the desk.xlsx')
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK')
    await page.getByText('The export has begun').waitFor()
    expect(new URL(page.url()).pathname).toBe(calls)

    await openExport(page)
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check()
    const shown = (await save()).content.toString()
    expect(shown).toMatch(
      /^\uFEFFWhen \([^)]+\),Device user,Reference of the device user,Direction,Parties,Numbers,Duration,/,
    )
    expect(shown).toContain(`${payload_reference}\r\n`)
    expect(shown).not.toContain('SHA-256')

    await openExport(page)
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check()
    await dialog.getByRole('radio', { name: 'All columns' }).check()
    expect((await save()).content.toString()).toContain('SHA-256 of the sealed bytes')

    await openExport(page)
    await dialog.getByRole('radio', { name: 'CSV with the names of the API' }).check()
    const csv = (await save()).content.toString()
    expect(csv.startsWith('\uFEFFpayload_reference,')).toBe(true)
    expect(csv).toContain(`\r\n${payload_reference},Call,`)
  })
})
