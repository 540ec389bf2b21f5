import type { Permission } from '@holdfast/contract'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import type { TenantTransaction } from '../../apps/server/src/platform/database/index.ts'
import { addRows, type NewRow } from './rows.ts'
import { type ServerOptions, TestServer } from './server.ts'
import { stoppedOnFailure } from './stopped-on-failure.ts'

interface Parts<Person extends string> {
  server: TestServer
  client: string
  enrolment_secret: string
  tokens: Readonly<Record<Person, string>>
}

/** A customer's account on a real server, created by `anAccount`. */
export class TestAccount<Person extends string = string> implements Parts<Person> {
  readonly server: TestServer
  readonly client: string
  readonly enrolment_secret: string
  /** Id tokens of the people who are signed in. */
  readonly tokens: Readonly<Record<Person, string>>

  constructor({ server, client, enrolment_secret, tokens }: Parts<Person>) {
    this.server = server
    this.client = client
    this.enrolment_secret = enrolment_secret
    this.tokens = tokens
  }

  /** Adds a person with these roles and signs them in. Returns their id token. */
  signIn(user_reference: string, ...roles: string[]): Promise<string> {
    return this.server.signIn(this.client, { user_reference, roles })
  }

  /** Adds a role, limited to addresses if ranges are given. */
  addRole(role: string, permissions: readonly Permission[], cidr_ranges: string[] | null = null): Promise<void> {
    return this.server.addRole(this.client, role, permissions, cidr_ranges)
  }

  /** Adds a call of the group's device `<group>-1` as a row, without content. Its reference, which is returned, ends in `number`. */
  async addCall(number: number, group: string, fields: Partial<NewRow<'payloads'>> = {}): Promise<string> {
    const payload_reference = `01ARZ3NDEKTSV4RRFFQ69G5F${String(number).padStart(2, '0')}`
    const row = { payload_reference, group, device_reference: `${group}-1`, sequence: number, ...fields }
    await this.write((tx) => addRows(tx, 'payloads', [row]))
    return payload_reference
  }

  read<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return this.server.api.platform.database.read(this.client, work)
  }

  write<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    return this.server.api.platform.database.transaction(this.client, work)
  }

  close(): Promise<void> {
    return this.server.stop()
  }
}

/** Describes an account step by step; `open` starts a server and creates the account there. */
class AccountBuilder<Person extends string> {
  readonly #client: string
  readonly #steps: readonly Step[]

  constructor(client: string, steps: readonly Step[]) {
    this.#client = client
    this.#steps = steps
  }

  withGroups(...references: string[]): AccountBuilder<Person> {
    return this.#with(({ account }) =>
      account.write(async (tx) => {
        await addRows(
          tx,
          'groups',
          references.map((group_reference) => ({ group_reference })),
        )
        await bumpAccessVersion(tx)
      }),
    )
  }

  withRole(role: string, permissions: readonly Permission[], cidr_ranges?: string[]): AccountBuilder<Person> {
    return this.#with(({ account }) => account.addRole(role, permissions, cidr_ranges))
  }

  /** Adds a person with these roles and signs them in: their id token is in `tokens`. */
  withPerson<Name extends string>(name: Name, ...roles: string[]): AccountBuilder<Person | Name> {
    return this.#with(async ({ account, tokens }) => {
      tokens[name] = await account.signIn(name, ...roles)
    })
  }

  /** Adds a device that authenticated a moment ago. */
  withDevice(device_reference: string, group: string): AccountBuilder<Person> {
    return this.#with(async ({ account }) => {
      await account.server.addDevice(account.client, { device_reference, group })
    })
  }

  open(options: ServerOptions = {}): Promise<TestAccount<Person>> {
    return stoppedOnFailure(async (started) => this.#openOn(started.use(await TestServer.start(options))))
  }

  async #openOn(server: TestServer): Promise<TestAccount<Person>> {
    const { enrolment_secret } = await server.openAccount(this.#client)
    const tokens: Record<string, string> = {}
    const account = new TestAccount({ server, client: this.#client, enrolment_secret, tokens })
    for (const step of this.#steps) await step({ account, tokens })
    return account
  }

  #with<Next extends string = Person>(step: Step): AccountBuilder<Next> {
    return new AccountBuilder(this.#client, [...this.#steps, step])
  }
}

type Step = (context: { account: TestAccount; tokens: Record<string, string> }) => Promise<void>

/**
 * An account for a test: `anAccount().withGroups('London').withPerson('olga', 'Compliance Officer').open()`. It has the
 * system roles, a key pair and an enrolment secret.
 */
export const anAccount = (client = 'northwind'): AccountBuilder<never> => new AccountBuilder(client, [])
