import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { choose } from './choose.ts'
import { journey } from './journey.ts'

const client = 'meridian'

const defaults = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Defaults', exact: true }) })

describe('an account administrator', () => {
  journey('removes somebody, who loses access at once, and restores them', async ({ visitor, newVisitor }) => {
    const { page } = visitor
    const grace = await newVisitor()
    grace.expectBrowserError(/status of 40[013]|Authentication expired/)
    await grace.signIn(client, 'grace.lee')
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/people?filter[search]=grace')
    await page.getByRole('button', { name: 'Manage grace.lee' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage grace.lee' })
    await dialog.getByText(/Their sessions end at once, and they can’t sign in any more/).waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    const question = dialog.getByRole('group', { name: 'Remove grace.lee?' })
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    const back = page.getByRole('button', { name: 'Let grace.lee back in' })
    await back.waitFor()
    await dialog.waitFor({ state: 'detached' })

    await grace.page.goto('/dashboard/account/audit')
    await grace.page.waitForURL('**/sign-in**')
    await back.click()
    await page.getByRole('button', { name: 'Manage grace.lee' }).waitFor()
    await grace.signInThroughPages(client, 'grace.lee')
    await grace.page.goto('/dashboard/account/audit')
    await grace.page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
  })

  journey('gives somebody a role for a time, who has it at once, and ends it', async ({ visitor, newVisitor }) => {
    const { page } = visitor
    const grace = await newVisitor()
    // Whatever her open screen reads when the role ends.
    grace.expectBrowserError(/status of 403/)
    await grace.signIn(client, 'grace.lee')
    await grace.page.goto('/dashboard')
    const navigation = grace.page.getByRole('navigation', { name: 'Main navigation' })
    const devices = navigation.getByRole('link', { name: 'Devices', exact: true })
    await navigation.getByRole('link', { name: 'Audit', exact: true }).waitFor()
    expect(await devices.count()).toBe(0)
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/people?filter[search]=grace')
    await page.getByRole('button', { name: 'Manage grace.lee' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage grace.lee' })
    await dialog.getByRole('button', { name: 'Give this role', exact: true }).click()
    await dialog.getByText('Say why access is needed', { exact: true }).waitFor()
    await choose(page, 'Give a role', 'Device Manager')
    await dialog.getByText('This role gives no access to the content of recordings', { exact: true }).waitFor()
    await dialog.getByRole('list', { name: 'What the role allows' }).getByText('all groups').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Why' }).fill('In place of Tom Baker')
    await dialog.getByRole('button', { name: 'Give this role', exact: true }).click()
    await devices.waitFor()
    await page
      .getByRole('row')
      .getByText(/^Auditor, Device Manager \(until .+\)$/)
      .waitFor()
    await dialog
      .getByRole('listitem')
      .getByText('In place of Tom Baker – given by olivia.hart', { exact: true })
      .waitFor()
    await dialog.getByRole('button', { name: 'End Device Manager now', exact: true }).click()
    // Nothing ends before she has read what it takes away.
    const question = dialog.getByRole('group', { name: 'End Device Manager for grace.lee now?', exact: true })
    await question.getByRole('listitem').getByText('all groups').first().waitFor()
    expect(await devices.count()).toBe(1)
    await question.getByRole('button', { name: 'Keep it', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'End Device Manager now', exact: true }).click()
    await question.getByRole('button', { name: 'End the role', exact: true }).click()
    await devices.waitFor({ state: 'detached' })
    await dialog
      .getByText('In place of Tom Baker – given by olivia.hart', { exact: true })
      .waitFor({ state: 'detached' })
  })

  journey('gives a role from its own page, and sees which ones they can’t give', async ({ visitor, newVisitor }) => {
    const { page } = visitor
    const grace = await newVisitor()
    await grace.signIn(client, 'grace.lee')
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/roles/Auditor')
    const words = page.locator('section', { has: page.getByRole('heading', { name: 'In words', exact: true }) })
    await words.getByText(/read the trail of activities/).waitFor()
    expect(await page.getByText(/everything that matches/).count()).toBe(0)
    await page.getByRole('link', { name: 'People with it, or give it', exact: true }).click()
    await page.getByRole('row').getByText('grace.lee', { exact: true }).waitFor()
    const panel = page.locator('section', {
      has: page.getByRole('heading', { name: 'Give Auditor to somebody for a time', exact: true }),
    })
    await panel.getByRole('combobox', { name: 'Give to' }).fill('olivia')
    await page.getByRole('option', { name: /olivia\.hart/ }).click()
    const role = panel.getByRole('combobox', { name: 'Give a role' })
    expect(await role.inputValue()).toBe('Auditor')
    await role.fill('equities')
    await page.getByRole('option', { name: 'Equities reviewer – you can’t give this one', exact: true }).click()
    await role.press('Tab')
    await panel.getByText(/^You can’t give Equities reviewer/).waitFor()
  })

  journey('can’t remove themselves', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/access/people?filter[search]=olivia')
    await page.getByRole('button', { name: 'Manage olivia.hart' }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage olivia.hart' })
    await dialog.getByText('You can’t remove yourself. Another administrator can.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0)
  })

  journey(
    'sees whom a network limit would shut out before saving it, and can’t shut themselves out by mistake',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'olivia.hart')
      visitor.expectBrowserError(/status of 409/)
      await page.goto('/dashboard/account/settings')
      await page.getByText('Only these networks', { exact: true }).click()
      const networks = page.getByRole('combobox', { name: 'Only these networks' })
      await networks.fill('203.0.113.0/24')
      await networks.press('Enter')
      await page.getByRole('status').filter({ hasText: 'would be shut out' }).getByText('Olivia Hart').waitFor()
      await defaults(page).getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('textbox', { name: `Type “${client}” to confirm` }).waitFor()
      const path = `/api/admin/v1/${client}/account/defaults`
      expect(await visitor.read(path)).toMatchObject({ cidr_ranges: null, unconfirmed_limit: null })
    },
  )

  journey(
    'limits the account to networks, confirms them from inside, and lifts the limit again',
    async ({ visitor }) => {
      const { page } = visitor
      const path = `/api/admin/v1/${client}/account/defaults`
      await visitor.signIn(client, 'olivia.hart')
      await page.goto('/dashboard/account/settings')
      await page.getByText('Only these networks', { exact: true }).click()
      const networks = page.getByRole('combobox', { name: 'Only these networks' })
      await networks.fill('127.0.0.1/32')
      await networks.press('Enter')
      const save = defaults(page).getByRole('button', { name: 'Save', exact: true })
      await save.click()

      const banner = page.getByRole('alert').filter({ hasText: 'These networks are not confirmed yet' })
      await banner.getByText(/can be used from 127\.0\.0\.1\/32 only/).waitFor()
      await banner
        .getByRole('timer', { name: 'Time left to confirm' })
        .filter({ hasText: /^1[0-4]:\d\d$/ })
        .waitFor()
      // The request to confirm is still there after a reload, because it belongs to the account.
      await page.reload()
      await banner.getByRole('button', { name: 'Confirm these networks' }).click()
      await banner.waitFor({ state: 'detached' })
      expect(await visitor.read(path)).toMatchObject({ cidr_ranges: ['127.0.0.1/32'], unconfirmed_limit: null })

      await page.getByText('Any network', { exact: true }).click()
      await save.click()
      await expect.poll(() => visitor.read(path)).toMatchObject({ cidr_ranges: null, unconfirmed_limit: null })
    },
  )
})
