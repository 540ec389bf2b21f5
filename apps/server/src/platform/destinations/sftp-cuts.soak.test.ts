import { afterAll, beforeAll, it } from 'vitest'
import { type Sshd, startSshd } from '../../../../../tests/setup/sshd.ts'
import { cutConnections } from '../../../test/cut-connections.ts'

let sshd: Sshd
beforeAll(async () => {
  sshd = await startSshd()
})
afterAll(() => sshd?.stop())

it('a connection that is cut after any 64 KiB leaves no part of a file under its name', () =>
  cutConnections(sshd, { fileBytes: 5 * 1024 ** 2, everyBytes: 65_536 }))
