import type { PayloadAudit, ReviewFigure, ReviewMark, SavedView } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { closeDemoQueues } from './close-demo-queues.ts'
import { mediaFile, recordContent, recordOnHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { waitForRecordings } from './recordings.ts'
import { settled } from './screens.ts'
import type { Visitor } from './visitor.ts'

const client = 'meridian'

/** Until the recording of this address is shown: for a moment, the address is the new one and the screen the one before. */
const opened = async (page: Page, address: string | null | undefined): Promise<void> => {
  await page.waitForURL(`**${address}`)
  await page
    .getByText(address?.split('/').at(-1) ?? '', { exact: true })
    .first()
    .waitFor()
}

/** In the open settings of notifications. The switch stays where it is put once that is saved. */
const switchMentions = async (page: Page, how: 'Portal' | 'E-mail', { from }: { from: boolean }): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Notification settings' })
  const mentions = page.getByRole('switch', { name: `Mentions in comments: ${how}` })
  await mentions.waitFor()
  expect(await mentions.isChecked()).toBe(from)
  const [saved] = await Promise.all([
    page.waitForResponse(/notification_settings\/mentioned$/),
    page.waitForResponse(/notification_settings$/),
    dialog.locator('label').filter({ has: mentions }).click(),
  ])
  expect(saved.status()).toBe(200)
  expect(await mentions.isChecked()).toBe(!from)
}

journey(
  'a reviewer marks recordings with keys alone, one after the other, and finds them again',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    await waitForRecordings(visitor, { client, payload_type: 'Call' }, 5)
    const toReview = 'filter[payload_states][0]=Processed&filter[is_reviewed]=false&filter[is_personal_number]=false'
    await page.goto(`/dashboard/services/calls?${toReview}`)
    await settled(page)
    const rows = page.getByRole('table', { name: 'Calls' }).locator('[data-index] a')
    const [first, second, third, fourth] = await rows.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await opened(page, first)
    await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' })
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)
    // The key that marks without asking asks after all, because the content was never opened.
    await page.keyboard.press('m')
    await dialog
      .getByText(
        /^You have (not opened this recording|opened this recording, but not played it)\. Choose a disposition\./,
      )
      .waitFor()
    await expect.poll(focused).toBe('No concern')
    // Nothing is chosen for them: Enter does nothing yet.
    await page.keyboard.press('Enter')
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Not relevant')
    await page.keyboard.press('Enter')
    await opened(page, second)

    await page.getByText('Nobody has reviewed this recording.').waitFor()
    await page.keyboard.press('r')
    await dialog.getByRole('radio', { name: 'No concern' }).waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])
    await expect.poll(focused).toBe('No concern')
    for (const name of ['Not relevant', 'Follow up', 'Possible breach']) {
      await page.keyboard.press('ArrowDown')
      await expect.poll(focused).toBe(name)
    }
    // Without its note, Enter does nothing.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('They fix a price at 2:10')
    await page.keyboard.press('Control+Enter')
    await opened(page, third)

    // A mark can be undone for some seconds, because it is only sent then; whoever leaves has made it.
    const marksOfThird = async () => {
      const address = `/api/client/v1/${client}/payloads/${third?.split('/').at(-1)}/reviews`
      return (await visitor.read<{ items: ReviewMark[] }>(address)).items.map(({ disposition }) => disposition)
    }
    const markThird = async () => {
      await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
      await page.keyboard.press('m')
      await opened(page, fourth)
      await page.getByText('Marked as reviewed in a moment: No concern').waitFor()
    }
    await markThird()
    await page.keyboard.press('z')
    await opened(page, third)
    await page.getByText('Marked as reviewed in a moment: No concern').waitFor({ state: 'detached' })
    expect(await marksOfThird()).toEqual([])
    await markThird()
    await page.goto(`${second}`)
    await expect.poll(marksOfThird).toEqual(['No concern'])
    const mark = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
    await mark.filter({ hasText: 'Amir Khan' }).filter({ hasText: 'They fix a price at 2:10' }).waitFor()
    await page.locator('section', { hasText: 'Chain of custody' }).getByText('Reviewed').first().waitFor()
    await page.goto('/dashboard/services/calls')
    await settled(page)
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Reviewed by' }).click()
    await page.getByRole('option', { name: 'Amir Khan (you)' }).click()
    await page.getByRole('group', { name: 'Reviewed on' }).getByText('Last 7 days', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter Reviewed on Last 7 days' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Reviewed by Amir Khan' }).waitFor()
    const own = () => rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    await expect.poll(own).toEqual(expect.arrayContaining([first, second, third]))
    expect(await own()).not.toContain(fourth)
    await page.goto('/dashboard/services/calls?filter[dispositions][0]=Possible breach')
    await rows.first().waitFor()
    expect(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toContain(second)
    expect(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).not.toContain(first)

    // Their own mark is withdrawn, and stays in the history as withdrawn.
    await page.goto(`${second}`)
    await mark.first().getByRole('button', { name: 'Withdraw' }).click()
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw your mark?' })
    await withdrawal.getByRole('textbox', { name: 'Why' }).fill('This was another call')
    expect(await violations(page)).toEqual([])
    await withdrawal.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await mark
      .first()
      .filter({ hasText: /Withdrawn.*This was another call/ })
      .waitFor()
    await mark.first().getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'detached' })
    await page.goto('/dashboard/services/calls?filter[dispositions][0]=Possible breach')
    await settled(page)
    expect(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).not.toContain(second)
  },
)

/** Whether the reviewer had opened the recording at this address. */
const hasOpened = async (supervisor: Visitor, address: string | null | undefined): Promise<boolean> => {
  const reference = new URL(address ?? '', supervisor.origin).pathname.split('/').at(-1)
  const { records } = await supervisor.read<PayloadAudit>(`/api/client/v1/${client}/payloads/${reference}/audit`)
  return records.some(({ portal_user, action }) => portal_user === 'amir.khan' && /played|listened|viewed/.test(action))
}

/** How many recordings somebody has marked as reviewed, by the figures. */
const marksOf = async (supervisor: Visitor, person: string): Promise<number> => {
  const { items } = await supervisor.read<{ items: ReviewFigure[] }>(`/api/client/v1/${client}/reviews/figures`)
  return items.filter(({ reviewed_by }) => reviewed_by === person).reduce((sum, { marks }) => sum + marks, 0)
}

/** Renames the queue, and takes Amir, for whom one recording waits, out in favour of Priya. */
const changeQueue = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Change the queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the queue' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sample of calls, again')
  await dialog.getByRole('combobox', { name: 'Reviewers' }).focus()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('priya.shah')
  await page.keyboard.press('Enter')
  // Leaves the field, whose list lies over the buttons.
  await page.keyboard.press('Tab')
  await dialog.getByText(/^1 recording of removed reviewers goes/).waitFor()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Sample of calls, again' }).waitFor()
}

journey(
  'a supervisor draws a queue, a reviewer works it with keys alone and passes one on, and the figures agree',
  async ({ newVisitor }) => {
    const [supervisor, reviewer, colleague] = [await newVisitor(), await newVisitor(), await newVisitor()]
    await supervisor.signIn(client, 'ruth.castellan')
    await reviewer.signIn(client, 'amir.khan')
    await colleague.signIn(client, 'priya.shah')
    await closeDemoQueues(supervisor, client)
    const before = await marksOf(supervisor, 'priya.shah')
    const bell = (name: RegExp) => colleague.page.getByRole('button', { name })
    // The history of the demonstration tells them something, which must not be counted below.
    await colleague.page.goto('/dashboard')
    await bell(/^Notifications, \d+ unread$/).click()
    await colleague.page.getByRole('button', { name: 'Mark all as read' }).click()
    await bell(/^Notifications$/).waitFor()
    await waitForRecordings(supervisor, { client, payload_type: 'Call' }, 5)
    const views = `/api/admin/v1/${client}/views`
    const search = { filter: { groups: ['Equities London'], payload_states: ['Processed'] } }
    const saved = await supervisor.api(views, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/dashboard/services/calls', name: 'Equities calls', search, role_reference: null }),
    })
    const { view_reference } = (await saved.json()) as SavedView

    const { page } = supervisor
    await page.goto('/dashboard/reviews/queues/create')
    // The page exists only for its form, so its first field has the focus.
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Sample of calls')
    // All calls of the account are more than a reviewer of one desk may see.
    await page.getByRole('combobox', { name: 'Reviewers' }).fill('amir.khan')
    await page.keyboard.press('Enter')
    // Leaves the field, whose list lies over the fields above it.
    await page.keyboard.press('Tab')
    await page.getByText(/recordings can’t be opened by anybody you chose$/).waitFor()
    await page.getByRole('combobox', { name: 'Recordings' }).click()
    await page.getByRole('option', { name: 'Equities calls' }).click()
    await page.getByText('A number', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Size of the sample' }).fill('3')
    await page.getByText('Amir Khan: 3 recordings', { exact: true }).waitFor()
    await page.getByText(/recordings can’t be opened by anybody you chose$/).waitFor({ state: 'detached' })
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Draw the queue' }).click()
    await page.getByText('0 of 3 reviewed').waitFor()
    await settled(page)
    expect(await violations(page)).toEqual([])

    const keys = reviewer.page.keyboard
    await reviewer.page.goto('/dashboard')
    await reviewer.page.getByRole('link', { name: '3 waiting' }).click()
    await reviewer.page.waitForURL('**/dashboard/reviews')
    await settled(reviewer.page)
    const rows = reviewer.page.getByRole('table', { name: 'My reviews' }).locator('[data-index] a')
    await rows.nth(2).waitFor()
    const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses.length).toBe(3)
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await opened(reviewer.page, addresses[0])
    await reviewer.page.getByText('Waits for your review in').waitFor()
    const wasOpened = await hasOpened(supervisor, addresses[0])
    await keys.press('m')
    const isAsked = await Promise.race([
      reviewer.page
        .getByText(/^You have (not opened this recording|opened this recording, but not played it)\./)
        .waitFor()
        .then(() => true),
      reviewer.page.waitForURL(`**${addresses[1]}`).then(() => false),
    ])
    // Another journey, or the demonstration's history, may have opened it as the same person.
    expect(isAsked || wasOpened).toBe(true)
    if (isAsked) {
      await keys.press('Space')
      await keys.press('Enter')
    }
    await opened(reviewer.page, addresses[1])
    await reviewer.page.getByText('Waits for your review in').waitFor()
    await keys.press('e')
    const dialog = reviewer.page.getByRole('dialog', { name: 'Pass on to a colleague' })
    await dialog.waitFor()
    await settled(reviewer.page)
    expect(await violations(reviewer.page)).toEqual([])
    await keys.type('priya.shah')
    await keys.press('Enter')
    await keys.press('Tab')
    await keys.type('Is this about the bond?')
    await keys.press('Control+Enter')
    await opened(reviewer.page, addresses[2])
    await reviewer.page.getByText('Waits for your review in').waitFor()

    const people = page.getByRole('table', { name: 'Progress of each person' }).getByRole('row')
    await people
      .filter({ hasText: 'Amir Khan' })
      .filter({ hasText: /Amir Khan\s*1\s*0\s*0\s*1/ })
      .waitFor()
    await people
      .filter({ hasText: 'Priya Shah' })
      .filter({ hasText: /Priya Shah\s*0\s*1\s*0\s*0/ })
      .waitFor()
    await page.getByText('1 of 3 reviewed').waitFor()

    await colleague.page.goto('/dashboard')
    await bell(/^Notifications, 1 unread$/).click()
    const told = colleague.page.getByRole('link', {
      name: 'Amir Khan passed 1 recording of ‘Sample of calls’ on to you',
    })
    await told.waitFor()
    await settled(colleague.page)
    expect(await violations(colleague.page)).toEqual([])
    await colleague.page.getByRole('button', { name: 'Notification settings' }).click()
    await switchMentions(colleague.page, 'E-mail', { from: false })
    await settled(colleague.page)
    expect(await violations(colleague.page)).toEqual([])
    await colleague.page.reload()
    await colleague.page.getByRole('button', { name: 'Your menu' }).click()
    await colleague.page.getByRole('button', { name: 'Notification settings' }).click()
    // Without the portal there is no e-mail either.
    await switchMentions(colleague.page, 'Portal', { from: true })
    await switchMentions(colleague.page, 'Portal', { from: false })
    await switchMentions(colleague.page, 'E-mail', { from: false })
    await switchMentions(colleague.page, 'E-mail', { from: true })
    await colleague.page.keyboard.press('Escape')
    await colleague.page.getByRole('dialog').waitFor({ state: 'hidden' })
    await colleague.page.goto('/dashboard#notifications')
    // The address in e-mails opens the list, once.
    await told.waitFor()
    await colleague.page.waitForURL('**/dashboard')
    await told.click()
    await colleague.page.waitForURL('**/dashboard/reviews?*escalated*')
    await bell(/^Notifications$/).waitFor()
    await colleague.page.getByText('Amir Khan: Is this about the bond?').waitFor()
    await colleague.page.getByRole('button', { name: 'Open the first' }).click()
    await opened(colleague.page, addresses[1])
    const crumbs = colleague.page.getByRole('navigation', { name: 'Breadcrumbs' })
    await crumbs.getByRole('link', { name: 'My reviews' }).waitFor()
    await colleague.page.getByText('Passed on by Amir Khan:').waitFor()
    // The last one: it is sent once it can't be undone any more.
    await colleague.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await colleague.page.keyboard.press('Space')
    await colleague.page.getByRole('slider', { name: 'Position' }).waitFor()
    await colleague.page.keyboard.press('m')
    await page.getByText('2 of 3 reviewed').waitFor()

    await page.goto('/dashboard/reviews/figures')
    const chart = page.getByRole('table', { name: 'Reviews by person' })
    await chart.getByRole('row').filter({ hasText: 'Priya Shah' }).waitFor()
    expect(await marksOf(supervisor, 'priya.shah')).toBe(before + 1)
    await page.goto('/dashboard/reviews/queues')
    await page.getByRole('link', { name: /Sample of calls/ }).click()
    await changeQueue(page)
    await people
      .filter({ hasText: 'Priya Shah' })
      .filter({ hasText: /Priya Shah\s*1\s*0\s*0\s*1/ })
      .waitFor()
    await page.getByRole('button', { name: 'Close the queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close the queue' }).click()
    await page.getByText('Closed with 2 of 3 reviewed').waitFor()
    await reviewer.page.goto('/dashboard/reviews')
    await reviewer.page.getByText('Nothing waits for you').waitFor()
    await supervisor.api(`${views}/${view_reference}`, { method: 'DELETE' })
  },
)

journey(
  'a mark shows at once, with Undo, and also after a reload; it says that nothing was opened',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'amir.khan')
    const payload_reference = await recordOnHandset({
      file: 'calls/04-en-busy-line.amr',
      payload_type: 'Call',
      content_type: 'audio/amr',
    })
    await page.goto(`/dashboard/services/calls/${payload_reference}`)
    const marks = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
    const markAsReviewed = async () => {
      await page.getByRole('button', { name: 'Mark as reviewed' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark as reviewed' })
      await dialog.getByRole('radio', { name: 'Not relevant' }).check()
      await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
      await marks.first().filter({ hasText: 'Not relevant' }).waitFor()
    }
    await markAsReviewed()
    await marks.first().getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Nobody has reviewed this recording.').waitFor()
    await markAsReviewed()
    await page.reload()
    await marks.first().filter({ hasText: 'Not relevant' }).waitFor()
    await marks
      .first()
      .filter({ hasText: /Not opened|Opened, not played/ })
      .waitFor()
  },
)

journey('a queue of diagnostics and photos is worked with keys alone, one after the other', async ({ newVisitor }) => {
  const [supervisor, reviewer] = [await newVisitor(), await newVisitor()]
  const photo = {
    file: 'photographs/01-london-bridge-cables.jpg',
    payload_type: 'Photo',
    content_type: 'image/jpeg',
  } as const
  const references: string[] = []
  for (const device of ['R58-QUEUE-1', 'R58-QUEUE-2', 'R58-QUEUE-3']) {
    const text = Buffer.from(`diagnostics of ${device}`)
    const isPhoto = device === 'R58-QUEUE-2'
    references.push(
      isPhoto
        ? await recordContent(device, await mediaFile(photo.file), 'Photo', { content_type: photo.content_type })
        : await recordContent(device, text, 'Diagnostics', { content_type: 'text/plain', size: text.length }),
    )
  }
  await supervisor.signIn(client, 'ruth.castellan')
  await reviewer.signIn(client, 'helen.ward')
  await closeDemoQueues(supervisor, client)
  const drawn = await supervisor.api(`/api/client/v1/${client}/review_queues`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Diagnostics and photos',
      filter: { device_references: ['R58-QUEUE-1', 'R58-QUEUE-2', 'R58-QUEUE-3'] },
      sample: null,
      reviewers: ['helen.ward'],
      due_on: null,
      second_review_percent: 0,
      needs_opening: false,
    }),
  })
  expect(drawn.status, await drawn.clone().text()).toBe(200)
  // Before somebody is removed, others learn what waits for them, and where to hand it over.
  const olivia = await newVisitor()
  await olivia.signIn(client, 'olivia.hart')
  await olivia.page.goto('/dashboard/access/people?filter[search]=helen')
  await olivia.page.getByRole('button', { name: 'Manage helen.ward' }).click()
  const manage = olivia.page.getByRole('dialog', { name: 'Manage helen.ward' })
  await manage.getByRole('button', { name: 'Remove', exact: true }).click()
  const waiting = manage.getByRole('note', { name: 'Recordings that wait for their review' })
  await waiting.getByText('helen.ward: 3 recordings').waitFor()
  await waiting.getByRole('link', { name: 'Diagnostics and photos (3)' }).waitFor()
  await settled(olivia.page)
  expect(await violations(olivia.page)).toEqual([])

  const { page } = reviewer
  const keys = page.keyboard
  await page.goto('/dashboard/reviews')
  await settled(page)
  const rows = page.getByRole('table', { name: 'My reviews' }).locator('[data-index] a')
  const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.map((address) => address.split('/').at(-1)).toSorted()).toEqual(references.toSorted())
  await keys.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('In the recordings of this list').waitFor()
  await help.getByText('Pass on to a colleague').waitFor()
  await keys.press('Escape')
  await page.getByRole('button', { name: 'Open the first' }).click()
  const mark = page.getByRole('dialog', { name: 'Mark as reviewed' })
  for (const [index, address] of addresses.entries()) {
    await opened(page, address)
    await page.getByText('Waits for your review in').waitFor()
    // Also what is marked already counts.
    await page.getByText(`${index + 1} of 3`, { exact: true }).waitFor()
    if (address.includes('/diagnostics/')) {
      await page.getByText('Diagnostics are a file for technicians').waitFor()
      await settled(page)
      expect(await violations(page)).toEqual([])
      await keys.press('Shift+?')
      await help.getByText('Mark as reviewed', { exact: true }).waitFor()
      await keys.press('Escape')
      await help.waitFor({ state: 'detached' })
    }
    await keys.press('k')
    if (index > 0) {
      await opened(page, addresses[index - 1])
      await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
      await keys.press('j')
      await opened(page, address)
    }
    await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
    await keys.press('r')
    await mark.getByRole('radio', { name: 'Not relevant' }).check()
    await keys.press('Enter')
    await mark.waitFor({ state: 'detached' })
  }
  await page.getByRole('list', { name: 'Reviews' }).getByText('Not relevant').waitFor()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link', { name: 'My reviews' }).click()
  await page.getByText('Nothing waits for you').waitFor()
  // The address of another kind leads to its own screen.
  const [ofPhoto = ''] = addresses.filter((address) => address.includes('/photos/'))
  await page.goto(ofPhoto.replace('/services/photos/', '/reviews/diagnostics/'))
  await page.waitForURL(`**${ofPhoto}`)
})
