import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { recordContent } from './demo-handset.ts'
import { journey } from './journey.ts'
import { waitForRecordings } from './recordings.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const message = JSON.stringify({ text: 'Lunch at the harbour' })
const list = '/dashboard/services/all'

describe('the list of all recordings', () => {
  journey(
    'has every kind, is filtered, and leads to a recording with what was before and after it',
    async ({ visitor }) => {
      const device = `R58-ALL-${randomUUID().slice(0, 8)}`
      await recordContent(device, Buffer.from('recorder ok\n'), 'Diagnostics', { content_type: 'text/plain', size: 12 })
      const recordMessage = () =>
        recordContent(device, Buffer.from(message), 'SMS', {
          direction: 'I',
          thread_id: device,
          message_parties: [{ phone_number: '+447700900461', name: 'Nora Bell', role: 'from' }],
        })
      await recordMessage()
      await recordMessage()
      const { page } = visitor
      await visitor.signIn(client, 'ruth.castellan')
      for (const payload_type of ['Call', 'Photo', 'SMS'] as const)
        await waitForRecordings(visitor, { client, payload_type }, 2)
      await page.goto('/dashboard')
      await page.getByRole('link', { name: 'All recordings', exact: true }).first().click()
      await page.waitForURL(`**${list}`)
      const table = page.getByRole('table', { name: 'All recordings' })
      await table.locator('[data-index]').first().waitFor()
      await settled(page)
      expect(await violations(page)).toEqual([])

      // The message of the device is there, its diagnostics are not.
      await page.goto(`${list}?filter[device_references][0]=${device}`)
      const row = table.locator('[data-index]')
      await row.getByText('Lunch at the harbour').nth(1).waitFor()
      expect(await row.count()).toBe(2)

      await page.goto(`${list}?filter[payload_types][0]=Photo&filter[payload_types][1]=SMS`)
      await row.first().waitFor()
      const kinds = new Set(
        (await table.locator('[data-index] > td:nth-child(2)').allTextContents()).map((text) => text.trim()),
      )
      expect([...kinds].filter((kind) => kind !== 'Photo' && kind !== 'SMS')).toEqual([])

      // From the row to the recording and back to the row.
      await page.goto(`${list}?filter[device_references][0]=${device}`)
      await row.first().getByRole('link').click()
      await page.waitForURL('**/dashboard/services/messages/*')
      const near = page.locator('section', {
        has: page.getByRole('heading', { name: 'Before and after', exact: true }),
      })
      await near.scrollIntoViewIfNeeded()
      await near.locator('[aria-current]').getByText('SMS').waitFor()
      await near.getByRole('link', { name: /^SMS/ }).last().waitFor()
      await near.getByRole('link', { name: /^All recordings of this/ }).waitFor()
      await page.goBack()
      await row.getByText('Lunch at the harbour').nth(1).waitFor()

      // Words find the message; the other kinds are named as those without words.
      await page.getByRole('searchbox', { name: 'Words, people or numbers' }).fill('harbour')
      await page.keyboard.press('Enter')
      await page.getByText('No words to search: Calls, Photos, Videos, Interviews.').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Lunch at the' }).first().waitFor()
    },
  )

  journey('shows everything between a person and a number', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await waitForRecordings(visitor, { client, payload_type: 'Call' }, 1)
    await page.goto('/dashboard/services/calls')
    await page.getByRole('table', { name: 'Calls' }).locator('[data-index]').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Everything between them' }).first().click()
    await page.waitForURL(`**${list}?**`)
    await page.getByRole('heading', { level: 1, name: /^Between .+ and / }).waitFor()
    const day = page.getByRole('list', { name: 'By day' }).getByRole('button', { name: /: \d/ }).last()
    const named = await day.getAttribute('aria-label')
    const counted = [...(named ?? '').matchAll(/: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    await day.click()
    await page.waitForURL(/date_from/)
    const rows = page.getByRole('table', { name: 'All recordings' }).locator('[data-index]')
    await expect.poll(() => rows.count()).toBe(counted)
    expect(await day.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Earlier days' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Later days' }).isEnabled()).toBe(true)
    await page.goBack()
    await page.goBack()
    await page.getByRole('definition').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Everything between this person and a number' }).waitFor()
    await page.getByRole('combobox', { name: 'Numbers' }).fill('4477')
    await page.getByRole('option').first().click()
    await page.waitForURL(`**${list}?**`)
    await page.getByRole('heading', { level: 1, name: /^Between .+ and / }).waitFor()
  })

  journey('is what a mixed review queue is drawn from', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    for (const payload_type of ['Call', 'SMS'] as const) await waitForRecordings(visitor, { client, payload_type }, 1)
    await page.goto('/dashboard/reviews/queues/create')
    const previewed = page.waitForRequest((request) => (request.postData() ?? '').includes('"Interview"'))
    await page.getByRole('combobox', { name: 'Recordings' }).click()
    await page.getByRole('option', { name: 'All recordings', exact: true }).click()
    const { filter } = (await previewed).postDataJSON() as { filter: { payload_types: string[] } }
    expect(filter.payload_types).toEqual(expect.arrayContaining(['Call', 'SMS', 'Photo', 'Video', 'Interview']))
    expect(filter.payload_types).not.toContain('Diagnostics')
    await page.getByText(/recordings? match/).waitFor()
  })

  journey(
    'shows somebody who may see one kind only that kind, and offers no filter by kind',
    async ({ visitor, newVisitor }) => {
      await visitor.signIn(client, 'olivia.hart')
      const other = await newVisitor()
      await other.signIn(client, 'tom.baker')
      const headers = { 'content-type': 'application/json' }
      const role = await visitor.api(`/api/admin/v1/${client}/roles/Photo%20list`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({
          version: 0,
          description: 'Sees which photos there are.',
          permissions: [{ actions_matching: 'payloads:read' }],
          payload_types: ['Photo'],
          cidr_ranges: null,
          alert_permissions: [],
          is_alertable: false,
          test_cases: [],
        }),
      })
      expect([role.status, await role.text()]).toEqual([200, expect.any(String)])
      const given = await visitor.api(`/api/admin/v1/${client}/portal_users/tom.baker/roles/Photo%20list`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ valid_until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'To try it' }),
      })
      expect([given.status, await given.text()]).toEqual([204, ''])
      const { page } = other
      await page.goto(list)
      const rows = page.getByRole('table', { name: 'All recordings' }).locator('[data-index]')
      await rows.first().waitFor()
      const kinds = await rows.locator('td:nth-child(2)').allTextContents()
      expect(new Set(kinds.map((text) => text.trim()))).toEqual(new Set(['Photo']))
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('combobox', { name: 'Device user' }).waitFor()
      expect(await page.getByText('Kind', { exact: true }).locator('visible=true').count()).toBeLessThanOrEqual(1)
      expect(await page.getByText('Blocked call').count()).toBe(0)
    },
  )
})
