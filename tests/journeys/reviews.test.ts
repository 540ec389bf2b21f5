import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { waitForRecordings } from './recordings.ts'
import { settled } from './screens.ts'

const client = 'meridian'

journey(
  'a reviewer marks recordings with keys alone, one after the other, and finds them again',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await waitForRecordings(visitor, { client, payload_type: 'Call' }, 5)
    await page.goto('/dashboard/services/calls?filter[payload_states][0]=Processed&filter[is_reviewed]=false')
    await settled(page)
    const rows = page.getByRole('table', { name: 'Calls' }).locator('[data-index] a')
    const [first, second, third] = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${first}`)
    await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
    await page.keyboard.press('m')
    await page.waitForURL(`**${second}`)

    await page.getByText('Nobody has reviewed this recording.').waitFor()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' })
    await dialog.getByRole('radio', { name: 'No concern' }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)
    await expect.poll(focused).toBe('No concern')
    for (const name of ['Not relevant', 'Follow up', 'Possible breach']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(focused).toBe(name)
    }
    // Without its note, Enter does nothing.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('They fix a price at 2:10')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(`**${third}`)

    await page.goto(`${second}`)
    const mark = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
    await mark.filter({ hasText: 'amir.khan' }).filter({ hasText: 'They fix a price at 2:10' }).waitFor()
    await page.locator('section', { hasText: 'Chain of custody' }).getByText('Reviewed').first().waitFor()
    await page.goto('/dashboard/services/calls?filter[dispositions][0]=Possible breach')
    await rows.first().waitFor()
    expect(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toContain(second)
    expect(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).not.toContain(first)
  },
)
