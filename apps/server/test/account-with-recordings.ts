import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'

export const client = 'northwind'

/** What the answer to a refused call says. */
export interface Refused {
  status: number
  code: string
  errors?: { path: string }[]
}

/** The account `northwind` with the groups London and Lisbon and a device in each, `London-1` and `Lisbon-1`. */
export class AccountWithRecordings extends TestAccount {
  static async open(): Promise<AccountWithRecordings> {
    const account = anAccount(client).withGroups('London', 'Lisbon')
    return new AccountWithRecordings(
      await account.withDevice('London-1', 'London').withDevice('Lisbon-1', 'Lisbon').open(),
    )
  }

  async refusal(path: string, token: string): Promise<Refused> {
    const response = await this.server.call('GET', path, { token })
    return { ...((await response.json()) as Refused), status: response.status }
  }
}
