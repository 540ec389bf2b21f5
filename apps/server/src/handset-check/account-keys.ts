import { type ClientKeyPair, generateClientKeyPair } from '@holdfast/custody'

/** The keys of the test account. Recordings may be sealed to a former one, if they were made before the handset knew the present one. */
export class AccountKeys {
  readonly #pairs = new Map<string, ClientKeyPair>()
  #current: ClientKeyPair
  /** When the handset was told of the present key, in milliseconds since 1970; `undefined` until then. */
  toldAt: number | undefined

  private constructor(pair: ClientKeyPair) {
    this.#current = pair
    this.#pairs.set(pair.key_id, pair)
  }

  static async create(): Promise<AccountKeys> {
    return new AccountKeys(await generateClientKeyPair())
  }

  get current(): ClientKeyPair {
    return this.#current
  }

  /** Whether the key has changed, so that a handset can go on with a former one. */
  get isReplaced(): boolean {
    return this.#pairs.size > 1
  }

  find(key_id: string): ClientKeyPair | undefined {
    return this.#pairs.get(key_id)
  }

  async replace(): Promise<void> {
    this.#current = await generateClientKeyPair()
    this.#pairs.set(this.#current.key_id, this.#current)
    this.toldAt = undefined
  }
}
