import { readFile } from 'node:fs/promises'
import type { ListForPeople } from '@holdfast/contract'
import { filesForPeople } from '@holdfast/words'
import { expect, it } from 'vitest'

/** The screens of lists that people can have as files, by the sources of their columns. */
const screens: readonly (readonly [list: ListForPeople, columns: string])[] = [
  ['listPayloads', 'payloads/list/payload-columns.tsx'],
  ['listConversations', 'payloads/list/conversation-columns.tsx'],
  ['listReviewItems', 'payloads/reviews/item-columns.tsx'],
  ['listDevices', 'devices/devices-page.tsx'],
  ['listDeviceUsers', 'device-users/device-users-page.tsx'],
  ['listActivities', 'activities/activity-columns.tsx'],
  ['listAlerts', 'alerts/alert-list.tsx'],
]

const declared = /\bid: '(\w+)',\s+title: '([\w.]+)'|(?:optional|momentField|authorField)\('(\w+)', '([\w.]+)'/g

/** A button is no column of a file. */
const notInFiles = ['download']
/** Columns that show several things at once, of which a file has a column each, and numbers that need a unit. */
const withOwnTitles = ['size', 'brief', 'duration']

it.each(screens)('a file of %s has the columns of its screen (%s) with their headings', async (list, path) => {
  const source = await readFile(`apps/portal/src/features/${path}`, 'utf8')
  const columns = [...source.matchAll(declared)].map(([, id, title, field, heading]) => [id ?? field, title ?? heading])
  const inFile = filesForPeople[list].columns.flatMap(({ ids, title }) => ids.map((id) => `${id}: ${title}`))
  const idsInFile: readonly string[] = filesForPeople[list].columns.flatMap(({ ids }) => ids)
  const missing = columns.filter(([id = '', title]) =>
    withOwnTitles.includes(id) ? !idsInFile.includes(id) : !inFile.includes(`${id}: ${title}`),
  )
  expect(columns.length).toBeGreaterThan(4)
  expect(missing.filter(([id = '']) => !notInFiles.includes(id))).toEqual([])
})
