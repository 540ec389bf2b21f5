/** A handset in a process of its own that records without end, and reports each stored recording to its parent. */

import { openFolderStorage } from '../src/folder-storage.ts'
import { putJson } from '../src/handset-storage.ts'
import { openHandset } from '../src/index.ts'
import { FakeAccount } from './fake-account.ts'
import { photo, soundOf } from './handsets.ts'

const storage = await openFolderStorage(process.argv[2] ?? '')
if (!(await storage.get('configuration'))) {
  await putJson(storage, 'configuration', (await FakeAccount.open()).configuration())
}
const handset = await openHandset({
  origin: 'http://127.0.0.1:9',
  client: 'northwind',
  enrolment_secret: '',
  device_info: { model: 'SM-G998B', os_version: '15', app_version: '4.2.0', serial_number: 'R58N12ABCDE' },
  phone_numbers: [],
  imeis: [],
  storage,
})

const recordOn = async (): Promise<void> => {
  for (;;) process.send?.(await handset.record(photo(soundOf(90_000))))
}
await Promise.all([recordOn(), recordOn(), recordOn(), recordOn()])
