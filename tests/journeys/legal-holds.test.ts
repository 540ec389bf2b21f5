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
    await note(page).getByRole('link', { name: 'FCA-2026-07' }).waitFor()
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
    await panel.getByText('FCA-2026-07').waitFor()
    await panel.getByRole('button', { name: /^Release/ }).click()
    const releasing = page.getByRole('dialog')
    await releasing.getByText(/^Recordings of the person that no other hold keeps/).waitFor()
    await releasing.getByRole('button', { name: 'Release', exact: true }).click()
    await panel.getByText('No hold on this person.').waitFor()
    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    await page.getByRole('heading', { name: 'Chain of custody' }).waitFor()
    await settled(page)
    expect(await note(page).count()).toBe(0)

    await page.goto('/dashboard/account/legal-holds/matters')
    await page.getByRole('button', { name: 'Change Inquiry into July' }).click()
    await page.getByRole('switch', { name: 'Closed' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().click()
    await page.getByRole('row').filter({ hasText: 'Inquiry into July' }).getByText('Closed', { exact: true }).waitFor()
  },
)
