import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { violations } from './axe.ts'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const device = 'R58-selecting'
const list = `/dashboard/services/calls?filter[device_references][0]=${device}`

/** Makes three calls on a handset, of which the second is not uploaded. @returns what makes another one */
const recordCalls = async (): Promise<() => Promise<unknown>> => {
  const handset = await equitiesHandset(device)
  const content = await mediaFile('calls/04-en-busy-line.amr')
  const record = () =>
    handset.record(content, 'Call', {
      content_type: 'audio/amr',
      direction: 'O',
      second_parties: [{ phone_number: '+447700900123' }],
    })
  for (const isUploaded of [true, false, true]) {
    const { registration, ...sealed } = record()
    await handset.register(registration)
    if (!isUploaded) continue
    await handset.uploadPart({ registration, ...sealed }, 0, registration.size)
    await expect.poll(() => handset.status(registration.payload_reference), { timeout: 60_000 }).toBe('processed')
  }
  return () => handset.register(record().registration)
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const checks = (page: Page) => page.getByRole('table', { name: 'Calls' }).locator('tbody').getByRole('checkbox')
const checked = (page: Page) => checks(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))

describe('selecting recordings', () => {
  journey(
    'by keyboard and with Shift and click, to confirm their receipt and delete them; the selection and results are there after Back',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'ruth.castellan')
      const recordAnother = await recordCalls()
      await page.goto(list)
      await settled(page)
      await expect.poll(() => checks(page).count()).toBe(3)
      await page.keyboard.press('ArrowDown')
      const links = page.getByRole('table', { name: 'Calls' }).locator('tbody a')
      await expect.poll(() => links.first().evaluate((link) => link === document.activeElement)).toBe(true)
      await page.keyboard.press('x')
      await bar(page).getByText('1 selected').waitFor()
      await page.keyboard.press('Shift+ArrowDown')
      await expect.poll(() => checked(page)).toEqual([true, true, false])
      await page.keyboard.press('Escape')
      await bar(page).waitFor({ state: 'detached' })
      await page.keyboard.press('Control+a')
      await expect.poll(() => checked(page)).toEqual([true, true, true])
      await page.keyboard.press('Escape')

      await checks(page).first().click()
      await checks(page)
        .nth(2)
        .click({ modifiers: ['Shift'] })
      await bar(page).getByText('3 selected').waitFor()
      // The keys go on from the end of the range.
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true)
      await page.getByRole('status').filter({ hasText: '3 selected' }).waitFor({ state: 'attached' })
      await settled(page)
      expect(await violations(page)).toEqual([])

      await bar(page).getByRole('button', { name: 'Download' }).click()
      const saving = page.waitForEvent('download')
      const question = page.getByRole('dialog', { name: 'Download 3 recordings?' })
      await question.getByRole('button', { name: 'Download' }).click()
      expect((await saving).suggestedFilename()).toMatch(/^Holdfast .*\.zip$/)
      expect(await (await saving).failure()).toBeNull()
      await page.getByText('1 recording can’t be downloaded').waitFor()
      await question.waitFor({ state: 'detached' })

      await bar(page).getByRole('button', { name: 'Export' }).click()
      const exporting = page.getByRole('dialog', { name: 'Export 3 recordings' })
      await exporting.getByText('The 3 selected rows').waitFor()
      await exporting.getByRole('radio', { name: 'CSV', exact: true }).check()
      const exported = page.waitForEvent('download')
      await page.keyboard.press('Control+Enter')
      const csv = await text(await (await exported).createReadStream())
      expect(csv.trim().split('\r\n')).toHaveLength(1 + 3)
      await exporting.waitFor({ state: 'detached' })

      await recordAnother()
      await bar(page).getByRole('button', { name: 'Confirm receipt' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm receipt of 3 recordings?' })
      const expected = dialog.getByRole('note').filter({ hasText: '1 of 3 will be refused' })
      await expected.getByText('Only the receipt of processed recordings can be confirmed').waitFor()
      await dialog.getByRole('textbox', { name: 'Note' }).fill('Archived')
      await settled(page)
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Confirm receipt' }).click()
      await bar(page).getByText('2 done, 1 refused').waitFor({ timeout: waitTimeoutMs })
      await bar(page).getByRole('button', { name: 'Results' }).click()
      const results = page.getByRole('dialog', { name: 'Results: Confirm receipt' })
      const items = results.getByRole('listitem')
      await expect.poll(() => items.count()).toBe(3)
      const refused = items.first()
      await refused.getByText('Only the receipt of processed recordings can be confirmed').waitFor()
      expect(await items.filter({ hasText: 'Receipt confirmed' }).count()).toBe(2)
      await refused.getByRole('link', { name: /James Ashworth.*\+447700900123/ }).waitFor()
      expect(await results.getByRole('button', { name: 'Retry refused' }).count()).toBe(0)
      // What came meanwhile is offered, and moves no row.
      await page.getByRole('button', { name: '1 new', includeHidden: true }).waitFor({ state: 'attached' })
      expect(await links.count()).toBe(3)
      await settled(page)
      expect(await violations(page)).toEqual([])

      await refused.getByRole('link').click()
      await page.getByRole('heading', { name: 'Chain of custody' }).waitFor()
      await page.goBack()
      await bar(page).getByText('2 done, 1 refused').waitFor()
      // Changing the selection takes the place of the results, without closing them.
      await checks(page).last().click()
      await bar(page).getByText('2 selected').waitFor()
      await checks(page).last().click()
      await bar(page).getByText('3 selected').waitFor()
      await expect.poll(() => checked(page)).toEqual([true, true, true])
      await page.reload()
      await bar(page).getByText('3 selected').waitFor()

      await bar(page).getByRole('button', { name: 'Delete', exact: true }).click()
      const deleting = page.getByRole('dialog', { name: 'Delete 3 recordings?' })
      await deleting.getByRole('textbox', { name: 'Reason' }).fill('Made for a test')
      await deleting.getByRole('button', { name: 'Delete', exact: true }).click()
      await bar(page).getByText('2 done, 1 refused').waitFor({ timeout: waitTimeoutMs })
      await bar(page).getByRole('button', { name: 'Results' }).click()
      const deletions = page.getByRole('dialog', { name: 'Results: Delete' })
      await deletions.getByText('Recordings that are on their way, or were destroyed, cannot be deleted').waitFor()
      await expect.poll(() => deletions.getByText('Deleted', { exact: true }).count()).toBe(2)
      await page.goto('/dashboard/services/calls')
      await settled(page)
      expect(await bar(page).count()).toBe(0)

      await page.goto(list)
      await settled(page)
      await expect.poll(() => checks(page).count()).toBe(2)
      await page.goto(`${list}&filter[payload_states][0]=Deleted`)
      await settled(page)
      await expect.poll(() => checks(page).count()).toBe(2)
      await page.keyboard.press('Control+a')
      await bar(page).getByRole('button', { name: 'Restore' }).click()
      const restoring = page.getByRole('dialog', { name: 'Restore 2 recordings?' })
      await settled(page)
      expect(await violations(page)).toEqual([])
      await restoring.getByRole('button', { name: 'Restore' }).click()
      await bar(page).getByText('2 done').waitFor({ timeout: waitTimeoutMs })
      await page.goto(list)
      await settled(page)
      await expect.poll(() => checks(page).count()).toBe(4)
    },
  )
})
