import type { Device, DeviceUser, ListTotal, Payload } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { journey } from './journey.ts'
import { processedRecording } from './recordings.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'
const calls = '/dashboard/services/calls'
const ofCalls = ['Call', 'AbortedCall', 'BlockedCall']
  .map((type, at) => `filter[payload_types][${at}]=${type}`)
  .join('&')

const table = (page: Page) => page.getByRole('table', { name: 'Calls' })
const cells = (page: Page, column: number) => table(page).locator(`[data-index] > td:nth-child(${column})`)
const filterButton = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true })
const search = (page: Page) => page.getByRole('textbox', { name: 'Search' })
const option = (page: Page, name: string) => page.getByRole('option', { name }).first()

const openCalls = async (page: Page, query = ''): Promise<void> => {
  await page.goto(calls + query)
  await settled(page)
}

/** A call with a number, and the person whose device recorded it. */
const callOfTrader = async (visitor: Visitor) => {
  const call = await processedRecording(visitor, { client, payload_type: 'Call' })
  const user = await visitor.read<DeviceUser>(`/api/admin/v1/${client}/users/${call.device_user_reference}`)
  return { call, user, name: `${user.first_name} ${user.surname}`, number: call.numbers[0] ?? '' }
}

const totalOf = async (visitor: Visitor, filter: string) =>
  (
    await visitor.read<ListTotal>(
      `/api/client/v1/${client}/payloads?${ofCalls}&filter[is_deleted]=false&${filter}&query_result_type=total`,
    )
  ).total

describe('a reviewer finds recordings', () => {
  journey('of a trader by a part of the name, and the address names them again', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const { user, name } = await callOfTrader(visitor)
    await openCalls(page)
    await page.keyboard.press('f')
    const field = page.getByRole('combobox', { name: 'Device user' })
    await field.click()
    await page.getByRole('listbox', { name: 'Device user' }).getByText('Type at least 2 characters.').waitFor()
    await field.fill(name.slice(1).toLowerCase())
    await option(page, name).waitFor()
    await page.keyboard.press('Enter')
    const chip = page.getByRole('button', { name: `Remove filter Device user ${name}` })
    await chip.waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => [...url.searchParams.values()].includes(user.device_user_reference))
    await expect.poll(async () => new Set(await cells(page, 2).allTextContents())).toEqual(new Set([name]))

    await page.reload()
    await chip.waitFor()
    await chip.click()
    await chip.waitFor({ state: 'detached' })

    // The search box above the list, where a name is typed first, leads to the same filter.
    await page.getByRole('searchbox', { name: 'Words of comments, people or numbers' }).fill(name)
    await page
      .getByRole('option', { name: `Calls of ${name}` })
      .first()
      .waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await chip.waitFor()
  })

  journey('by a number, or by how a number begins', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const { number } = await callOfTrader(visitor)
    const digits = number.slice(1, 7)
    await openCalls(page)
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Filter the list').waitFor()
    await page.keyboard.press('Escape')
    await filterButton(page).click()
    await page.getByRole('textbox', { name: 'Number or sender starts with' }).fill('4477')
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Number or sender starts with' }).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('')
    const heading = page.getByRole('heading', { level: 1, name: 'Calls' })
    const shownTotal = async () =>
      Number((await heading.textContent())?.match(/\(([\d,]+) item/)?.[1]?.replaceAll(',', ''))
    /** Other journeys record calls as well. */
    const expectTotal = async (filter: string, before: number) => {
      await expect
        .poll(async () => {
          const shown = await shownTotal()
          return before <= shown && shown <= (await totalOf(visitor, filter))
        })
        .toBe(true)
    }
    const byPrefix = `filter[number_prefix]=${digits}`
    const asPrefix = await totalOf(visitor, byPrefix)
    await filterButton(page).click()
    await page.getByRole('textbox', { name: 'Number or sender starts with' }).fill(digits)
    await page.keyboard.press('Enter')
    const prefixChip = page.getByRole('button', { name: `Remove filter Number or sender starts with ${digits}` })
    await prefixChip.waitFor()
    await expectTotal(byPrefix, asPrefix)

    const byNumber = `filter[numbers][0]=${encodeURIComponent(number)}`
    const exact = await totalOf(visitor, byNumber)
    await page.getByRole('combobox', { name: 'Numbers' }).fill(number.slice(-7))
    await option(page, number).click()
    await page.getByRole('button', { name: /^Remove filter Numbers / }).waitFor()
    await prefixChip.click()
    await expectTotal(byNumber, exact)

    // The search box above the list takes a number too, also without choosing what it offers.
    await openCalls(page)
    await page.getByRole('searchbox', { name: 'Words of comments, people or numbers' }).fill(number)
    await option(page, number).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Remove filter Numbers / }).waitFor()
    expect(new URL(page.url()).search).not.toContain('text')
  })

  journey('and learns which filter to remove when nothing matches', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await openCalls(
      page,
      '?filter[failures][0]=too_large&filter[groups][0]=Equities London&filter[groups][1]=Rates and FX&filter[period]=90d',
    )
    const nothing = page.getByText('Nothing matches these filters', { exact: true })
    await nothing.waitFor()
    const offer = (name: string) => page.getByRole('button', { name, exact: true })
    await offer('Without Group Equities London, Rates and FX').waitFor()
    await offer('All dates').click()
    await page.waitForURL((url) => !url.search.includes('90d'))
    await offer('All dates').waitFor({ state: 'detached' })
    await offer('Without Failure Too large').click()
    await table(page).waitFor()
    await page.getByRole('button', { name: 'Remove filter Group Equities London' }).waitFor()
  })

  journey('only of the groups that they may see, wherever they search', async ({ visitor, newVisitor }) => {
    const officer = await newVisitor()
    await officer.signIn(client, 'ruth.castellan')
    const path = `/api/admin/v1/${client}/users?filter[groups][0]=Rates and FX&limit=1`
    const { items } = await officer.read<{ items: DeviceUser[] }>(path)
    const hidden = items[0]?.device_user_reference ?? ''
    // Not the reference: people of Equities called the person, so the name is that of a party in recordings that Amir may see.
    const email = items[0]?.email ?? ''
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await openCalls(page)
    await filterButton(page).click()
    await page.getByRole('combobox', { name: 'Device user' }).fill(hidden)
    await option(page, `Nothing found. Use exactly “${hidden}”`).click()
    await page.getByText('Nothing matches these filters', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await search(page).fill(email)
    // Amir may search the words of messages and of all recordings: nothing else is offered.
    const offered = page.getByRole('dialog').getByRole('button')
    await offered.getByText(`Search messages for “${email}”`, { exact: true }).waitFor()
    expect(await offered.count()).toBe(2)
    await search(page).fill('Rates reviewer')
    await offered.getByText('Search messages for “Rates reviewer”', { exact: true }).waitFor()
    expect(await offered.count()).toBe(2)
  })
})

describe('the search palette', () => {
  const lookFor = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await search(page).fill(text)
  }
  const takeFirst = async (page: Page, shown: string): Promise<void> => {
    await page.getByRole('dialog').getByRole('button', { name: shown }).first().waitFor()
    await page.keyboard.press('Enter')
    await search(page).waitFor({ state: 'hidden' })
  }

  journey('looks for the typed words in messages', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await openCalls(page)
    await lookFor(page, 'quarterly figures')
    await takeFirst(page, 'Search messages for “quarterly figures”')
    await page.waitForURL(/\/dashboard\/services\/messages\?filter/)
    expect(await page.getByRole('searchbox', { name: 'Words, people or numbers' }).inputValue()).toBe(
      'quarterly figures',
    )
  })

  journey('finds everything by a part of its name, and Enter takes the first', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const { call, user, name, number } = await callOfTrader(visitor)
    await openCalls(page)
    await lookFor(page, name.slice(1).toLowerCase())
    await takeFirst(page, name)
    await page.waitForURL(`**/dashboard/devices/users/${user.device_user_reference}`)
    await lookFor(page, call.device_reference)
    await takeFirst(page, call.device_reference)
    await page.waitForURL(`**/dashboard/devices/${call.device_reference}`)
    // A number of a device leads to who had it first, and then to the calls with it.
    const device = await visitor.read<Device>(`/api/admin/v1/${client}/devices/${call.device_reference}`)
    const own = device.phone_numbers[0]?.phone_number ?? ''
    await lookFor(page, own)
    await takeFirst(page, own)
    await page.waitForURL(`**/dashboard/devices/numbers/${encodeURIComponent(own)}`)
    await lookFor(page, number)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`\\${number}.*Calls$`) })
      .click()
    await page.waitForURL((url) => url.pathname === calls && [...url.searchParams.values()].includes(number))
    await page.getByRole('button', { name: /^Remove filter Numbers / }).waitFor()
    await lookFor(page, 'wealth')
    await takeFirst(page, 'Wealth Advisers')
    await page.waitForURL('**/dashboard/access/groups/Wealth%20Advisers')
    await lookFor(page, 'quities rev')
    await takeFirst(page, 'Equities reviewer')
    await page.waitForURL('**/dashboard/access/roles/Equities%20reviewer')
    await lookFor(page, 'castellan')
    await takeFirst(page, 'Ruth Castellan')
    await page.waitForURL((url) => url.pathname === '/dashboard/access/people')
    await page.getByRole('table', { name: 'People' }).getByText('ruth.castellan', { exact: true }).first().waitFor()
    await lookFor(page, call.payload_reference.toLowerCase())
    await takeFirst(page, `Open recording ${call.payload_reference}`)
    await page.waitForURL(`**${calls}/${call.payload_reference}`)
    const shortened = [user.surname, user.first_name].map((word) => word?.slice(0, -1)).join(' ')
    await lookFor(page, shortened)
    await takeFirst(page, name)
    await page.waitForURL(`**/dashboard/devices/users/${user.device_user_reference}`)
    await settled(page)
    const byPerson = (url: URL) => [...url.searchParams.values()].includes(user.device_user_reference)
    const all = page.locator('section', { has: page.getByRole('heading', { name: 'All recordings' }) })
    await all.getByRole('link', { name: /^Calls\s?\d/ }).click()
    await page.waitForURL((url) => url.pathname === calls && byPerson(url))
    await page.getByRole('button', { name: `Remove filter Device user ${name}` }).waitFor()
    await lookFor(page, name)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Photos of ${name}` })
      .click()
    await page.waitForURL((url) => url.pathname === '/dashboard/services/photos' && byPerson(url))
    await lookFor(page, client)
    await page.getByRole('button', { name: `Device users: show all that match “${client}”` }).click()
    await page.waitForURL((url) => url.pathname === '/dashboard/devices/users')
    await page.getByRole('button', { name: `Remove filter Name, reference or e-mail address ${client}` }).waitFor()
    await page.getByRole('table', { name: 'Device users' }).locator('[data-index="8"]').waitFor()
  })

  journey('opens screens and knows the main actions', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    await settled(page)
    await lookFor(page, 'new gr')
    await takeFirst(page, 'New group')
    await page.waitForURL('**/dashboard/access/groups/create')
    await lookFor(page, 'português')
    await takeFirst(page, 'Português')
    await page.locator('html[lang="pt-BR"]').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Buscar' }).fill('english')
    await page.getByRole('dialog').getByRole('button', { name: 'English', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('html[lang="en-GB"]').waitFor()
  })
})

describe('a list looks as the person wants it', () => {
  const head = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true })
  const sortBy = (page: Page, name: string) => head(page, name).getByRole('button').click()
  const first = async (visitor: Visitor, query: string) => {
    const path = `/api/client/v1/${client}/payloads?${ofCalls}&${query}&limit=1`
    const { items } = await visitor.read<{ items: Payload[] }>(path)
    return items[0]?.payload_reference
  }
  const shownFirst = (page: Page) => table(page).locator('[data-index="0"] a').getAttribute('href')

  journey('sorted by a date, in either direction, also after a reload', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await openCalls(page)
    expect(await head(page, 'When').getAttribute('aria-sort')).toBe('descending')
    await sortBy(page, 'When')
    await page.waitForURL((url) => url.searchParams.get('sort') === 'payload_time')
    expect(await head(page, 'When').getAttribute('aria-sort')).toBe('ascending')
    const oldest = await first(visitor, 'sort=asc')
    await expect.poll(() => shownFirst(page)).toBe(`${calls}/${oldest}`)
    await page.reload()
    await expect.poll(() => shownFirst(page)).toBe(`${calls}/${oldest}`)

    await page.getByRole('button', { name: 'Period: All time' }).click()
    await page.getByRole('radiogroup', { name: 'Date' }).getByText('Processed', { exact: true }).click()
    await page.getByRole('button', { name: 'Period: Processed: All time' }).click()
    expect(await head(page, 'Processed').getAttribute('aria-sort')).toBe('ascending')
    const processedFirst = await first(visitor, 'filter[date_filter_type]=processed_at&sort=asc')
    await expect.poll(() => shownFirst(page)).toBe(`${calls}/${processedFirst}`)
    await sortBy(page, 'When')
    await page.waitForURL((url) => !url.searchParams.has('sort'))
    await head(page, 'Processed').waitFor({ state: 'detached' })
  })

  journey('with the columns, row height and width of this person in this list', async ({ newVisitor }) => {
    const visitor = await newVisitor({ viewport: { width: 1920, height: 900 } })
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    await processedRecording(visitor, { client, payload_type: 'Call' })
    await openCalls(page)
    const row = () => table(page).locator('[data-index="0"]').boundingBox()
    const before = await row()
    expect(before?.height).toBe(44)
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Row height' }).getByText('Compact', { exact: true }).click()
    await page.getByRole('switch', { name: 'Full width' }).click()
    await page.getByRole('checkbox', { name: 'Group' }).uncheck()
    await page.getByRole('checkbox', { name: 'Device', exact: true }).check()
    expect(await page.getByRole('checkbox', { name: 'When' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    const isChosen = async () => {
      await head(page, 'Device').waitFor()
      expect(await head(page, 'Group').count()).toBe(0)
      const after = await row()
      expect(after?.height).toBe(36)
      expect(after?.width).toBeLessThan(before?.width ?? 0)
    }
    await isChosen()
    await page.reload()
    await settled(page)
    await isChosen()

    await page.goto('/dashboard/services/messages')
    await settled(page)
    const messages = page.getByRole('table', { name: 'Messages' })
    await messages.getByRole('columnheader', { name: 'Group' }).waitFor()
    await visitor.signOut()
    await visitor.signIn(client, 'amir.khan')
    await openCalls(page)
    await head(page, 'Group').waitFor()
    expect((await row())?.height).toBe(44)
  })
})

const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1200 },
]

for (const viewport of sizes) {
  journey(`axe finds no fault in filters, view and palette at ${viewport.width} pixels`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ viewport, colorScheme: 'light' })
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const { user, name } = await callOfTrader(visitor)
    const found: string[] = []
    const look = async (where: string): Promise<void> => {
      await settled(page)
      for (const problem of await violations(page)) found.push(`${where}: ${problem}`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      for (const problem of await violations(page, ['color-contrast'])) found.push(`${where}, dark: ${problem}`)
      await page.emulateMedia({ colorScheme: 'light' })
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > viewport.width) found.push(`${where}: ${width} pixels wide`)
    }
    await openCalls(page, `?filter[device_user_references][0]=${user.device_user_reference}&sort=-updated_at`)
    await look('list')
    await filterButton(page).click()
    await page.getByRole('combobox', { name: 'Device user' }).fill(user.surname ?? '')
    await page.getByRole('option').first().waitFor()
    await look('filter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    if (viewport.width > 360) {
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await page.getByRole('switch', { name: 'Full width' }).waitFor()
      await look('view')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Control+k')
    await search(page).fill(name)
    await page.getByRole('dialog').getByText(user.device_user_reference, { exact: true }).first().waitFor()
    await look('palette')
    await page.keyboard.press('Escape')
    await openCalls(page, '?filter[failures][0]=too_large&filter[period]=7d')
    await look('empty')
    expect(found).toEqual([])
  })
}
