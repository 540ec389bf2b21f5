import { ProductError } from '@holdfast/contract'
import { Budget } from '../../core/calls/index.ts'
import type { Platform } from '../../core/platform.ts'
import { networkOf } from '../../platform/network/index.ts'

/** Wrong codes of one address: so many at once, as where several handsets are set up by hand, and then one every 30 seconds. */
const wrongAtOnce = 30
const wrongPerMinute = 2

/** Limits how many wrong codes one address may send to this process. 50 bits would not be guessed without it either. */
class WrongCodes {
  readonly #budget = new Budget(wrongPerMinute, wrongAtOnce)

  /**
   * Tries a code, unless the address has sent too many wrong ones. A code counts as wrong until something else turns out, so that
   * many requests at once do not try more.
   * @throws ProductError `request.rate_limited`, and what the attempt throws
   */
  async attempt<T>(address: string, exchange: () => Promise<T>): Promise<T> {
    const network = networkOf(address)
    const now = performance.now()
    const retry_after_s = this.#budget.waitSeconds(network, now)
    if (retry_after_s > 0) throw new ProductError('request.rate_limited', { retry_after_s })
    this.#budget.spend(network, 1, now)
    let isWrong = false
    try {
      return await exchange()
    } catch (error) {
      isWrong = error instanceof ProductError && error.code === 'one_time_code.refused'
      throw error
    } finally {
      if (!isWrong) this.#budget.giveBack(network, 1, performance.now())
    }
  }
}

const ofPlatforms = new WeakMap<Platform, WrongCodes>()

export const wrongCodesOf = (platform: Platform): WrongCodes => {
  const known = ofPlatforms.get(platform) ?? new WrongCodes()
  ofPlatforms.set(platform, known)
  return known
}
