import type { AccountSettings } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { choose } from './choose.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import { settled } from './screens.ts'

const client = 'meridian'

interface Recording {
  payload_reference: string
  device_user_reference: string
}

const note = (page: Page) => page.getByRole('note').filter({ hasText: 'On hold' })

/** Chooses something by the words that find it, in the open dialog. */
const find = async (page: Page, kind: string, words: string, option = words) => {
  await page.getByRole('combobox', { name: kind }).fill(words)
  await page.getByRole('option', { name: option }).first().click()
}

const release = async (
  page: Page,
  reason: string,
  name: 'Release' | 'Confirm release' | 'Ask for release' | 'Ask and confirm' = 'Release',
) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name, exact: true }).click()
}

journey(
  'a hold is placed under a new matter, keeps a recording from being deleted, and is released',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const filter = 'filter[payload_types][0]=Call&filter[payload_states][0]=Processed&limit=1'
    const { items } = await visitor.read<{ items: Recording[] }>(`/api/client/v1/${client}/payloads?${filter}`)
    const [recording] = items
    if (!recording) throw new Error('There is no call')
    const { payload_reference, device_user_reference: person } = recording

    await page.goto('/dashboard')
    await follow(page, 'Legal holds')
    await page.getByRole('heading', { level: 1, name: /^Legal holds/ }).waitFor()
    await page.getByRole('button', { name: 'Place a hold' }).click()
    const placing = page.getByRole('dialog')
    await placing.getByRole('combobox', { name: 'Device user' }).fill(person)
    await page.getByRole('option', { name: person }).click()
    await choose(page, 'Matter', 'New matter…')
    await placing.getByRole('textbox', { name: 'Reference of the matter' }).fill('FCA-2026-07')
    await placing.getByRole('textbox', { name: 'Title' }).fill('Inquiry into July')
    await placing.getByRole('textbox', { name: 'Reason' }).fill('The regulator asked for everything of July')
    await placing.getByRole('textbox', { name: 'Review' }).fill('01/07/2026')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await placing.getByRole('button', { name: 'Place a hold' }).click()
    await placing.getByText(/^It keeps \d+ recordings?, and everything that comes in later\.$/).waitFor()
    await placing.getByRole('button', { name: 'Close', exact: true }).last().click()
    const row = page.getByRole('row').filter({ hasText: 'Inquiry into July' })
    await row.getByText('Active', { exact: true }).waitFor()
    await row.getByText('Overdue').waitFor()

    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await note(page).getByRole('link', { name: 'Inquiry into July' }).waitFor()
    await page.getByRole('button', { name: 'Why is this kept?' }).click()
    await page.getByText('Kept by legal holds').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const deleting = page.getByRole('dialog')
    await deleting.getByRole('textbox').fill('By mistake')
    await deleting.getByRole('button', { name: 'Delete', exact: true }).click()
    await deleting.getByRole('alert').waitFor()
    await deleting.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`/dashboard/devices/users/${person}`)
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Legal holds' }) })
    await panel.getByText('Inquiry into July').waitFor()
    await panel.getByRole('button', { name: /^Release/ }).click()
    const releasing = page.getByRole('dialog')
    await releasing.getByText(/^Recordings of the person that no other hold keeps/).waitFor()
    await release(page, 'The inquiry was closed')
    await panel.getByText('No hold on this person.').waitFor()
    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await page.getByRole('heading', { name: 'Chain of custody' }).waitFor()
    await settled(page)
    expect(await note(page).count()).toBe(0)

    await page.goto('/dashboard/account/legal-holds/matters')
    await page.getByRole('row').filter({ hasText: 'Inquiry into July' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Close the matter' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close the matter' }).click()
    await page.getByRole('button', { name: 'Open it again' }).waitFor()
    await follow(page, 'Matters')
    await page.getByRole('row').filter({ hasText: 'Inquiry into July' }).getByText('Closed', { exact: true }).waitFor()
  },
)

journey(
  'several people, groups and recordings are held at once, marked in lists, and released together by two people',
  async ({ visitor, newVisitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'helen.ward')
    const filter = 'filter[payload_types][0]=Call&filter[groups][0]=Rates%20and%20FX&limit=1'
    const { items } = await visitor.read<{ items: Recording[] }>(`/api/client/v1/${client}/payloads?${filter}`)
    const [recording] = items
    if (!recording) throw new Error('There is no call')
    const { payload_reference, device_user_reference: person } = recording

    await page.goto('/dashboard/account/legal-holds')
    await page.getByRole('button', { name: 'Place a hold' }).click()
    const placing = page.getByRole('dialog')
    await find(page, 'Device user', person)
    await placing.getByText('Group', { exact: true }).click()
    await find(page, 'Group', 'New York', 'New York Desk')
    await placing.getByText('Portal user', { exact: true }).click()
    await find(page, 'Portal user', 'Priya')
    await placing.getByText('Recording', { exact: true }).click()
    await find(page, 'Recording', payload_reference)
    const chips = placing.getByRole('group', { name: 'Also on' })
    await chips.getByText('New York Desk').waitFor()
    await chips.getByText('Priya Shah').waitFor()
    await choose(page, 'Matter', 'New matter…')
    await placing.getByRole('textbox', { name: 'Reference of the matter' }).fill('SEC-9')
    await placing.getByRole('textbox', { name: 'Title' }).fill('Rates in autumn')
    await placing.getByRole('textbox', { name: 'Reason' }).fill('A claim of a client')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await placing.getByRole('button', { name: 'Place 4 holds' }).click()
    await placing.getByText('4 of 4 holds are in place').waitFor()
    expect(await placing.getByText(/^It keeps \d[\d,]* recordings?, and everything/).count()).toBe(2)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await placing.getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.goto(`/dashboard/services/calls?filter[device_user_references][0]=${person}`)
    await page.getByRole('table').getByRole('img', { name: 'On hold' }).first().waitFor()
    await page.getByRole('button', { name: 'Hold what this filter finds' }).click()
    await choose(page, 'Matter', 'SEC-9 · Rates in autumn')
    await page.getByRole('dialog').getByRole('button', { name: 'Place a hold' }).click()
    await page.getByText(/^\d+ recordings? (was|were) put on hold\.$/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

    const administrator = await newVisitor()
    await administrator.signIn(client, 'olivia.hart')
    await administrator.page.goto('/dashboard/account/settings')
    const choices = administrator.page.getByRole('switch', { name: /^A second person confirms the release/ })
    await choices.check()
    await administrator.page.locator('form').filter({ has: choices }).getByRole('button', { name: 'Save' }).click()
    const isSaved = async () =>
      (await administrator.read<AccountSettings>(`/api/admin/v1/${client}/account/settings`))
        .hold_release_needs_second_person
    await expect.poll(isSaved).toBe(true)

    await page.reload()
    const ofMatter = '/dashboard/account/legal-holds?filter[matter_references][0]=SEC-9'
    await page.goto(`${ofMatter}&filter[target_types][0]=DeviceUser&filter[target_types][1]=Group`)
    await page.getByRole('row').filter({ hasText: 'New York Desk' }).waitFor()
    await page.getByText('Rates in autumn').first().waitFor()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Release' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^You ask for the release of 2 holds/)
      .waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await release(page, 'The claim was settled', 'Ask for release')
    await page.getByRole('row').getByText('Release asked for').nth(1).waitFor()

    const second = await newVisitor()
    await second.signIn(client, 'ruth.castellan')
    await second.page.goto(`${ofMatter}&filter[target_types][0]=Group`)
    await second.page.getByRole('button', { name: /^Confirm release: New York Desk/ }).click()
    await second.page.getByRole('dialog').getByText('The claim was settled').waitFor()
    await release(second.page, 'I agree', 'Confirm release')
    await second.page
      .getByRole('row')
      .getByText(/^Ends on/)
      .waitFor()

    await second.page.goto(`${ofMatter}&filter[target_types][0]=DeviceUser&filter[target_types][1]=PortalUser`)
    await second.page.getByRole('row').filter({ hasText: 'Priya Shah' }).waitFor()
    for (const box of await second.page.getByRole('checkbox').all()) await box.check()
    await second.page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Release' }).click()
    const both = second.page.getByRole('dialog')
    await both.getByText(/^You ask for the release of 1 hold;/).waitFor()
    await both.getByText('You confirm the release of 1 hold:').waitFor()
    await both.getByText(/Asked for by Helen Ward: The claim was settled/).waitFor()
    await settled(second.page)
    expect(await violations(second.page)).toEqual([])
    await release(second.page, 'I agree', 'Ask and confirm')
    await second.page.getByRole('row').filter({ hasText: 'Priya Shah' }).getByText('Release asked for').waitFor()
    await second.page
      .getByRole('row')
      .getByText(/^Ends on/)
      .waitFor()
  },
)
