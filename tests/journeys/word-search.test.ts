import type { DeviceUser, ListedPayload, WordIndex } from '@holdfast/contract'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { equitiesHandset } from './demo-handset.ts'
import { journey } from './journey.ts'
import { settled } from './screens.ts'

const client = 'meridian'

/** Sends messages from a handset, the first one first, and waits until they are processed. */
const send = async (device: string, ...texts: string[]): Promise<string[]> => {
  const handset = await equitiesHandset(device)
  const references: string[] = []
  for (const text of texts) {
    const message_parties = [{ phone_number: '+447700900123', name: 'Ben Low', role: 'from' }]
    const recording = handset.record(Buffer.from(JSON.stringify({ text })), 'SMS', {
      direction: 'I',
      thread_id: device,
      message_parties,
    })
    await handset.deliver(recording)
    const { payload_reference } = recording.registration
    await expect.poll(() => handset.status(payload_reference), { timeout: 60_000 }).toBe('processed')
    references.push(payload_reference)
  }
  return references
}

journey('a message is found by a word, opened, left to the same row, and seen on the trail', async ({ visitor }) => {
  const { page } = visitor
  const others = Array.from(
    { length: 6 },
    (_, place) => `Falconry lesson ${place} ${'with many other words '.repeat(20)}`,
  )
  const [reference = ''] = await send(
    'R58-WORDS',
    'The <b>Falcons</b> are sold, at the “opening price” — não há mais negociações',
    ...others,
  )
  await visitor.signIn(client, 'amir.khan')
  await page.goto('/dashboard/services/messages')
  await page.getByRole('searchbox', { name: 'Words, people or numbers' }).fill('falcon* negociação the')
  await page.keyboard.press('Enter')
  const hit = page.getByRole('listitem').filter({ hasText: 'are sold' })
  await hit.waitFor()
  expect(await hit.locator('mark').allTextContents()).toEqual(['Falcons', 'negociações'])
  await hit.getByText('<b>Falcons</b>').waitFor()
  await page.getByText('Not searched, because nearly every message has them: the.').waitFor()
  expect(await violations(page)).toEqual([])

  // Its conversation has the words that were found in its own search, also after a reload.
  await hit.getByRole('link').click()
  const message = page.locator('li[aria-current]')
  await message.getByText('The <b>Falcons</b> are sold').waitFor()
  await page.getByRole('link', { name: 'Show in its conversation' }).click()
  const searched = page.getByRole('textbox', { name: 'Search the messages' })
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload()
    expect(await searched.inputValue()).toBe('Falcons negociações')
    await expect.poll(() => page.locator('ol mark').allTextContents()).toEqual(['Falcons', 'negociações'])
  }
  await page.goto('/dashboard/services/messages')

  const search = page.getByRole('searchbox', { name: 'Words, people or numbers' })
  await search.fill('"falconry lesson"')
  await search.press('Enter')
  await expect.poll(() => page.locator('[data-index]').count()).toBe(6)
  const last = page.locator('[data-index="5"]')
  await last.scrollIntoViewIfNeeded()
  await settled(page)
  const top = (await last.boundingBox())?.y
  await last.getByRole('link').click()
  await message.getByText(/^Falconry lesson/).waitFor()
  await page.goBack()
  await last.waitFor()
  expect(await search.inputValue()).toBe('"falconry lesson"')
  await expect.poll(async () => Math.abs(((await last.boundingBox())?.y ?? 0) - (top ?? 0))).toBeLessThan(4)

  await page.goto(`/dashboard/services/messages/${reference}`)
  await page.getByText('Shown in a search').first().waitFor()
  await message.getByText(/Falcons/).waitFor()
  const { items } = await visitor.read<{ items: ListedPayload[] }>(
    `/api/client/v1/${client}/payloads?filter[text]=falcons`,
  )
  expect(items.map(({ payload_reference }) => payload_reference)).toContain(reference)
})

journey('an empty search says what to remove, and one that cannot be read says why', async ({ visitor }) => {
  const { page } = visitor
  visitor.expectBrowserError(/status of 400/)
  await visitor.signIn(client, 'amir.khan')
  await page.goto('/dashboard/services/messages?filter[text]=xyzzyplugh')
  await page.getByRole('button', { name: 'Without Words xyzzyplugh' }).click()
  await page.getByRole('table', { name: 'Messages' }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Words, people or numbers' })
  await search.fill('pl*')
  await search.press('Enter')
  await page.getByText('the beginning of a word needs at least 3 letters before *').first().waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('table', { name: 'Messages' }).waitFor()

  // Names of people are not among the words of messages.
  const { items } = await visitor.read<{ items: DeviceUser[] }>(`/api/admin/v1/${client}/users?limit=1`)
  const [{ device_user_reference, first_name, surname }] = items as [DeviceUser]
  await search.fill(surname ?? '')
  await search.press('Enter')
  await page.getByTitle(device_user_reference, { exact: true }).click()
  await page.getByRole('button', { name: `Remove filter Device user ${first_name} ${surname}` }).waitFor()
  expect(await search.inputValue()).toBe('')

  // Neither are the numbers of parties.
  await send('R58-WORDS-NUMBER', 'Good morning')
  await page.goto('/dashboard/services/messages?filter[text]=%2B447700900123')
  await page.getByText('Recordings with this number:').waitFor()
  await page.getByRole('button', { name: /^\+447700900123 \(.+\)$/ }).click()
  await page.getByRole('button', { name: /^Remove filter Numbers / }).waitFor()
  expect(await search.inputValue()).toBe('')
})

journey(
  'the index is rebuilt with its progress on the screen, removed, and made again by the switch',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.signIn(client, 'olivia.hart')
    const state = async () => (await visitor.read<WordIndex>(`/api/admin/v1/${client}/word_index`)).state
    await expect.poll(state, { timeout: 110_000, interval: 1000 }).toBe('ready')
    await page.goto('/dashboard/account/settings')
    await page.getByRole('heading', { name: 'Word index' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Rebuild' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click()
    await page.getByText(/^Being built/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByText(/^Up to date/).waitFor({ timeout: 110_000 })

    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Recordings', exact: true }) })
    const isOn = panel.getByRole('switch').first()
    expect(await isOn.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(/^There is no index/).waitFor({ timeout: 110_000 })
    expect(await isOn.isChecked()).toBe(false)
    await isOn.check({ force: true })
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Up to date/).waitFor({ timeout: 110_000 })
  },
)
