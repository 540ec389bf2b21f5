import type { SavedViews } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const calls = '/dashboard/services/calls'
const views = `/api/admin/v1/${client}/views`
const role = 'Equities reviewer'

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const isCurrent = async (page: Page, name: string) => (await link(page, name).getAttribute('aria-current')) === 'page'

const openScreen = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await settled(page)
}

const saveInDialog = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Name' }) })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const deletion = (page: Page) => page.getByRole('dialog', { name: /^Delete / })

/** Chooses an action in the menu of the open view. */
const choose = async (page: Page, view: string, action: string): Promise<void> => {
  await button(page, view).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

const write = (visitor: Visitor, method: string, path: string, body?: object) =>
  visitor.api(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

describe('a saved view', () => {
  journey('keeps filters and columns, stands in the navigation, and is changed and deleted', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await openScreen(page, calls)
    expect(await button(page, 'Save view').count()).toBe(0)
    await openScreen(page, `${calls}?filter[period]=90d`)
    await button(page, 'Save view').click()
    await saveInDialog(page, 'Last quarter')
    await page.waitForURL((url) => url.searchParams.has('view'))
    await expect.poll(() => isCurrent(page, 'Last quarter')).toBe(true)
    expect(await isCurrent(page, 'Calls')).toBe(false)

    await link(page, 'Messages').click()
    await page.waitForURL('**/dashboard/services/messages')
    await link(page, 'Last quarter').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === calls && url.searchParams.has('view'))
    await button(page, 'Period: Last 90 days').waitFor()

    // An address of the view alone leads to its filters; removing them all does not bring them back.
    const view = new URL(page.url()).searchParams.get('view')
    await openScreen(page, `${calls}?view=${view}`)
    await page.waitForURL((url) => url.searchParams.get('filter[period]') === '90d')
    await button(page, 'Period: Last 90 days').click()
    await page.getByRole('button', { name: 'All time' }).click()
    await button(page, 'Saved view Last quarter, changed').waitFor()
    expect(new URL(page.url()).search).toBe(`?view=${view}`)
    await choose(page, 'Saved view Last quarter, changed', 'Discard changes')
    await button(page, 'Period: Last 90 days').waitFor()

    await button(page, 'View').click()
    await page.getByRole('checkbox', { name: 'Device', exact: true }).check()
    await page.keyboard.press('Escape')
    await choose(page, 'Saved view Last quarter, changed', 'Discard changes')
    await head(page, 'Device').waitFor({ state: 'detached' })
    await button(page, 'View').click()
    await page.getByRole('checkbox', { name: 'Device', exact: true }).check()
    await page.keyboard.press('Escape')
    await button(page, 'Save changes').click()
    await button(page, 'Saved view Last quarter').waitFor()
    await openScreen(page, calls)
    expect(await head(page, 'Device').count()).toBe(0)
    await link(page, 'Last quarter').click()
    await head(page, 'Device').waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search' }).fill('last quar')
    await page.getByRole('dialog').getByRole('button', { name: 'Last quarter' }).waitFor()
    await page.keyboard.press('Escape')

    await choose(page, 'Saved view Last quarter', 'Delete')
    await deletion(page).getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL((url) => url.pathname === calls && url.search === '')
    await link(page, 'Last quarter').waitFor({ state: 'detached' })
    await link(page, 'Calls').and(page.locator('[aria-current="page"]')).waitFor()
  })

  journey(
    'that is shared with a role appears at once for a colleague, who can only copy it',
    async ({ newVisitor }) => {
      const [amir, priya, sofia] = [await newVisitor(), await newVisitor(), await newVisitor()]
      await amir.signIn(client, 'amir.khan')
      await processedRecording(amir, { client, payload_type: 'Call' })
      for (const [colleague, person] of [
        [priya, 'priya.shah'],
        [sofia, 'sofia.lind'],
      ] as const) {
        await colleague.signIn(client, person)
        await openScreen(colleague.page, calls)
      }
      await openScreen(amir.page, `${calls}?sort=payload_time`)
      await button(amir.page, 'Save view').click()
      await saveInDialog(amir.page, 'Oldest first')
      await choose(amir.page, 'Saved view Oldest first', 'Rename or share')
      await amir.page.getByRole('radio', { name: 'Everybody with one of my roles' }).click()
      await saveInDialog(amir.page, 'From the oldest')

      const shared = link(priya.page, `From the oldest, Shared by Amir Khan with the role ${role}`)
      await shared.click()
      await priya.page.waitForURL((url) => url.searchParams.get('sort') === 'payload_time')
      await button(priya.page, 'Saved view From the oldest').click()
      const menu = priya.page.getByRole('dialog')
      await menu.getByRole('button', { name: 'Save as a new view' }).waitFor()
      expect(await menu.getByRole('button').allTextContents()).toEqual(['Save as a new view'])
      await menu.getByRole('button').click()
      await saveInDialog(priya.page, 'My oldest')
      await expect.poll(() => isCurrent(priya.page, 'My oldest')).toBe(true)
      expect(await link(sofia.page, 'From the oldest').count()).toBe(0)

      await choose(amir.page, 'Saved view From the oldest', 'Delete')
      await deletion(amir.page).getByText(`everybody with the role ${role}`).waitFor()
      await deletion(amir.page).getByRole('button', { name: 'Delete' }).click()
      await shared.waitFor({ state: 'detached' })
      await choose(priya.page, 'Saved view My oldest', 'Delete')
      await deletion(priya.page).getByRole('button', { name: 'Delete' }).click()
      await link(priya.page, 'My oldest').waitFor({ state: 'detached' })
    },
  )

  journey('that is gone leaves its filters, and one with unknown filters says so', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'sofia.lind')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await openScreen(page, `${calls}?view=01ARZ3NDEKTSV4RRFFQ69G5FAV&filter[period]=90d`)
    await button(page, 'Period: Last 90 days').waitFor()
    await button(page, 'Save view').waitFor()
    const search = {
      filter: { no_such_filter: 'x', payload_types: ['SMS'] },
      sort: 'no_such_date',
      columns: { gone: true },
    }
    const made = await write(visitor, 'POST', views, { name: 'Odd', path: calls, search, role_reference: null })
    const elsewhere = { name: 'Hidden', path: '/dashboard/access/roles', search: {}, role_reference: null }
    const hidden = await write(visitor, 'POST', views, elsewhere)
    expect([made.status, hidden.status]).toEqual([200, 200])
    await link(page, 'Odd').click()
    await page.getByText('This link has a filter that the list does not know').waitFor()
    expect(await link(page, 'Hidden').count()).toBe(0)
    const { items } = await visitor.read<SavedViews>(views)
    for (const { view_reference, owner } of items) {
      if (owner === 'sofia.lind') await write(visitor, 'DELETE', `${views}/${view_reference}`)
    }
    await link(page, 'Odd').waitFor({ state: 'detached' })
  })
})

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  journey(`axe finds no fault in saved views at ${viewport.width} pixels`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ viewport, colorScheme: 'light' })
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    const devices = '/dashboard/devices'
    const name = 'Devices of the rates desk that nobody has seen for a week and more'
    const view = {
      name,
      path: devices,
      search: { filter: { groups: ['Rates and FX'] } },
      role_reference: 'Device Manager',
    }
    const made = await write(visitor, 'POST', views, view)
    const { view_reference } = (await made.json()) as { view_reference: string }
    const found: string[] = []
    const look = async (where: string): Promise<void> => {
      await settled(page)
      for (const problem of await violations(page)) found.push(`${where}: ${problem}`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > viewport.width) found.push(`${where}: ${width} pixels wide`)
    }
    await openScreen(page, `${devices}?view=${view_reference}&filter[groups][0]=Rates and FX&filter[is_blocked]=true`)
    await look('changed view')
    await button(page, `Saved view ${name}, changed`).click()
    await look('menu')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename or share' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await look('dialog')
    await page.keyboard.press('Escape')
    if (viewport.width === 360) await button(page, 'Open navigation').click()
    await look('navigation')
    await link(page, `${name}, Shared by you`).click()
    if (viewport.width === 360) await button(page, 'Open navigation').waitFor()
    await button(page, `Saved view ${name}`).waitFor()
    await write(visitor, 'DELETE', `${views}/${view_reference}`)
    expect(found).toEqual([])
  })
}
