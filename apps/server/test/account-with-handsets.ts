import type { ServiceName, VerifyRequest, VerifyResponse } from '@holdfast/contract'
import { sealEnrolmentUlid } from '@holdfast/custody'
import { ulid } from 'ulid'
import type { CallOptions, ServerOptions } from '../../../tests/setup/server.ts'
import { anAccount, TestAccount } from '../../../tests/setup/test-account.ts'
import { addDeviceUser, type NewDeviceUser } from '../src/modules/device-users/index.ts'

export interface Enrolment {
  client?: string
  secret?: string
  /** The ULID to seal; a fresh one when absent. */
  ulid?: string
  body?: Record<string, unknown>
}

/** An account with two groups, whose handsets authenticate at a real server as real ones do. */
export class AccountWithHandsets extends TestAccount {
  /** @param services of both people, besides those that each has anyway */
  static async open(options: ServerOptions = {}, services: readonly ServiceName[] = []): Promise<AccountWithHandsets> {
    const account = new AccountWithHandsets(await anAccount().withGroups('London', 'Lisbon').open(options))
    await account.onboard('ana.reis', { services: ['calls', 'sms', ...services] })
    await account.onboard('joe.low', { group: 'Lisbon', services: ['photos', ...services] })
    return account
  }

  onboard(device_user_reference: string, user: Partial<NewDeviceUser> = {}): Promise<void> {
    return this.write((tx) =>
      addDeviceUser(
        tx,
        {
          device_user_reference,
          group: 'London',
          services: ['calls'],
          email: `${device_user_reference}@example.com`,
          first_name: 'Ana',
          surname: 'Reis',
          ...user,
        },
        'test',
      ),
    )
  }

  /** Sends `POST /verify` for a handset, and returns the response, whatever it is. */
  async verify(device_reference: string, enrolment: Enrolment = {}): Promise<Response> {
    const { client = this.client, secret = this.enrolment_secret, body = {} } = enrolment
    const request: VerifyRequest = {
      client,
      device_info: { model: 'Galaxy S24', os_version: '15', app_version: '4.2.0', serial_number: device_reference },
      device_user_reference: 'ana.reis',
      ulid_encrypted: await sealEnrolmentUlid({
        enrolment_secret: secret,
        client,
        device_reference,
        ulid: enrolment.ulid ?? ulid(),
      }),
      phone_numbers: [],
      imeis: [],
      installation_id: 'installation-1',
    }
    return this.server.call('POST', '/api/admin/v1/verify', { body: { ...request, ...body } })
  }

  /** Authenticates a handset. Throws when that fails. */
  async verified(device_reference: string, enrolment: Enrolment = {}): Promise<VerifyResponse> {
    const response = await this.verify(device_reference, enrolment)
    if (!response.ok) throw new Error(`verify: ${response.status} ${await response.text()}`)
    return (await response.json()) as VerifyResponse
  }

  /** Makes a call with the token of a handset. */
  call(token: string, method: string, path: string, options: CallOptions = {}): Promise<Response> {
    return this.server.call(method, `/api/device/v1${path}`, { token, ...options })
  }

  device(device_reference: string) {
    return this.read((tx) =>
      tx.db
        .selectFrom('devices')
        .selectAll()
        .where('client', '=', tx.client)
        .where('device_reference', '=', device_reference)
        .executeTakeFirst(),
    )
  }
}

/** The status of a response, and the product code of an error. */
export const outcomeOf = async (response: Response): Promise<[status: number, code: string | null]> => {
  const text = await response.text()
  return [response.status, response.ok ? null : (JSON.parse(text) as { code: string }).code]
}
