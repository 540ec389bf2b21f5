import type { AccountSettings } from '@holdfast/contract'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const settings = `/api/admin/v1/${client}/account/settings`

const stopAsking = async (administrator: Visitor): Promise<void> => {
  const { is_word_search_on } = await administrator.read<AccountSettings>(settings)
  await administrator.api(settings, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      is_word_search_on,
      is_asking_before_pictures: false,
      playback_reason_kind: 'none',
      playback_reasons: [],
    }),
  })
}

describe('an account that asks why content is opened', () => {
  journey('asks once for each recording and conversation, and shows the reason', async ({ visitor, newVisitor }) => {
    const administrator = await newVisitor()
    await administrator.signIn(client, 'olivia.hart')
    await administrator.page.goto('/dashboard/account/settings')
    const form = administrator.page
      .locator('form')
      .filter({ has: administrator.page.getByRole('switch', { name: 'Ask before showing pictures in lists' }) })
    await form.getByRole('combobox', { name: 'Reason for opening recordings' }).click()
    await administrator.page.getByRole('option', { name: 'Ask, from a list' }).click()
    const reasons = form.getByLabel('Reasons to choose from').first()
    for (const reason of ['Periodic review', 'Complaint']) {
      await reasons.fill(reason)
      await reasons.press('Enter')
    }
    try {
      await form.getByRole('button', { name: 'Save' }).click()
      const chosen = async () => (await administrator.read<AccountSettings>(settings)).playback_reasons
      await expect.poll(chosen).toEqual(['Periodic review', 'Complaint'])
      const { page } = visitor
      await visitor.signIn(client, 'amir.khan')
      const reference = await recordOnHandset({
        file: 'calls/04-en-busy-line.amr',
        payload_type: 'Call',
        content_type: 'audio/amr',
      })
      await page.goto(`/dashboard/services/calls/${reference}`)
      const play = page.getByRole('button', { name: 'Play', exact: true })
      const dialog = page.getByRole('dialog', { name: 'Why do you open this?' })
      await play.click()
      await dialog.waitFor()
      await settled(page)
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
      await access.getByText('Nobody has opened this recording yet.').waitFor()

      await play.click()
      await dialog.getByRole('radio', { name: 'Complaint' }).check()
      await dialog.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('slider', { name: 'Position' }).waitFor()
      await access.getByText('Reason: Complaint').first().waitFor()

      // Not once more for the same recording, also after a reload.
      await page.reload()
      await play.click()
      await page.getByRole('slider', { name: 'Position' }).waitFor()
      expect(await dialog.count()).toBe(0)

      await page.goto('/dashboard/services/messages')
      await page
        .locator('tbody tr')
        .filter({ hasText: 'Shown when you open it and say why' })
        // In the journey of damaged recordings, this party sends a message that nobody can open.
        .filter({ hasNotText: /7700 ?900123/ })
        .first()
        .getByRole('link')
        .first()
        .click()
      // The key opens it, and the reason given last is offered.
      await page.getByRole('button', { name: 'Read', exact: true }).waitFor()
      await page.keyboard.press('Enter')
      await expect.poll(() => dialog.getByRole('radio', { name: 'Complaint' }).isChecked()).toBe(true)
      await dialog.getByRole('radio', { name: 'Periodic review' }).check()
      await dialog.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('region', { name: 'Messages of this conversation' }).getByRole('listitem').first().waitFor()

      await administrator.page.goto('/dashboard/account/audit?filter[person]=KHAN')
      const rows = administrator.page.locator('tbody tr')
      await rows.filter({ hasText: 'Reason: Complaint' }).first().waitFor()
      await rows.filter({ hasText: 'Reason: Periodic review' }).first().waitFor()
    } finally {
      await stopAsking(administrator)
    }
  })
})
