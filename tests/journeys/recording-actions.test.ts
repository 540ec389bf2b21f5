import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { violations } from './axe.ts'
import { recordOnHandset } from './demo-handset.ts'
import { contentOf } from './downloads.ts'
import { journey } from './journey.ts'
import { waitForRecordings } from './recordings.ts'
import { settled } from './screens.ts'

const client = 'meridian'

describe('on the screen of a recording', () => {
  journey(
    'keys lead from row to row of a list and from recording to recording, and Back to the row',
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'amir.khan')
      await waitForRecordings(visitor, { client, payload_type: 'Call' }, 5)
      await page.goto('/dashboard/services/calls?filter[payload_states][0]=Processed')
      await settled(page)
      const rows = page.getByRole('table', { name: 'Calls' }).locator('[data-index] a')
      const [first, second, third] = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
      await page.keyboard.press('ArrowDown')
      await expect.poll(focused).toBe(first)
      await page.keyboard.press('j')
      await expect.poll(focused).toBe(second)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${second}`)
      await page.getByRole('button', { name: 'Next recording', exact: true }).waitFor()
      await page.keyboard.press('j')
      await page.waitForURL(`**${third}`)
      await page.keyboard.press('k')
      await page.waitForURL(`**${second}`)
      await page.getByRole('button', { name: 'Previous recording', exact: true }).click()
      await page.waitForURL(`**${first}`)
      await page.goBack()
      await page.waitForURL('**/dashboard/services/calls?**')
      // The recording that was on the screen last, not the row that was opened.
      await expect.poll(focused).toBe(first)
      await page.keyboard.press('j')
      await expect.poll(focused).toBe(second)
      await page.goto(`${first}`)
      await page.getByRole('heading', { name: 'Chain of custody' }).waitFor()

      // After the last row that the list had loaded, its next rows are loaded.
      await waitForRecordings(visitor, { client, payload_type: 'Call' }, 60)
      visitor.expectBrowserError(/status of 400/)
      const isNextPage = ({ pathname, searchParams }: URL) =>
        pathname.endsWith('/payloads') && searchParams.has('last_key')
      await page.route(isNextPage, (route) => route.fulfill({ status: 400, json: { message: 'Refused' } }))
      await page.goto('/dashboard/services/calls')
      await settled(page)
      await page.keyboard.press('End')
      await page.getByRole('table', { name: 'Calls' }).locator('[data-index="49"] a').click()
      await page.getByText(/^50 of /).waitFor()
      await page.keyboard.press('j')
      await page.getByText('The next rows could not be loaded.').waitFor()
      await page.unroute(isNextPage)
      await page.keyboard.press('j')
      await page.getByText(/^51 of /).waitFor()
      const { pathname } = new URL(page.url())
      await page.goBack()
      await expect.poll(focused).toBe(pathname)

      // Also after a reload.
      await page.goto('/dashboard/services/calls')
      await settled(page)
      await page.keyboard.press('End')
      await page.getByRole('table', { name: 'Calls' }).locator('[data-index="49"] a').click()
      await page.getByText(/^50 of /).waitFor()
      await page.reload()
      await page.getByText(/^50 of /).waitFor()
      await page.keyboard.press('j')
      await page.getByText(/^51 of /).waitFor()
    },
  )

  journey('the seconds that somebody played are shown with who had access', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const reference = await recordOnHandset({
      file: 'calls/04-en-busy-line.amr',
      payload_type: 'Call',
      content_type: 'audio/amr',
    })
    await page.goto(`/dashboard/services/calls/${reference}`)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const position = page.getByRole('slider', { name: 'Position' })
    const seconds = async () => Number(await position.inputValue())
    await expect.poll(seconds, { timeout: waitTimeoutMs }).toBeGreaterThanOrEqual(2)
    await position.fill('20')
    await expect.poll(seconds, { timeout: waitTimeoutMs }).toBeGreaterThanOrEqual(22)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
    const played = access.getByRole('listitem').filter({ hasText: /00:00 to 00:0[2-9], 00:20 to 00:2[2-9]/ })
    await played.filter({ hasText: 'amir.khan' }).waitFor()

    await page.getByLabel('Speed').selectOption('2')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(seconds, { timeout: waitTimeoutMs }).toBeGreaterThanOrEqual(25)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Calls' }).click()
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    await page.goBack()
    await access.getByText(/00:2[2-9] to 00:\d\d at 2×/).waitFor()
  })

  journey('the trail says who played which recording, and leads there and back', async ({ visitor, newVisitor }) => {
    await visitor.signIn(client, 'amir.khan')
    await visitor.page.goto('/dashboard/services/calls')
    // Other journeys and the demonstration add calls without a recording as well.
    const ready = visitor.page.locator('tbody tr').filter({ hasText: 'Ready' })
    await ready.getByRole('link').first().click()
    await visitor.page.getByRole('button', { name: 'Play', exact: true }).click()
    await visitor.page.getByRole('slider', { name: 'Position' }).waitFor()
    const administrator = await newVisitor()
    const { page } = administrator
    await administrator.signIn(client, 'olivia.hart')
    await page.goto('/dashboard/account/audit?filter[person]=KHAN')
    const row = page.locator('tbody tr').filter({ hasText: 'Opened the content of a recording' }).first()
    await row.getByText('amir.khan').waitFor()
    await row.getByRole('link').first().click()
    await page.waitForURL(/account\/audit\/[0-9A-Z]{26}/)
    await page.getByRole('heading', { level: 1, name: 'Opened the content of a recording' }).waitFor()
    const facts = page.locator('section', { has: page.getByRole('heading', { name: 'Circumstances' }) })
    await facts.getByText('amir.khan').waitFor()
    await facts.getByText('127.0.0.1').first().waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Opened the content of a recording' }).waitFor()
    // What was played stands in its entry, from which one gets to all of them.
    await page.getByRole('heading', { name: 'Playback' }).waitFor()
    await page.getByRole('link', { name: 'All of its entries' }).click()
    await page.locator('tbody tr').filter({ hasText: 'Began to play a recording' }).first().waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'All entries about this' }).click()
    await page.getByRole('button', { name: /^Remove filter About Recording [0-9A-Z]{26}$/ }).waitFor()
    await row.waitFor()
    await page.goBack()
    const heading = page.getByRole('heading', { level: 1, name: 'Opened the content of a recording' })
    await heading.waitFor()
    const entry = page.url()
    await page.keyboard.press('j')
    await page.waitForURL((url) => url.href !== entry && /account\/audit\/[0-9A-Z]{26}/.test(url.pathname))
    await page.getByRole('button', { name: 'Previous entry' }).click()
    await page.waitForURL(entry)
    await heading.waitFor()
    await page.goBack()
    await row.waitFor()
    // On a phone, what was done has two lines.
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await row.locator('td').nth(2).boundingBox())?.height).toBeGreaterThan(32)
    await page.setViewportSize({ width, height })
    // The filter by person of earlier versions.
    await page.goto('/dashboard/account/audit?filter[user_id]=amir.khan')
    await page.waitForURL((url) => decodeURIComponent(url.search).includes('filter[person]=amir.khan'))
    await row.waitFor()
    const rows = page.getByRole('table', { name: 'Audit' }).locator('tbody tr')
    // The demonstration's history has refused ones.
    const looked = rows.filter({ hasText: 'Viewed the details of a recording' }).filter({ hasText: 'Done' })
    expect(await looked.count(), 'what was only looked at').toBe(0)
    const portalReads = page.getByRole('switch', { name: 'Show automatic reads by the portal' })
    expect(await portalReads.count()).toBe(0)
    await page.getByRole('switch', { name: 'Show read-only activity' }).click()
    await looked.first().waitFor()
    const everything = page.waitForResponse(
      (response) => response.url().includes('/activities?') && !/has_(portal_)?reads/.test(response.url()),
    )
    await portalReads.click()
    await everything
    await page.reload()
    await expect.poll(() => portalReads.isChecked(), { timeout: waitTimeoutMs }).toBe(true)
    // The filter by call of earlier versions, now in words, of which the trail shows what was asked for.
    await page.goto('/dashboard/account/audit?filter[person]=KHAN&filter[action]=GET%20%2Fprofile')
    await page.getByRole('button', { name: 'Remove filter What Viewed their own profile' }).waitFor()
    await rows.filter({ hasText: 'Viewed their own profile' }).first().waitFor()
    await page.goto('/dashboard/account/audit?filter[person]=KHAN')
    await row.waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const what = page.getByRole('combobox', { name: 'What' })
    await what.fill('began to pl')
    await page.getByRole('option', { name: 'Began to play a recording' }).click()
    await page.keyboard.press('Escape')
    await what.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove filter What Began to play a recording' }).waitFor()
    const others = rows.filter({ hasNotText: 'Began to play a recording' })
    await expect.poll(() => others.count(), { timeout: waitTimeoutMs }).toBe(0)
    await rows.filter({ hasText: 'Began to play a recording' }).first().waitFor()
  })

  journey(
    'a recording is deleted with a reason, which others see at once, and restored',
    async ({ visitor, newVisitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'ruth.castellan')
      const reference = await recordOnHandset({
        file: 'calls/04-en-busy-line.amr',
        payload_type: 'Call',
        content_type: 'audio/amr',
      })
      const reviewer = await newVisitor()
      await reviewer.signIn(client, 'amir.khan')
      for (const each of [page, reviewer.page]) await each.goto(`/dashboard/services/calls/${reference}`)
      await reviewer.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
      expect(await reviewer.page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)

      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete this recording?' })
      await dialog.getByLabel('Reason').fill('Recorded on a private phone')
      expect(await violations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      const note = page.getByRole('note').filter({ hasText: 'This recording was deleted' })
      await note.getByText('Reason: Recorded on a private phone').waitFor()
      await note.getByText('Ruth Castellan').waitFor()
      await settled(page)
      expect(await violations(page)).toEqual([])

      const theirs = reviewer.page.getByRole('note').filter({ hasText: 'This recording was deleted' })
      await theirs.getByText('Reason: Recorded on a private phone').waitFor()
      expect(await theirs.getByRole('button', { name: 'Restore' }).count()).toBe(0)
      expect(await reviewer.page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(0)

      await page.reload()
      await note.getByRole('button', { name: 'Restore' }).click()
      await note.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
      await reviewer.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
      const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
      await access.getByRole('listitem').filter({ hasText: 'Restored' }).waitFor()
    },
  )

  journey(
    "a party's name is corrected beside what the handset said, and no correction of somebody else is overwritten unseen",
    async ({ visitor, newVisitor }) => {
      const { page } = visitor
      await visitor.signIn(client, 'ruth.castellan')
      const other = await newVisitor()
      await other.signIn(client, 'ruth.castellan')
      const reference = await recordOnHandset({
        file: 'calls/04-en-busy-line.amr',
        payload_type: 'Call',
        content_type: 'audio/amr',
      })
      const dialog = page.getByRole('dialog', { name: 'Correct details' })
      const theirs = other.page.getByRole('dialog', { name: 'Correct details' })
      for (const each of [page, other.page]) {
        await each.goto(`/dashboard/services/calls/${reference}`)
        await each.getByRole('button', { name: 'Correct', exact: true }).click()
      }
      await dialog.getByRole('textbox', { name: '+447700900123' }).fill('Annabel Quill')
      await settled(page)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Control+Enter')
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { level: 1, name: /Annabel Quill/ }).waitFor()
      const facts = page.getByRole('definition').filter({ hasText: 'Annabel Quill, +447700900123' })
      await facts.getByText(/Corrected by ruth\.castellan/).waitFor()
      await facts.getByText('The device said nothing.').waitFor()
      expect(await violations(page)).toEqual([])

      other.expectBrowserError(/status of 409/)
      await theirs.getByRole('textbox', { name: '+447700900123' }).fill('Somebody else')
      await theirs.getByRole('button', { name: 'Save' }).click()
      await theirs.getByRole('cell', { name: 'Annabel Quill' }).waitFor()
      await theirs.getByRole('button', { name: 'Use the saved version' }).click()
      await theirs.getByRole('checkbox', { name: 'Personal recording' }).check()
      await theirs.getByRole('button', { name: 'Save' }).click()
      await theirs.getByText('Say why').waitFor()
      await theirs.getByLabel('Reason').fill('With her doctor')
      await theirs.getByRole('button', { name: 'Save' }).click()
      await theirs.waitFor({ state: 'hidden' })
      await page.getByText('This was marked as personal').waitFor()
      await page.getByRole('definition').filter({ hasText: 'With her doctor' }).waitFor()

      await page.goto(`/dashboard/services/calls?filter[numbers][0]=${encodeURIComponent('+447700900123')}`)
      const row = page.getByRole('table', { name: 'Calls' }).getByRole('row').filter({ hasText: 'Annabel Quill' })
      await row.getByRole('img', { name: 'A person corrected the name' }).waitFor()
    },
  )

  journey('the original is saved, and the trail says so', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const file = 'photographs/03-london-nuthatch.jpg'
    const reference = await recordOnHandset({ file, payload_type: 'Photo', content_type: 'image/jpeg' })
    await page.goto(`/dashboard/services/photos/${reference}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await saving).suggestedFilename()).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{4}Z Photo .*${reference}\\.jpg$`),
    )
    const saved = await contentOf(await saving)
    expect(saved.equals(await readFile(new URL(`../../media/${file}`, import.meta.url)))).toBe(true)
    const status = page.getByRole('status')
    await status.filter({ hasText: 'The download has begun' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Copy link' }).click()
    await status.filter({ hasText: 'Link copied' }).waitFor({ state: 'attached' })
    const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
    await page.reload()
    await access.getByRole('listitem').filter({ hasText: 'Downloaded' }).first().waitFor()
  })

  journey('a confirmed receipt is shown to others at once, with its note, and on the trail', async ({ newVisitor }) => {
    const [officer, reviewer] = [await newVisitor(), await newVisitor({ locale: 'pt-BR' })]
    await officer.signIn(client, 'ruth.castellan')
    await reviewer.signIn(client, 'amir.khan')
    const file = 'photographs/03-london-nuthatch.jpg'
    const reference = await recordOnHandset({ file, payload_type: 'Photo', content_type: 'image/jpeg' })
    const address = `/dashboard/services/photos/${reference}`
    const { page } = officer
    await page.goto(address)
    await reviewer.page.goto(address)
    await page.getByText('No receipt has been confirmed.').waitFor()
    await reviewer.page.getByText('Nenhum recebimento foi confirmado.').waitFor()

    const action = page.getByRole('button', { name: 'Confirm receipt', exact: true })
    await action.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm receipt?' })
    const note = 'Filed under 4711\n\u202eyad emas eht'
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm receipt' }).click()
    await dialog.waitFor({ state: 'detached' })
    const receipt = page.getByRole('list', { name: 'Receipts' }).getByRole('listitem')
    await receipt.filter({ hasText: 'Ruth Castellan' }).filter({ hasText: note }).waitFor()
    await page.locator('section', { hasText: 'Chain of custody' }).getByText('Receipt confirmed').first().waitFor()
    // It stays where it was, and says why it does nothing.
    await expect.poll(() => action.getAttribute('aria-disabled')).toBe('true')
    await action.hover()
    await page.getByText('You have confirmed the receipt of this recording.').waitFor()

    const receipts = reviewer.page.getByRole('list', { name: 'Recebimentos' }).getByRole('listitem')
    await receipts.filter({ hasText: 'Ruth Castellan' }).waitFor()
    await reviewer.page.getByRole('button', { name: 'Confirmar recebimento' }).click()
    const asked = reviewer.page.getByRole('dialog', { name: 'Confirmar o recebimento?' })
    await asked.getByRole('button', { name: 'Confirmar recebimento' }).click()
    await receipt.nth(1).filter({ hasText: 'Amir Khan' }).waitFor()

    const administrator = await newVisitor()
    await administrator.signIn(client, 'olivia.hart')
    await administrator.page.goto('/dashboard/account/audit?filter[person]=castellan')
    const row = administrator.page.locator('tbody tr').filter({ hasText: 'Confirmed receipt of recordings' }).first()
    await row.getByRole('link').first().click()
    await administrator.page.getByRole('heading', { level: 1, name: 'Confirmed receipt of recordings' }).waitFor()
    await administrator.page.getByText(reference).first().waitFor()
  })

  journey('who had access begins with the latest entry, and shows earlier ones on request', async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'ruth.castellan')
    const file = 'photographs/03-london-nuthatch.jpg'
    const reference = await recordOnHandset({ file, payload_type: 'Photo', content_type: 'image/jpeg' })
    const path = `/api/client/v1/${client}/payloads/${reference}/data?action=play`
    for (let opened = 0; opened < 55; opened++) await visitor.read(path)
    await page.goto(`/dashboard/services/photos/${reference}`)
    const access = page.locator('section', { has: page.getByRole('heading', { name: 'Who had access' }) })
    const rows = access.getByRole('listitem')
    await expect.poll(() => rows.count(), { timeout: waitTimeoutMs }).toBe(50)
    await access.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows.count()).toBe(55)
    await access.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
    await access.getByRole('button', { name: 'Show everything' }).click()
    await expect.poll(() => rows.count()).toBe(50)
    await access.getByRole('button', { name: 'Show more' }).click()
    await access.getByText('Registered by the device', { exact: true }).waitFor()
  })
})
