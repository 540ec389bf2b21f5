import { inspect } from 'node:util'

/**
 * A value that must not leak by accident (`zip_password`, `sftp_password`, private keys): it is empty as text, absent in JSON,
 * and `[secret]` when printed. Only `reveal()` returns it, so that one search finds every use.
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
