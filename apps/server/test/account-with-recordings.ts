import type { Permission } from '@holdfast/contract'
import { addCall, type CallFacts } from '../../../tests/setup/add-call.ts'
import { TestServer } from '../../../tests/setup/server.ts'

export const client = 'northwind'

/** What is told of a refused call. */
export interface Refused {
  status: number
  code: string
  errors?: { path: string }[]
}

/** The account `northwind` with the groups London and Lisbon, a device and recordings in both, as their rows alone. */
export class AccountWithRecordings {
  readonly server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async open(): Promise<AccountWithRecordings> {
    const server = await TestServer.start()
    await server.openAccount(client, ['London', 'Lisbon'])
    for (const group of ['London', 'Lisbon']) await server.addDevice(client, { device_reference: `${group}-1`, group })
    return new AccountWithRecordings(server)
  }

  close(): Promise<void> {
    return this.server.stop()
  }

  signIn(user_reference: string, ...roles: string[]): Promise<string> {
    return this.server.signIn(client, { user_reference, roles })
  }

  /** Adds a role, limited to addresses when ranges are given. */
  async addRole(role: string, permissions: readonly Permission[], cidr_ranges: string[] | null = null): Promise<void> {
    await this.server.addRole(client, role, permissions)
    await this.server.api.platform.database.transaction(client, (tx) =>
      tx.db
        .updateTable('roles')
        .set({ cidr_ranges })
        .where('client', '=', client)
        .where('role_reference', '=', role)
        .execute(),
    )
  }

  /** Adds a call, processed when nothing else is said. Its reference ends in `number`. */
  addCall(number: number, group: string, facts: CallFacts = {}): Promise<string> {
    return addCall(this.server, client, { number, group, ...facts })
  }

  async refusal(path: string, token: string): Promise<Refused> {
    const response = await this.server.call('GET', path, { token })
    return { ...((await response.json()) as Refused), status: response.status }
  }
}
