import type { Payload, PayloadAudit } from '@holdfast/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { equitiesHandset, mediaFile } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const device = 'R58-CONVERSATION'
const thread = 'lunch/with Ben?'
const party = { phone_number: '+447700900123', name: 'Ben Low' }
const hostile = '<b>bold</b><script>alert(1)</script> \u202egnp.exe'

/** A conversation of SMS, an MMS with a picture and an RCS that was copied to others. @returns references, in order */
const sendConversation = async (): Promise<string[]> => {
  const handset = await equitiesHandset(device)
  const picture = (await mediaFile('attachments/dragonfly.jpg')).toString('base64')
  const inbound = { direction: 'I', thread_id: thread, length: 5, message_parties: [{ ...party, role: 'from' }] }
  const outbound = { ...inbound, direction: 'O', message_parties: [{ ...party, role: 'to' }] }
  const copied = {
    ...inbound,
    direction: 'CC',
    message_parties: [
      { ...party, role: 'from' },
      { phone_number: '+447700900001', role: 'cc' },
      { phone_number: '+447700900124', name: 'Zoe Hall', role: 'cc' },
    ],
  }
  const messages = [
    ['SMS', inbound, { text: 'Lunch at one?' }],
    ['SMS', outbound, { text: hostile }],
    ['SMS', inbound, { text: 'w'.repeat(100_000) }],
    [
      'MMS',
      inbound,
      { subject: 'The menu', text: 'See you there', attachments: [{ name: 'menu.jpg', content: picture }] },
    ],
    ['RCS', copied, { text: 'All of us at one' }],
  ] as const
  const references: string[] = []
  for (const [type, meta, document] of messages) {
    const recording = handset.record(Buffer.from(JSON.stringify(document)), type, meta)
    await handset.deliver(recording)
    references.push(recording.registration.payload_reference)
  }
  for (const reference of references) {
    await expect.poll(() => handset.status(reference), { timeout: 60_000 }).toBe('processed')
  }
  return references
}

/** Conversations of one message each, a minute apart. @returns the reference of the earliest, with Eva Long */
const sendThreads = async (): Promise<string> => {
  const handset = await equitiesHandset('R58-THREADS')
  const now = Date.now()
  const references: string[] = []
  for (let minutes = 1; minutes <= 12; minutes += 1) {
    const from = { phone_number: '+447700900140', name: minutes === 12 ? 'Eva Long' : 'Jo Short', role: 'from' }
    const meta = { direction: 'I', thread_id: `thread ${minutes}`, length: 4, message_parties: [from] }
    const recording = handset.record(Buffer.from(JSON.stringify({ text: 'Soon' })), 'SMS', meta)
    recording.registration.payload_time = new Date(now - minutes * 60_000).toISOString()
    await handset.deliver(recording)
    references.push(recording.registration.payload_reference)
  }
  for (const reference of references) {
    await expect.poll(() => handset.status(reference), { timeout: 60_000 }).toBe('processed')
  }
  return references.at(-1) ?? ''
}

/** Pages of conversations have two messages, and only the first page is answered. @returns what lets the others be answered */
const twoMessagesAtFirst = async (page: Page): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/sms\/.*limit=100/, async (route) => {
    const url = route.request().url()
    if (url.includes('last_key=')) await promise
    await route.continue({ url: url.replace('limit=100', 'limit=2') })
  })
  return resolve
}

/** Whether what is found is within the frame that scrolls. */
const isInSight = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => {
    const frame = element.closest('section')?.getBoundingClientRect()
    const { top, bottom } = element.getBoundingClientRect()
    return frame !== undefined && top >= frame.top && bottom <= frame.bottom
  })

journey(
  'a conversation is found in the list, read, left to the same row, and seen on the trail',
  async ({ visitor, newVisitor }) => {
    const earliest = await sendThreads()
    const references = await sendConversation()
    const { page } = visitor
    await visitor.signIn('meridian', 'amir.khan')
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ ...size, height: 480 })
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/conversations/snippets')) requested.push(request.url())
    })
    await page.goto('/dashboard/services/messages')
    const row = page.getByRole('link', { name: 'Ben Low' }).first()
    await row.waitFor()
    await page.getByText('All of us at one').waitFor()
    expect(requested.join(), 'what no row in view shows is not read').not.toContain(earliest)
    // Handsets go on writing, so this row may be far below those that are rendered.
    await row.hover()
    const scrollOn = async (): Promise<string> => {
      await page.mouse.wheel(0, 300)
      return requested.join()
    }
    await expect.poll(scrollOn, { interval: 500 }).toContain(earliest)
    await page.setViewportSize(size)
    await page.mouse.wheel(0, -100_000)
    const letMoreLoad = await twoMessagesAtFirst(page)
    await row.click()

    const frame = page.getByRole('region', { name: 'Messages of this conversation' })
    await frame.getByText('All of us at one').waitFor()

    // A search says which messages it covers, goes on with those that are loaded later, and leads from match to match.
    await page.keyboard.press('f')
    await page.keyboard.type('AT ONÉ')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByText('Searching the 2 loaded messages of 5.').waitFor()
    letMoreLoad()
    const current = frame.locator('mark[aria-current=true]')
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await page.getByText('Of long messages, the first 10,000 characters are searched.').waitFor()
    expect(await current.locator('..').textContent()).toBe('All of us at one')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await expect.poll(() => current.locator('..').textContent()).toBe('Lunch at one?')
    await expect.poll(() => isInSight(current)).toBe(true)
    await settled(page)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Shift+Enter')
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await expect.poll(() => isInSight(current)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => frame.locator('mark').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Search the messages' }).inputValue()).toBe('')

    await frame.getByText(/^Copied to .*Zoe Hall$/).waitFor()
    const picture = frame.getByRole('img', { name: 'menu.jpg' })
    // The thumbnail; the picture itself is requested when it is opened.
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    await frame.getByRole('button', { name: 'Open the picture menu.jpg' }).click()
    const whole = page.getByRole('dialog', { name: 'menu.jpg' }).getByRole('img', { name: 'menu.jpg' })
    await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(320)
    await page.keyboard.press('Escape')
    await frame.press('Home')
    await frame.getByText('Lunch at one?').waitFor()
    // The character that would reverse the text is shown as a replacement character.
    await frame.getByText(hostile.replace('\u202e', '\ufffd'), { exact: true }).waitFor()
    await frame.getByRole('button', { name: 'Show more' }).click()
    await frame.getByText('Only the first 10,000 characters are shown.').waitFor()
    expect(await frame.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
    await settled(page)
    expect(await violations(page)).toEqual([])

    // All messages that were read are marked at once; `j` and `k` lead to the conversations beside this one.
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Mark 5 recordings as reviewed' })
    await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByRole('main').getByText('5 done').waitFor()
    // Each message that is in sight says so at once.
    await frame.getByText('Lunch at one?').locator('..').getByRole('img', { name: 'Reviewed' }).waitFor()
    for (const reference of references) {
      const { reviewed_by } = await visitor.read<Payload>(`/api/client/v1/meridian/payloads/${reference}`)
      expect(reviewed_by).toBe('amir.khan')
    }
    await page.keyboard.press('j')
    await page.waitForURL((url) => !url.pathname.includes(device))
    await frame.getByRole('listitem').first().waitFor()
    await page.keyboard.press('k')
    await page.waitForURL((url) => url.pathname.includes(device))
    await frame.getByText('All of us at one').waitFor()
    await frame.press('Home')

    await frame
      .getByText('Lunch at one?')
      .locator('..')
      .getByRole('link', { name: /^Message of/ })
      .click()
    await page.getByText('Chain of custody').waitFor()
    expect(new URL(page.url()).pathname).toContain(references[0])
    await page.getByText('Read in its conversation').waitFor()
    await page.goBack()
    await frame.getByText('Lunch at one?').waitFor()
    const requestedBefore = requested.length
    await page.goBack()
    await row.waitFor()
    await page.getByText('All of us at one').waitFor()
    expect(requested[requestedBefore] ?? '', 'what was shown before is not read again').not.toContain(references[4])

    const audit = await visitor.read<PayloadAudit>(`/api/client/v1/meridian/payloads/${references[1]}/audit`)
    const read = audit.records.filter(({ action }) => action === 'payload.read_in_conversation')
    expect(read.map(({ portal_user }) => portal_user)).toEqual(['amir.khan'])

    const administrator = await newVisitor()
    await administrator.signIn('meridian', 'olivia.hart')
    await administrator.page.goto('/dashboard/account/audit?filter[person]=amir.khan')
    await administrator.page.getByText('Opened a conversation').first().waitFor()
  },
)

journey(
  'a link leads to one message in its conversation, and messages have a list of their own',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn('meridian', 'amir.khan')
    await page.goto('/dashboard/services/messages')
    await page.getByText('Single messages', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'Kind' }).waitFor()
    expect(page.url()).toContain('single')
    await page.reload()
    const message = page.locator('tbody tr a').first()
    await message.click()
    await page.getByRole('link', { name: 'Show in its conversation' }).click()
    await page.locator('li[aria-current=true]:has([data-outbound])').waitFor()
    expect(await isInSight(page.locator('li[aria-current=true]:has([data-outbound])'))).toBe(true)
    await page.goBack()
    await page.goBack()
    await message.waitFor()
  },
)

journey('conversations say which filters they do not have, and single messages get these back', async ({ visitor }) => {
  const { page } = visitor
  await visitor.signIn('meridian', 'amir.khan')
  await page.goto('/dashboard/services/messages?filter[is_late]=true&filter[period]=90d')
  const isLate = page.getByRole('button', { name: 'Remove filter Late Yes' })
  await isLate.waitFor()
  await page.getByRole('radiogroup', { name: 'View', exact: true }).getByText('Conversations', { exact: true }).click()
  await page.getByText('Not applied to conversations: Late', { exact: true }).waitFor()
  expect(await isLate.count()).toBe(0)
  await page.reload()
  await page.getByText('Not applied to conversations: Late', { exact: true }).waitFor()
  await page
    .getByRole('radiogroup', { name: 'View', exact: true })
    .getByText('Single messages', { exact: true })
    .click()
  await isLate.waitFor()
  await page.getByRole('button', { name: 'Period: Last 90 days' }).waitFor()
})

journey(
  'new messages of an open conversation appear by themselves, or are counted while somebody reads further up',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn('meridian', 'amir.khan')
    const handset = await equitiesHandset('R58-ARRIVING')
    const other = 'another thread'
    const begun = new Date()
    const send = async (text: string, thread_id = 'arriving', payload_time = new Date()): Promise<void> => {
      const meta = { direction: 'I', thread_id, length: text.length, message_parties: [{ ...party, role: 'from' }] }
      const recording = handset.record(Buffer.from(JSON.stringify({ text })), 'SMS', meta)
      recording.registration.payload_time = payload_time.toISOString()
      await handset.deliver(recording)
      await expect
        .poll(() => handset.status(recording.registration.payload_reference), { timeout: 60_000 })
        .toBe('processed')
    }
    for (let count = 1; count <= 12; count += 1) await send(`early ${count} ${'words '.repeat(60)}`)
    await page.goto('/dashboard/services/messages')
    await page.getByRole('link', { name: 'Ben Low' }).first().click()
    const frame = page.getByRole('region', { name: 'Messages of this conversation' })
    await frame.getByText('early 12').waitFor()
    await send('right at the end')
    await frame.getByText('right at the end').waitFor()

    await frame.press('Home')
    await frame.getByText('early 1 words').waitFor()
    await send('of another thread', other)
    await send('further down')
    await send('late', 'arriving', new Date(begun.getTime() - 60_000))
    await frame.getByText('late', { exact: true }).waitFor()
    const firstTexts = await frame.getByRole('listitem').allTextContents()
    expect(firstTexts.findIndex((text) => text.includes('late'))).toBeLessThan(
      firstTexts.findIndex((text) => text.includes('early 1 ')),
    )
    const news = page.getByRole('button', { name: '1 new message' })
    await news.waitFor()
    expect(await frame.getByText('further down').count()).toBe(0)
    await news.click()
    await frame.getByText('further down').waitFor()
    await news.waitFor({ state: 'detached' })
    expect(await frame.getByText('of another thread').count()).toBe(0)
  },
)
