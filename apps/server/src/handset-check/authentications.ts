import { hash } from 'node:crypto'
import {
  type DeviceInstallState,
  ProductError,
  serviceNames,
  type VerifyRequest,
  type VerifyResponse,
} from '@holdfast/contract'
import { openEnrolmentUlid } from '@holdfast/custody'
import { decodeTime } from 'ulid'
import type { Findings } from './findings.ts'

/** The account that a handset enrols in. */
export interface TestAccount {
  client: string
  enrolment_secret: string
  device_user_reference: string
}

const toleranceMs = 5 * 60_000
const expiresInS = 3600

/** `POST /verify`, and the tokens that it gives. */
export class Authentications {
  readonly #findings: Findings
  readonly #account: TestAccount
  readonly #codes = new Set<string>()
  readonly #usedUlids = new Set<string>()
  #installation: string | undefined
  readonly #tokens = new Set<string>()
  /** The time that the handset was told with `verify.stale`, until its next code. */
  #toldTime: number | undefined
  /** How far the clock of a handset may be ahead that set it by the time that it was told, in milliseconds. */
  toldAheadMs = 0
  /** The next authentications are answered with this state. */
  nextState: DeviceInstallState | undefined
  count = 0

  constructor(findings: Findings, account: TestAccount) {
    this.#findings = findings
    this.#account = account
  }

  isValid(authorization: string | undefined): boolean {
    return authorization?.startsWith('Bearer ') === true && this.#tokens.has(authorization.slice('Bearer '.length))
  }

  /** Ends the tokens that were given. */
  expire(): void {
    this.#tokens.clear()
  }

  /** The handset's code came with a request, whatever becomes of it. */
  noteCode({ ulid_encrypted }: VerifyRequest): void {
    this.#findings.judge(
      'verify.new-code',
      !this.#codes.has(ulid_encrypted),
      'a new ULID, sealed anew, for each try',
      () => 'the same ulid_encrypted came before',
    )
    this.#codes.add(ulid_encrypted)
  }

  /** The handset was told that its time is wrong. */
  toldStale(serverTime: number): void {
    this.#toldTime = serverTime
    this.toldAheadMs = serverTime - Date.now()
  }

  /** @throws ProductError `verify.refused`, `verify.stale`, `verify.replayed`, `device.unknown_user` */
  async verify(request: VerifyRequest, at: number, origin: string): Promise<VerifyResponse> {
    const { client = this.#account.client, device_info, device_user_reference, installation_id } = request
    const { enrolment_secret } = this.#account
    const context = { enrolment_secret, client: this.#account.client, device_reference: device_info.serial_number }
    const ulid = await openEnrolmentUlid({ ...context, ulid_encrypted: request.ulid_encrypted }).catch(() => undefined)
    this.#findings.judge(
      'verify.code',
      ulid !== undefined && client === this.#account.client,
      `a code for the client ${this.#account.client} and this serial number, sealed with the enrolment secret`,
      () =>
        `a code for ${client} and ${device_info.serial_number} that does not open: compare with enrolment-ulid.json`,
    )
    if (ulid === undefined || client !== this.#account.client) throw new ProductError('verify.refused')
    this.#judgeTime(decodeTime(ulid), at)
    if (this.#usedUlids.has(ulid)) throw new ProductError('verify.replayed')
    this.#usedUlids.add(ulid)
    const isKnown = device_user_reference === this.#account.device_user_reference
    if (this.count === 0 && !isKnown) throw new ProductError('device.unknown_user')
    const install_state = this.#install(installation_id ?? undefined)
    this.count += 1
    const access_token = hash('sha256', `${ulid} ${enrolment_secret}`)
    this.#tokens.add(access_token)
    return {
      access_token,
      expires_in: expiresInS,
      client_portal_url: origin,
      enabled_services: [...serviceNames],
      account_reference: client,
      install_state,
    }
  }

  #judgeTime(time: number, at: number): void {
    const isNow = Math.abs(time - at) <= toleranceMs
    const told = this.#toldTime
    const isAsTold = told !== undefined && Math.abs(time - told) <= toleranceMs
    if (told !== undefined) {
      this.#findings.judge(
        'verify.server-time',
        isAsTold,
        `a ULID of about ${new Date(told).toISOString()}, the Date of the answer`,
        () => `its time is ${new Date(time).toISOString()}`,
      )
    }
    this.#toldTime = undefined
    const isByToldClock = Math.abs(time - at - this.toldAheadMs) <= toleranceMs
    if (!isNow && !isAsTold && !isByToldClock) throw new ProductError('verify.stale')
  }

  #install(installation: string | undefined): DeviceInstallState {
    const known = this.#installation
    this.#installation = installation ?? known
    if (this.nextState !== undefined) return this.nextState
    if (installation === undefined) return 'NoInstallationId'
    if (known === undefined) return 'NewInstall'
    this.#findings.judge(
      'verify.installation',
      known === installation,
      'the installation_id of the first authentication',
      () => `${installation} instead of ${known}`,
    )
    if (known === installation) return 'NoChange'
    this.expire()
    return 'FactoryReset'
  }
}
