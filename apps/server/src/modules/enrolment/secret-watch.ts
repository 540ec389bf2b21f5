import { readEnrolmentSecrets } from '../../core/accounts/index.ts'
import type { Watch } from '../alerts/index.ts'

const soonMs = 7 * 24 * 60 * 60 * 1000

/** A former enrolment secret that ends within a week. */
export const secretWatch: Watch = {
  condition: 'secret_expiring',
  async causes(tx, { keys }) {
    const former = (await readEnrolmentSecrets(tx, keys))?.former
    if (!former?.valid_until || Date.parse(former.valid_until) - tx.now.getTime() > soonMs) return []
    const date = former.valid_until.slice(0, 10)
    return [{ condition: 'secret_expiring', of: former.fingerprint, values: { date } }]
  },
}
