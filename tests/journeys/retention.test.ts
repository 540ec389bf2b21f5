import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { followSetting } from './navigation.ts'
import { settled } from './screens.ts'

const client = 'meridian'

const destroyedAfter = (page: Page) =>
  page.getByRole('group', { name: 'Call', exact: true }).getByRole('textbox', { name: 'Destroyed after, Call' })

journey('a policy is previewed, waits until it takes effect, and is withdrawn', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn(client, 'helen.ward')
  await page.goto('/dashboard')
  await followSetting(page, 'Retention')
  await page.getByRole('heading', { level: 1, name: 'Retention' }).waitFor()
  await page.getByText('There is no rule: all recordings are kept.').waitFor()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Change retention' }).waitFor()

  await page.getByRole('combobox', { name: 'Start from a template' }).selectOption('mifid_ii_5_years')
  const call = page.getByRole('group', { name: 'Call', exact: true })
  const deleted = call.getByRole('textbox', { name: 'Deleted after, Call' })
  expect(await deleted.inputValue()).toBe('5')
  await call.getByRole('combobox', { name: 'Unit, Deleted after, Call' }).selectOption('days')
  await call.getByRole('combobox', { name: 'Unit, Destroyed after, Call' }).selectOption('days')
  await deleted.fill('30')
  const destroyed = call.getByRole('textbox', { name: 'Destroyed after, Call' })
  await destroyed.fill('20')
  await call.getByText('Not before it is deleted').waitFor()
  const look = page.getByRole('button', { name: 'Show what it frees' })
  expect(await look.isDisabled()).toBe(true)
  await destroyed.fill('60')
  await look.click()
  const frees = page.getByRole('status').filter({ hasText: /^It frees \d[\d,]* recordings/ })
  await frees.getByText('For example:').waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Retention', exact: true }).waitFor()
  const waiting = page.getByRole('note').filter({ hasText: 'A change waits' })
  await waiting.getByText(/Helen Ward/).waitFor()
  await waiting.getByText(/It frees \d[\d,]* recordings/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])

  await waiting.getByRole('button', { name: 'Withdraw' }).click()
  const withdrawing = page.getByRole('dialog', { name: 'Withdraw this change?' })
  await withdrawing.getByText('The change ends and frees nothing.', { exact: false }).waitFor()
  await withdrawing.getByRole('button', { name: 'Withdraw' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.getByText('There is no rule: all recordings are kept.').waitFor()

  await page.getByText('Versions of the policy').click()
  const versions = page.getByRole('list').filter({ hasText: 'Never took effect' })
  await versions
    .getByText(/Helen Ward/)
    .first()
    .waitFor()
  await versions
    .getByText(/Call: deleted after 30 days, destroyed after 60 days/)
    .first()
    .waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
})

journey(
  'a second person sees what a change frees, confirms it, and is asked before they replace it',
  async ({ visitor, newVisitor }) => {
    const author = await newVisitor()
    await author.signIn(client, 'helen.ward')
    const path = `/api/client/v1/${client}/account/retention`
    const headers = { 'content-type': 'application/json' }
    const rule = { retention_timestamp: 'payload_time', required_receipts: [], required_transfers: [] }
    const saved = await author.api(path, {
      method: 'PUT',
      headers,
      body: JSON.stringify({
        payloads: [{ ...rule, payload_type: 'Call', delete_after_days: 30, destroy_after_days: 60 }],
        // The rows of other data are not counted: somebody else has to confirm that they end sooner.
        entities: [{ entity_type: 'AlertData', destroy_after_days: 900 }],
        settings: {
          delay_days: 7,
          confirm_above_recordings: 10_000,
          confirm_above_bytes: 1_000_000_000_000,
          run_share_percent: 60,
        },
        is_locked: true,
      }),
    })
    expect(saved.status).toBe(200)

    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await page.goto('/dashboard/account/retention')
    const others = page.getByRole('note').filter({ hasText: 'A change waits' })
    await others.getByText('Counted anew, for').waitFor()
    await others.getByText('For example:').waitFor()
    await others.getByRole('row').filter({ hasText: 'Call' }).first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await others.getByText(/^Percent of all recordings that a run may destroy: from \d+ to 60$/).waitFor()
    await others.getByText('Lock the policy: from No to Yes').waitFor()
    await others.getByRole('button', { name: 'Confirm', exact: true }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirm this change?' })
    await confirming.getByText(/^Percent of all recordings that a run may destroy: from \d+ to 60$/).waitFor()
    await confirming.getByText('Lock the policy: from No to Yes').waitFor()
    const confirm = confirming.getByRole('button', { name: 'Confirm', exact: true })
    expect(await confirm.isDisabled()).toBe(true)
    await confirming.getByRole('textbox').fill('lock')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await confirm.click()
    await others.getByText('Confirmed by').waitFor()

    await page.getByRole('link', { name: 'Change', exact: true }).click()
    await destroyedAfter(page).fill('90')
    await page.getByRole('button', { name: 'Show what it frees' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const replacing = page.getByRole('dialog', { name: 'Replace the change that waits?' })
    await replacing.getByText(/Helen Ward/).waitFor()
    await replacing.getByRole('button', { name: 'Cancel' }).click()

    const withdrawn = await author.api(`${path}/decide`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ decision: 'withdraw' }),
    })
    expect(withdrawn.status).toBe(200)
  },
)
