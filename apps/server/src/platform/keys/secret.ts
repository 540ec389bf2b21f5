import { inspect } from 'node:util'

/**
 * A value that must not leave by accident (`zip_password`, `sftp_password`, private keys): as text it is empty, in JSON
 * it is absent, printed it is `[secret]`. Only `reveal()` gives it, so one search finds every place that does.
 */
export class Secret<T extends string | Uint8Array = string> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toString(): string {
    return ''
  }

  toJSON(): undefined {
    return undefined
  }

  [Symbol.toPrimitive](): string {
    return ''
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
