import type { Payload, PayloadType } from '@holdfast/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { processedRecording } from './recordings.ts'
import type { Visitor } from './visitor.ts'

/** A screen that has loaded. */
export interface Screen {
  page: Page
  address: string
  /** Whether it is the same again after a reload. */
  isReloadable: boolean
}

const client = 'meridian'
const publicAddresses = ['/', '/cookies', '/privacy', '/sign-in', '/terms', '/no/such/page']
const listAddresses = [
  '/dashboard',
  '/dashboard/services/calls',
  '/dashboard/services/photos',
  '/dashboard/services/videos',
  '/dashboard/services/messages',
  '/dashboard/services/interviews',
  '/dashboard/devices',
  '/dashboard/devices/users',
  '/dashboard/access/groups',
]
const administratorAddresses = [
  '/dashboard/access/groups/create',
  '/dashboard/access/groups/Equities%20London',
  '/dashboard/access/people',
  '/dashboard/access/roles',
  '/dashboard/access/roles/create',
  '/dashboard/access/roles/Equities%20reviewer',
  '/dashboard/access/tags',
  '/dashboard/access/tags/create',
  '/dashboard/access/tags/region',
  '/dashboard/account/apps',
  '/dashboard/account/apps/create',
  '/dashboard/account/audit',
  '/dashboard/account/settings',
  '/dashboard/account/support-access',
]
const internalAddresses = [
  '/internal',
  '/internal/clients',
  '/internal/clients/create',
  '/internal/keys',
  '/internal/staff',
  '/internal/support',
  '/internal/support/request',
]
/** A video in 3GP may be of an old handset, in H.263, which browsers do not decode. */
const detailsOf: readonly [string, PayloadType, string?][] = [
  ['calls', 'Call'],
  ['photos', 'Photo'],
  ['videos', 'Video', 'video/mp4'],
  ['messages', 'SMS'],
  ['interviews', 'Interview'],
]

/** Opens every screen that can be reached, as the people who may, and hands over each once it has loaded. */
export const openScreens = async (visitor: Visitor, check: (screen: Screen) => Promise<void>): Promise<void> => {
  const { page } = visitor
  const open = async (address: string, isReloadable = true): Promise<void> => {
    await page.goto(address)
    await settled(page)
    expect(await page.getByText('Your roles do not open this').count(), address).toBe(0)
    await check({ page, address, isReloadable })
  }
  for (const address of publicAddresses) await open(address)
  await visitor.signIn(client, 'ruth.castellan')
  for (const address of listAddresses) await open(address)
  let last: Payload | undefined
  for (const [kind, payload_type, content_type] of detailsOf) {
    last = await processedRecording(visitor, { client, payload_type, ...(content_type && { content_type }) })
    await open(`/dashboard/services/${kind}/${last.payload_reference}`, false)
    // Of a conversation, the message that the address names.
    const recording = kind === 'messages' ? page.locator('li[aria-current=true]') : page.getByRole('main')
    await recording.getByRole('button', { name: /^(Play|Show|Read)$/ }).click()
    await page.locator('input[type=range]:enabled, figure img, video, li[aria-current=true] p').first().waitFor()
    await check({ page, address: `${kind}, opened`, isReloadable: false })
  }
  await open(`/dashboard/devices/${last?.device_reference}`)
  await open(`/dashboard/devices/users/${last?.device_user_reference}`)
  await openAs(visitor, client, 'olivia.hart', administratorAddresses, open)
  await openAs(visitor, 'admin', 'nadia.osei', internalAddresses, open)
}

const openAs = async (
  visitor: Visitor,
  account: string,
  person: string,
  addresses: readonly string[],
  open: (address: string) => Promise<void>,
): Promise<void> => {
  await visitor.signOut()
  await visitor.signIn(account, person)
  for (const address of addresses) await open(address)
}

/** Nothing is a skeleton any more, a heading stands, and no transition is under way. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.mantine-Skeleton-root').length === 0 &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}
