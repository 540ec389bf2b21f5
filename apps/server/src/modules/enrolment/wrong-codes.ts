import { ProductError } from '@holdfast/contract'
import { Budget } from '../../core/calls/index.ts'
import type { Platform } from '../../core/platform.ts'
import { networkOf } from '../../platform/network/index.ts'

/** Wrong codes of one address: so many at once, as where many handsets are set up by hand, and then one every 6 seconds. */
const wrongAtOnce = 100
const wrongPerMinute = 10

/** Limits how many wrong codes one address may send to this process. 50 bits would not be guessed without it either. */
class WrongCodes {
  readonly #budget = new Budget(wrongPerMinute, wrongAtOnce)

  /** @throws ProductError `request.rate_limited` */
  assertFew(address: string, now = Date.now()): void {
    const retry_after_s = this.#budget.waitSeconds(networkOf(address), now)
    if (retry_after_s > 0) throw new ProductError('request.rate_limited', { retry_after_s })
  }

  /** Counts a wrong code, and refuses it. */
  refusal(address: string, now = Date.now()): ProductError {
    this.#budget.spend(networkOf(address), 1, now)
    return new ProductError('one_time_code.refused')
  }
}

const ofPlatforms = new WeakMap<Platform, WrongCodes>()

export const wrongCodesOf = (platform: Platform): WrongCodes => {
  const known = ofPlatforms.get(platform) ?? new WrongCodes()
  ofPlatforms.set(platform, known)
  return known
}
