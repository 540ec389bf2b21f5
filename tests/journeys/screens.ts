import type { Payload, PayloadType } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { recordOnHandset } from './demo-handset.ts'
import { processedRecording } from './recordings.ts'
import { administratorAddresses, internalAddresses, listAddresses, publicAddresses } from './screen-addresses.ts'
import type { Visitor } from './visitor.ts'

/** A screen to open in a tab. */
export interface Screen {
  address: string
  /** Shows content that does not load with the screen. */
  open?: (page: Page) => Promise<void>
}

const client = 'meridian'
/** MP4, because a video in 3GP may come from an old handset, in H.263, which browsers can't decode. */
const detailsOf: readonly [string, PayloadType, string?][] = [
  ['calls', 'Call'],
  ['photos', 'Photo'],
  ['videos', 'Video', 'video/mp4'],
  ['messages', 'SMS'],
  ['interviews', 'Interview'],
]

const openContent = async (page: Page): Promise<void> => {
  // In a conversation, this is the message that the address names.
  const message = page.locator('li[data-outbound][aria-current=true]')
  const isMessage = (await message.count()) > 0
  if (!isMessage)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Play|Show)$/ })
      .click()
  await page
    .locator('input[type=range]:enabled, figure [role=img], video, li[data-outbound][aria-current=true] p')
    .first()
    .waitFor()
}

const openConversation = async (page: Page): Promise<void> => {
  await page.getByRole('region', { name: 'Messages of this conversation' }).getByRole('listitem').first().waitFor()
}

/** Calls `check` with every screen that can be reached, while somebody who may see it is signed in. */
export const everyScreen = async (visitor: Visitor, check: (screen: Screen) => Promise<void>): Promise<void> => {
  const checkAll = async (addresses: readonly string[]): Promise<void> => {
    for (const address of addresses) await check({ address })
  }
  await checkAll(publicAddresses)
  await visitor.signIn(client, 'ruth.castellan')
  await checkAll(listAddresses)
  // The demonstration has few recordings in this format.
  await recordOnHandset({ file: 'videos/01-tree-in-the-wind.mp4', payload_type: 'Video', content_type: 'video/mp4' })
  let last: Payload | undefined
  for (const [kind, payload_type, content_type] of detailsOf) {
    last = await processedRecording(visitor, { client, payload_type, ...(content_type && { content_type }) })
    await check({ address: `/dashboard/services/${kind}/${last.payload_reference}`, open: openContent })
  }
  const { device_reference, thread_id } = await processedRecording(visitor, { client, payload_type: 'SMS' })
  await check({
    address: `/dashboard/services/messages/conversations/${device_reference}/${encodeURIComponent(thread_id ?? '')}`,
    open: openConversation,
  })
  await checkAll([
    `/dashboard/devices/${last?.device_reference}`,
    `/dashboard/devices/users/${last?.device_user_reference}`,
  ])
  await visitor.signOut()
  await visitor.signIn(client, 'olivia.hart')
  await checkAll(administratorAddresses)
  await checkAll([
    `/dashboard/devices/${last?.device_reference}/gps`,
    `/dashboard/devices/users/${last?.device_user_reference}/gps`,
    await addressOfAlert(visitor),
  ])
  await visitor.signOut()
  await visitor.signIn('admin', 'nadia.osei')
  await checkAll(internalAddresses)
}

/** The alert that occurred last. */
const addressOfAlert = async (visitor: Visitor): Promise<string> => {
  const { items } = await visitor.read<{ items: { alert_reference: string }[] }>(
    `/api/admin/v1/${client}/alerts?limit=1`,
  )
  return `/dashboard/account/alerts/${items[0]?.alert_reference}`
}

/** Opens a screen and waits until it has loaded. */
export const load = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await settled(page)
  expect(await page.getByText('Your roles do not allow this').count(), address).toBe(0)
}

/** Waits until there is no skeleton (rows of a table may have one until they come into view), there is a heading, and no transition is running. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // A transition begins with the frame after its cause.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() => {
    const isOfRow = (shown: Element | null) => shown?.closest('table, [role="table"]') != null
    const skeletons = [...document.querySelectorAll('.mantine-Skeleton-root')]
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const moving = running.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
    return (
      skeletons.every(isOfRow) && moving.every((shown) => shown?.matches('.mantine-Skeleton-root') && isOfRow(shown))
    )
  })
}
