import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { choose } from './choose.ts'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const lost = 'R58-LOST-IN-A-TAXI'

describe('a device manager', () => {
  journey('blocks a lost device, finds it among the blocked ones, and lifts the block', async ({ visitor }) => {
    const { page } = visitor
    const handset = await equitiesHandset(lost)
    const recording = handset.record(await mediaFile('photographs/03-london-nuthatch.jpg'), 'Photo', {
      content_type: 'image/jpeg',
    })
    await visitor.signIn(client, 'tom.baker')
    await page.goto(`/dashboard/devices/${lost}`)
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Block ${lost}?` })
    const block = dialog.getByRole('button', { name: 'Block', exact: true })
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).waitFor()
    expect(await block.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Left in a taxi')
    await block.click()
    const note = page.getByRole('note').filter({ hasText: 'This device is blocked' })
    await note.getByText('Left in a taxi', { exact: true }).waitFor()
    await note.getByText(/^Blocked by tom\.baker, /).waitFor()
    // The focused button is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await expect(handset.deliver(recording)).rejects.toThrow(/device\.blocked/)
    await expect(handset.begin()).rejects.toThrow(/device\.blocked/)

    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Devices' }).click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Blocked' }).getByText('Yes', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter Blocked Yes' }).waitFor()
    const rows = page.getByRole('table', { name: 'Devices' }).locator('[data-index]')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('Blocked', { exact: true }).waitFor()
    await rows.getByRole('link', { name: lost }).click()

    await note.getByRole('button', { name: 'Lift the block' }).click()
    await page
      .getByRole('dialog', { name: `Lift the block on ${lost}?` })
      .getByRole('button', { name: 'Lift the block' })
      .click()
    await note.waitFor({ state: 'detached' })
    await handset.begin()
    await handset.deliver(recording)
    await page.goto('/dashboard/devices?filter[is_blocked]=true')
    await page.getByText('Nothing matches these filters', { exact: true }).waitFor()
  })
})

const commanded = 'R58-OBEYS'

describe('a command for a device', () => {
  journey('is sent, obeyed, seen live, and on the trail', async ({ newVisitor }) => {
    const [manager, auditor] = await Promise.all([newVisitor(), newVisitor()])
    const handset = await equitiesHandset(commanded)
    await manager.signIn(client, 'tom.baker')
    const { page } = manager
    await page.goto(`/dashboard/devices/${commanded}`)
    const panel = page.locator('section', { hasText: 'Commands' }).last()
    await panel.getByText('Nothing was sent to this device.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send a command' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a command' })
    await choose(page, 'Command', 'Answer SMS messages automatically')
    const send = dialog.getByRole('button', { name: 'Send', exact: true })
    expect(await send.isDisabled(), 'without its message').toBe(true)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('This line is recorded.')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await send.click()
    await panel.getByText('Sent', { exact: true }).waitFor()

    const [command] = await handset.commands()
    expect(command).toMatchObject({ command: 'sms_auto_response', params: { message: 'This line is recorded.' } })
    const { command_reference } = command ?? { command_reference: '' }
    await handset.reportCommand(command_reference, { state: 'Acknowledged' })
    await panel.getByText('Acknowledged', { exact: true }).waitFor()
    await handset.reportCommand(command_reference, { state: 'Failed', message: 'no SIM' })
    await panel.getByText('Failed', { exact: true }).waitFor()
    await panel.getByText('no SIM').waitFor()

    await panel.getByRole('link', { name: 'All commands' }).click()
    await page.getByRole('heading', { level: 1, name: 'Commands' }).waitFor()
    const rows = page.getByRole('table', { name: 'Commands' }).locator('[data-index]')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Send a command' }).click()
    await dialog.getByRole('combobox', { name: 'Devices' }).fill(commanded)
    await page.getByRole('option', { name: commanded }).click()
    await choose(page, 'Command', 'Deliver now')
    await send.click()
    await rows.filter({ hasText: 'Deliver now' }).getByText('Sent', { exact: true }).waitFor()
    await expect.poll(async () => (await handset.commands()).map((one) => one.command)).toEqual(['sync_data'])

    await auditor.signIn(client, 'grace.lee')
    await auditor.page.goto(`/dashboard/account/audit?filter[did][0]=device_command.sent&filter[person]=tom.baker`)
    const trail = auditor.page.getByRole('table', { name: 'Audit' }).locator('tbody tr')
    await trail.first().getByRole('link').first().click()
    // Among what was asked for, and among what was done.
    await auditor.page.getByText('Deliver now', { exact: true }).first().waitFor()
  })
})

const retired = 'R58-RETIRED'

describe('a device that is no longer used', () => {
  journey('is deactivated, says so with its history, and is active again when it signs in', async ({ visitor }) => {
    const { page } = visitor
    const handset = await equitiesHandset(retired)
    await visitor.signIn(client, 'tom.baker')
    await page.goto(`/dashboard/devices/${retired}`)
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) }).last()
    await history.getByText('Added', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Deactivate ${retired}?` })
    const deactivate = dialog.getByRole('button', { name: 'Deactivate', exact: true })
    expect(await deactivate.isDisabled(), 'without a reason').toBe(true)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Returned to the store')
    await settled(page)
    expect(await violations(page)).toEqual([])
    await deactivate.click()
    const note = page.getByRole('note').filter({ hasText: 'This device is deactivated' })
    await note.getByText(/^Deactivated by tom\.baker, /).waitFor()
    await note.getByText('Returned to the store', { exact: true }).waitFor()
    await history.getByText('Deactivated', { exact: true }).waitFor()
    await history.getByText('Returned to the store', { exact: true }).waitFor()
    await expect(handset.commands()).rejects.toThrow(/device\.deactivated/)

    const found = `/dashboard/devices?filter[is_deactivated]=true&filter[search]=${retired}`
    await page.goto(found)
    await page.getByRole('link', { name: retired }).click()
    await note.waitFor()
    // The handset is switched on again: the open screen follows.
    await handset.begin()
    await note.waitFor({ state: 'detached' })
    await history.getByText('Active again', { exact: true }).waitFor()
    await page.goto(found)
    await page.getByText('Nothing matches these filters', { exact: true }).waitFor()
  })
})

const gone = 'R58-WILL-NOT-COME-BACK'

describe('a device that will not come back', () => {
  journey('is removed after its reference was typed, and stays readable with its history', async ({ visitor }) => {
    const { page } = visitor
    const handset = await equitiesHandset(gone)
    await visitor.signIn(client, 'tom.baker')
    await page.goto(`/dashboard/devices/${gone}`)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Remove ${gone}?` })
    const remove = dialog.getByRole('button', { name: 'Remove', exact: true })
    await dialog.getByText('Everything it delivered stays', { exact: false }).waitFor()
    expect(await remove.isDisabled(), 'without its reference').toBe(true)
    await dialog.getByRole('textbox').fill(gone)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await remove.click()
    const note = page.getByRole('note').filter({ hasText: 'This device was removed' })
    await note.getByText(/^Removed by tom\.baker, /).waitFor()
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'History' }) }).last()
    await history.getByText('Removed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send a command' }).count()).toBe(0)
    await expect(handset.commands()).rejects.toThrow(/auth\.bad_token/)

    await page.goto(`/dashboard/devices?filter[search]=${gone}`)
    await page.getByText('Nothing matches these filters', { exact: true }).waitFor()
    await page.goto(`/dashboard/devices?filter[search]=${gone}&filter[is_removed]=true`)
    await page.getByRole('link', { name: gone }).click()
    await note.waitFor()
    expect(await handset.begin()).toMatchObject({ install_state: 'NewInstall' })
    await note.waitFor({ state: 'detached' })
  })
})

describe('the numbers of devices', () => {
  journey('are listed, and each leads to who had it', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'tom.baker')
    await page.goto('/dashboard/devices/numbers')
    const rows = page.getByRole('table', { name: 'Phone numbers' }).locator('[data-index]')
    const first = rows.first().getByRole('link').first()
    const number = (await first.textContent())?.trim() ?? ''
    expect(number).toMatch(/^\+\d+$/)
    await first.click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
    await page.getByText('First verified:').first().waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    const device = page
      .getByRole('listitem')
      .getByRole('link', { name: /^[A-Z0-9-]+$/ })
      .first()
    await device.click()
    await page.getByRole('link', { name: number }).click()
    await page.getByRole('heading', { level: 1, name: number }).waitFor()
  })
})

const several = ['R58-SEVERAL-1', 'R58-SEVERAL-2', 'R58-SEVERAL-3'] as const

describe('a command for several devices', () => {
  journey('is sent to the selected rows, with a result for each', async ({ visitor }) => {
    const { page } = visitor
    const handsets = []
    for (const reference of several) handsets.push(await equitiesHandset(reference))
    await visitor.signIn(client, 'tom.baker')
    const blocked = `/api/admin/v1/${client}/devices/${several[2]}/block`
    const headers = { 'content-type': 'application/json' }
    await visitor.api(blocked, { method: 'PUT', headers, body: JSON.stringify({ reason: 'Lost' }) })
    await page.goto('/dashboard/devices?filter[search]=R58-SEVERAL')
    const rows = page.getByRole('table', { name: 'Devices' }).locator('[data-index]')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Send a command' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a command to 3 devices' })
    await dialog.getByText('1 of 3 will be refused.').waitFor()
    await choose(page, 'Command', 'Send diagnostics')
    await dialog.getByRole('button', { name: 'Send to 3 devices' }).click()
    await bar.getByText('2 done, 1 refused').waitFor()
    await bar.getByRole('button', { name: 'Results' }).click()
    const results = page.getByRole('dialog', { name: 'Results: Send a command' })
    await results.getByRole('listitem').filter({ hasText: several[0] }).getByText('Sent', { exact: true }).waitFor()
    await results
      .getByRole('listitem')
      .filter({ hasText: several[2] })
      .getByText(/blocked/)
      .waitFor()
    const fetched = await Promise.all(handsets.slice(0, 2).map((handset) => handset.commands()))
    expect(fetched.flat().map(({ command }) => command)).toEqual(['diagnostics_upload', 'diagnostics_upload'])
    await visitor.api(blocked, { method: 'DELETE' })
  })
})

const path = `/api/admin/v1/${client}/account/device_configuration`

describe('the interval at which devices record their position', () => {
  journey('is set by an administrator, and an edit of an old version is refused', async ({ visitor }) => {
    const { page } = visitor
    const set = (gps_interval_ms: number) =>
      visitor.api(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ gps_interval_ms }),
      })
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/account/settings')
    const devices = page.locator('section', { has: page.getByRole('heading', { name: 'Devices' }) })
    const interval = devices.getByRole('textbox', { name: 'GPS position every' })
    const save = devices.getByRole('button', { name: 'Save' })
    expect(await interval.inputValue()).toBe('1')
    await devices.getByText('Up to 1,440 positions per device per day.').waitFor()

    await interval.fill('25')
    await devices.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'hours' }).click()
    await save.click()
    await devices.getByText('Enter an interval between 1 second and 24 hours.').waitFor()
    await devices.getByRole('combobox', { name: 'Unit' }).click()
    await page.getByRole('option', { name: 'seconds' }).click()
    await save.click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // A notice stays while the pointer is on it, and this one may be above the button.
    await page.mouse.move(0, 0)
    expect(await visitor.read(path)).toMatchObject({ gps_interval_ms: 25_000, updated_by: 'olivia.hart' })

    // Somebody else sets it meanwhile.
    visitor.expectBrowserError(/status of 409/)
    expect((await set(300_000)).status).toBe(200)
    await interval.fill('10')
    await save.click()
    const conflict = devices.getByRole('alert').filter({ hasText: 'Somebody else has changed this in the meantime' })
    await conflict.getByRole('cell', { name: 'every 5 minutes' }).waitFor()
    await conflict.getByRole('cell', { name: 'every 10 seconds' }).waitFor()
    await conflict.getByRole('button', { name: 'Use the saved version' }).click()
    expect(await interval.inputValue()).toBe('5')
    await interval.fill('1')
    await save.click()
    await expect.poll(() => visitor.read(path)).toMatchObject({ gps_interval_ms: 60_000 })
  })

  journey('is shown to people who may read it, and to nobody else', async ({ visitor, newVisitor }) => {
    await visitor.signIn(client, 'ruth.castellan')
    await visitor.page.goto('/dashboard/account/settings')
    const interval = visitor.page.getByRole('textbox', { name: 'GPS position every' })
    await interval.waitFor()
    expect(await interval.isDisabled()).toBe(true)
    expect(await visitor.page.getByRole('button', { name: 'Save' }).count()).toBe(0)

    const manager = await newVisitor()
    await manager.signIn(client, 'tom.baker')
    await manager.page.goto('/dashboard/account/settings')
    await manager.page.getByText('Your roles do not allow this', { exact: true }).waitFor()
    expect(await manager.page.getByRole('textbox', { name: 'GPS position every' }).count()).toBe(0)
  })
})
