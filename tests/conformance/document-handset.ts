/**
 * A handset written only from docs/device-calls.md and docs/recording-envelope.md, with node:crypto and fetch and no
 * code of the project. If it needs something that is not there, the documents have a fault.
 */
import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'

export interface Installed {
  origin: string
  client: string
  enrolment_secret: string
  device_reference: string
  device_user_reference: string
  installation_id: string
}

/** 'To try it in the demonstration': enrols as the first person of an account in `demo/enrolment.json`. */
export const enrolInDemo = (
  enrolment: string,
  client: string,
  own: Pick<Installed, 'device_reference' | 'installation_id'>,
): Installed => {
  interface Enrolment {
    origin: string
    accounts: { client: string; enrolment_secret: string; device_user_references: string[] }[]
  }
  const { origin, accounts } = JSON.parse(enrolment) as Enrolment
  const account = accounts.find((each) => each.client === client)
  const [device_user_reference] = account?.device_user_references ?? []
  if (!account || !device_user_reference) throw new Error(`demo/enrolment.json has nobody of ${client}`)
  return { origin, client, enrolment_secret: account.enrolment_secret, device_user_reference, ...own }
}

/** 'POST /enrolment': what was typed on a handset that has nothing yet. */
export const enrolWithCode = async (
  { origin, ...typed }: { origin: string; client: string; code: string },
  own: Pick<Installed, 'device_reference' | 'installation_id'>,
): Promise<Installed> => {
  const response = await fetch(`${origin}/api/device/v1/enrolment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed),
  })
  const answer = (await response.json()) as Omit<Installed, keyof typeof own> & { code?: string }
  if (!response.ok) throw new Error(`POST /enrolment: ${response.status} ${answer.code}`)
  const { client, enrolment_secret, device_user_reference } = answer
  return { origin: answer.origin, client, enrolment_secret, device_user_reference, ...own }
}

export interface SealedRecording {
  registration: Record<string, unknown> & { payload_reference: string; size: number }
  object: Buffer
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)])
const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const hkdf = (key: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32))

const aesGcm = (key: Uint8Array, nonce: Uint8Array, associated: Uint8Array, plain: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const makeUlid = (time: number): string => {
  let bits = (BigInt(time) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`)
  let made = ''
  for (let index = 0; index < 26; index++) {
    made = crockford[Number(bits & 31n)] + made
    bits >>= 5n
  }
  return made
}

/** 'The enrolment ULID'. */
const sealUlid = ({ enrolment_secret, client, device_reference }: Installed, ulid: string): string => {
  const key = hkdf(Buffer.from(enrolment_secret, 'base64url'), Buffer.alloc(0), 'holdfast enrolment v1')
  const nonce = randomBytes(12)
  const associated = Buffer.concat([text(client), text(device_reference)])
  return Buffer.concat([Buffer.from([1]), nonce, aesGcm(key, nonce, associated, Buffer.from(ulid))]).toString(
    'base64url',
  )
}

/** 'The wrapped data key', P-256. */
const wrapDek = (dek: Uint8Array, pem: string): { key_id: string; encrypted_dek: string } => {
  const publicKey = createPublicKey(pem)
  const keyId = sha256(publicKey.export({ type: 'spki', format: 'der' }))
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const z = diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
  const kek = sha256(u32(1), z, text('ECDH-ES+A256KW'), u32(0), u32(32), keyId, u32(256))
  const wrap = createCipheriv('id-aes256-wrap', kek, Buffer.alloc(8, 0xa6))
  const point = ephemeral.publicKey.export({ type: 'spki', format: 'der' }).subarray(-65)
  const encrypted = Buffer.concat([Buffer.from([1, 1]), point, wrap.update(dek), wrap.final()])
  return { key_id: keyId.toString('base64url'), encrypted_dek: encrypted.toString('base64url') }
}

const segmentBytes = 65_536

/** 'Header' and 'Segments'. */
const sealContent = (content: Uint8Array, dek: Uint8Array, iv: Uint8Array, associated: Uint8Array): Buffer => {
  const prefix = Buffer.concat([Buffer.from('HFRE'), Buffer.from([1]), iv])
  const key = hkdf(dek, prefix, 'holdfast recording envelope v1 encryption')
  const parts = [prefix, hkdf(dek, prefix, 'holdfast recording envelope v1 commitment')]
  const segments = Math.max(1, Math.ceil(content.length / segmentBytes))
  for (let index = 0; index < segments; index++) {
    const nonce = Buffer.concat([iv, u32(index), Buffer.from([index === segments - 1 ? 1 : 0])])
    parts.push(aesGcm(key, nonce, associated, content.subarray(index * segmentBytes, (index + 1) * segmentBytes)))
  }
  return Buffer.concat(parts)
}

export class DocumentHandset {
  readonly installed: Installed
  #token = ''
  #publicKey = ''
  #keyId = ''
  #sequence = 0

  constructor(installed: Installed) {
    this.installed = installed
  }

  /** 'POST /verify', then 'GET /configuration'. */
  async begin(phone_number = '+447700900001'): Promise<{ install_state: string }> {
    const { origin, client, device_reference, device_user_reference, installation_id } = this.installed
    const response = await fetch(`${origin}/api/admin/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client,
        device_info: { model: 'Pixel 9', os_version: '16', app_version: '1.0', serial_number: device_reference },
        device_user_reference,
        ulid_encrypted: sealUlid(this.installed, makeUlid(Date.now())),
        phone_numbers: [{ phone_number, slot_index: 0 }],
        imeis: [],
        installation_id,
      }),
    })
    const verified = await answerOf<{ access_token: string; install_state: string }>(response)
    this.#token = verified.access_token
    this.#sequence = (await this.#configure()).next_sequence
    return verified
  }

  /** 'GET /configuration'. */
  async #configure() {
    interface Configuration {
      public_key: { key_id: string; public_key: string }
      next_sequence: number
    }
    const configuration = await this.#json<Configuration>('GET', '/configuration')
    this.#keyId = configuration.public_key.key_id
    this.#publicKey = configuration.public_key.public_key
    return configuration
  }

  /** 'Sealing, step by step': seals content and returns its registration. */
  record(content: Uint8Array, payload_type: string, meta: Record<string, unknown>): SealedRecording {
    const payload_reference = makeUlid(Date.now())
    const [dek, iv] = [randomBytes(32), randomBytes(7)]
    const associated = [payload_reference, payload_type, this.installed.device_reference].map(text)
    const object = sealContent(content, dek, iv, Buffer.concat(associated))
    const registration = {
      payload_reference,
      sequence: this.#sequence++,
      payload_type,
      payload_time: new Date().toISOString(),
      payload_state: 'Recorded',
      ...wrapDek(dek, this.#publicKey),
      iv: iv.toString('base64url'),
      checksum: sha256(object).toString('hex'),
      size: object.length,
      numbers: ['+447700900123'],
      meta,
    }
    return { registration, object }
  }

  /** An aborted or blocked call, which consists of metadata only. */
  report(payload_type: string, meta: Record<string, unknown>) {
    return {
      payload_reference: makeUlid(Date.now()),
      sequence: this.#sequence++,
      payload_type,
      payload_time: new Date().toISOString(),
      payload_state: 'NotRecorded',
      numbers: [],
      meta,
    }
  }

  /** Registers a recording and uploads it whole. */
  async deliver(recording: SealedRecording): Promise<void> {
    const outcome = await this.register(recording.registration)
    if (outcome?.result !== 'registered') throw new Error(JSON.stringify(outcome))
    await this.uploadPart(recording, 0, recording.object.length)
  }

  /** 'POST /payloads' of one recording. */
  async register(registration: SealedRecording['registration'], content?: Buffer) {
    const item = { ...registration, ...(content ? { content: content.toString('base64') } : {}) }
    const [outcome] = await this.registerAll(item)
    return outcome
  }

  /**
   * 'POST /payloads': returns an outcome for each item in order, and fetches the configuration when the answer names
   * another key.
   */
  async registerAll(...sent: object[]) {
    interface Answer {
      items: { result: string; upload_offset?: number; code?: string }[]
      current_key_id: string
    }
    const { items, current_key_id } = await this.#json<Answer>('POST', '/payloads', { items: sent })
    if (current_key_id !== this.#keyId) await this.#configure()
    return items
  }

  /** 'Commands': those that it has not finished. */
  async commands() {
    interface Command {
      command_reference: string
      command: string
      params: { message?: string }
    }
    return (await this.#json<{ items: Command[] }>('GET', '/commands')).items
  }

  /** 'Commands': what came of one. */
  reportCommand(command_reference: string, report: { state: string; message?: string }): Promise<unknown> {
    return this.#json('PUT', `/commands/${command_reference}`, report)
  }

  /** One part of 'Uploading'. Returns the new Upload-Offset. */
  async uploadPart(recording: SealedRecording, offset: number, partBytes: number): Promise<number> {
    const { code, reached } = await this.tryPart(recording, offset, partBytes)
    if (code !== null) throw new Error(`upload: ${code}`)
    return reached
  }

  /** Sends one part. Returns the code of its refusal or null, and where the upload continues. */
  async tryPart({ registration, object }: SealedRecording, offset: number, partBytes: number) {
    const part = object.subarray(offset, offset + partBytes)
    const response = await this.#call('PATCH', `/payloads/${registration.payload_reference}/content`, {
      headers: {
        'content-type': 'application/octet-stream',
        'content-digest': `sha-256=:${sha256(part).toString('base64')}:`,
        'upload-offset': String(offset),
      },
      body: new Uint8Array(part),
    })
    const text = await response.text()
    const code = response.ok ? null : (JSON.parse(text) as { code: string }).code
    return { code, reached: Number(response.headers.get('upload-offset') ?? Number.NaN) }
  }

  async uploadOffset(payload_reference: string): Promise<number> {
    const response = await this.#call('HEAD', `/payloads/${payload_reference}/content`)
    return Number(response.headers.get('upload-offset'))
  }

  async status(payload_reference: string): Promise<string | undefined> {
    return (await this.answered(payload_reference))?.status
  }

  /** The answer of `POST /payloads/statuses` for one recording. */
  async answered(payload_reference: string): Promise<{ status: string; reason?: string } | undefined> {
    const body = { payload_references: [payload_reference] }
    const { items } = await this.#json<{ items: { status: string; reason?: string }[] }>(
      'POST',
      '/payloads/statuses',
      body,
    )
    return items[0]
  }

  /** 'POST /logs' of one line about a recording. */
  /** 'POST /positions'. */
  async locate(
    measured: readonly { at: number; latitude: number; longitude: number }[],
  ): Promise<{ received: number }> {
    const positions = measured.map(({ at, latitude, longitude }) => ({
      gps_reference: makeUlid(at),
      accuracy: 12,
      altitude: 35,
      latitude,
      longitude,
      timestamp: new Date(at).toISOString(),
      timezone: 'Europe/London',
      provider: 'gps',
    }))
    return this.#json('POST', '/positions', { positions })
  }

  async log(payload_reference: string, log_message: string): Promise<{ received: number }> {
    const line = {
      log_id: randomUUID(),
      log_class: 'Uploader',
      log_level: 'ERROR',
      log_datetime: new Date().toISOString(),
      local_timezone: 'Europe/London',
      payload_reference,
      log_message,
    }
    return this.#json('POST', '/logs', { logs: [line] })
  }

  async #json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return answerOf<T>(await this.#call(method, path, sent))
  }

  #call(
    method: string,
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ) {
    return fetch(`${this.installed.origin}/api/device/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }
}

const answerOf = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
