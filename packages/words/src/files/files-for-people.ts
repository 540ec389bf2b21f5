import type { ListForPeople } from '@holdfast/contract'
import { alertsFile } from './alerts-file.ts'
import { devicesFile, deviceUsersFile } from './devices-file.ts'
import type { FileColumn, FileTable } from './file-table.ts'
import { conversationsFile, recordingsFile, reviewItemsFile } from './recordings-file.ts'
import { trailFile } from './trail-file.ts'

/** The lists that people can have as files with the words of the screen. */
export const filesForPeople = {
  listActivities: trailFile,
  listDeviceActivities: trailFile,
  listVisit: trailFile,
  listAlerts: alertsFile,
  listAllAlerts: alertsFile,
  listConversations: conversationsFile,
  listDevices: devicesFile,
  listDeviceUserDevices: devicesFile,
  listDeviceUsers: deviceUsersFile,
  listDevicePayloads: recordingsFile,
  listDeviceUserPayloads: recordingsFile,
  listPayloads: recordingsFile,
  listOwnReviews: reviewItemsFile,
  listReviewItems: reviewItemsFile,
} as const satisfies Record<ListForPeople, FileTable<never>>

/** The columns of the screen that a file of the list can have, by their ids. */
export const fileColumnIds = (list: ListForPeople): readonly string[] => [
  ...new Set(filesForPeople[list].columns.flatMap(({ ids }) => ids)),
]

/** Whether messages are opened for a file with these columns of the screen. */
export const opensMessages = (list: ListForPeople, asked: readonly string[] | undefined): boolean =>
  asked !== undefined &&
  chosenColumns(filesForPeople[list] as FileTable<unknown>, asked).some((column) => column.opensMessages)

/**
 * The columns of a file: those of the screen in the order asked for, with what names the row; without `asked`, all for which no message is opened.
 * @param asked the ids of columns of the screen
 */
export const chosenColumns = <Item>(
  { columns }: FileTable<Item>,
  asked: readonly string[] | null,
): readonly FileColumn<Item>[] => {
  if (asked === null) return columns.filter(({ opensMessages }) => !opensMessages)
  const chosen = [...new Set(asked)].flatMap((id) => columns.filter(({ ids }) => ids.includes(id)))
  return [...new Set([...chosen, ...columns.filter(({ isAlways }) => isAlways)])]
}
