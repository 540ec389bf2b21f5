import { describe, expect } from 'vitest'
import { violations } from './axe.ts'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'
import { follow } from './navigation.ts'
import { settled } from './screens.ts'

const client = 'meridian'
const minuteMs = 60_000

/** From Reading to the City, on a Tuesday morning: 07:00 to 08:15 on the device's clock. */
const from = Date.UTC(2026, 1, 3, 7, 0)
const drive = Array.from({ length: 26 }, (_, step) => ({
  at: from + step * 3 * minuteMs,
  latitude: 51.4551 + (51.5136 - 51.4551) * (step / 25),
  longitude: -0.9787 + (-0.0885 + 0.9787) * (step / 25),
}))

describe('positions', () => {
  journey('of a day are a trail on the map, which is played back and exported', async ({ visitor }) => {
    const { page } = visitor
    const handset = await equitiesHandset('R58-TRAIL')
    const { device_reference, device_user_reference: person } = handset.installed
    expect(await handset.locate(drive)).toEqual({ received: drive.length })
    await visitor.signIn(client, 'tom.baker')
    await page.goto(`/dashboard/devices/${device_reference}`)
    await page.getByRole('link', { name: 'Positions on the map' }).click()
    await page.getByRole('heading', { level: 1, name: 'Positions' }).waitFor()
    await page.getByText('Tuesday, 3 February 2026').waitFor()
    await page.locator('[data-drawn=true]').waitFor()
    expect(await violations(page)).toEqual([])

    const slider = page.getByRole('slider', { name: 'Time' })
    expect(await slider.getAttribute('aria-valuetext')).toBe('08:15:00')
    const facts = page.getByRole('main').locator('dl')
    await facts.getByText('08:15:00 (Europe/London)').waitFor()
    await facts.getByText('51.51360, -0.08850').waitFor()
    await facts.getByText('12 m').waitFor()
    await slider.press('Home')
    await facts.getByText('07:00:00 (Europe/London)').waitFor()
    await facts.getByText(/^near Reading, /).waitFor()
    await slider.press('ArrowRight')
    await facts.getByText('07:00:00 (Europe/London)').waitFor()
    await page.getByRole('button', { name: 'Play the day back' }).click()
    await facts.getByText('08:15:00 (Europe/London)').waitFor()
    await page.getByRole('button', { name: 'Play the day back' }).waitFor()

    const table = page.getByRole('table', { name: '26 positions' })
    await slider.press('Home')
    await table.getByRole('button', { name: '07:06:00' }).click()
    await facts.getByText('07:06:00 (Europe/London)').waitFor()
    const address = page.url()
    expect(address).toContain('at=')
    await page.reload()
    await facts.getByText('07:06:00 (Europe/London)').waitFor()

    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export this list' })
    await dialog.getByRole('radio', { name: /^GPX/ }).check()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^Positions R58-TRAIL .*\.gpx$/)
    const gpx = await contentOf(saved)
    const blank = await visitor.openTab()
    const points = await blank.evaluate(
      (xml) => new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('trk > trkseg > trkpt').length,
      gpx.toString(),
    )
    expect(points).toBe(drive.length)
    await blank.close()

    await page.getByRole('button', { name: 'The day before' }).click()
    await page.getByText('No positions on this day').waitFor()
    await page.goBack()
    await facts.getByText('07:06:00 (Europe/London)').waitFor()
    await page.getByRole('link', { name: 'To the device' }).click()
    await page.waitForURL(`**/dashboard/devices/${device_reference}`)

    await page.goto(`/dashboard/devices/users/${encodeURIComponent(person)}/gps?day=2026-02-03`)
    await facts.getByText(device_reference).waitFor()
    await page.goto(`/dashboard/devices/positions?filter[device_references][0]=${device_reference}`)
    await page.getByRole('table', { name: 'Positions' }).getByRole('row').nth(1).getByRole('link').first().click()
    await facts.getByText('08:15:00 (Europe/London)').waitFor()
  })

  journey(
    'are shown to nobody whose roles do not allow it, and reading them is on the trail',
    async ({ newVisitor }) => {
      const [amir, olivia] = await Promise.all([newVisitor(), newVisitor()])
      const handset = await equitiesHandset('R58-WATCHED')
      const { device_reference } = handset.installed
      await handset.locate(drive.slice(0, 3).map((one) => ({ ...one, at: one.at + 1 })))
      await amir.signIn(client, 'amir.khan')
      await amir.page.goto(`/dashboard/devices/${device_reference}/gps`)
      await amir.page.getByText('Your roles do not allow this').waitFor()
      await amir.page.goto(`/dashboard/devices/${device_reference}`)
      await settled(amir.page)
      expect(await amir.page.getByRole('link', { name: 'Positions on the map' }).count()).toBe(0)
      await olivia.signIn(client, 'olivia.hart')
      await olivia.page.goto(`/dashboard/devices/${device_reference}/gps`)
      await olivia.page.getByRole('table', { name: '3 positions' }).waitFor()
      await olivia.page.goto(
        `/dashboard/account/audit?filter[subjects][0]=device:${device_reference}&filter[reads]=shown`,
      )
      await olivia.page
        .getByRole('table', { name: 'Audit' })
        .getByText('Viewed the positions of a device')
        .first()
        .waitFor()
    },
  )
})

describe('device logs', () => {
  journey('are filtered, opened, and lead to their recording; new lines are announced', async ({ visitor }) => {
    const { page } = visitor
    const handset = await equitiesHandset('R58-LOGS')
    const { registration, object } = handset.record(await mediaFile('calls/04-en-busy-line.amr'), 'Call', {
      content_type: 'audio/amr',
      direction: 'O',
      second_parties: [{ phone_number: '+447700900123' }],
    })
    await handset.register({ ...registration, numbers: ['+447700900123'] }, object)
    await handset.log(registration.payload_reference, 'journey: the call was sealed')
    await visitor.signIn(client, 'olivia.hart')
    await page.goto('/dashboard')
    await follow(page, 'Device logs')
    await page.getByRole('heading', { level: 1, name: 'Device logs' }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.goto('/dashboard/devices/logs?filter[device_references][0]=R58-LOGS')
    const table = page.getByRole('table', { name: 'Device logs' })
    await table.getByRole('button', { name: 'journey: the call was sealed' }).waitFor()
    await handset.log(registration.payload_reference, 'journey: the call was delivered')
    await page.getByRole('button', { name: '1 new' }).click()
    await table.getByRole('button', { name: 'journey: the call was delivered' }).click()
    const line = page.getByRole('dialog', { name: 'Log line' })
    await line.getByText('R58-LOGS').waitFor()
    await line.getByRole('link', { name: 'Open the recording' }).click()
    await page.waitForURL(`**/dashboard/services/calls/${registration.payload_reference}`)
    await page.goBack()
    await table.getByRole('button', { name: 'journey: the call was delivered' }).waitFor()
  })
})
