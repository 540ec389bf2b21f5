import type { Handlers } from '../../core/calls/index.ts'
import { createOneTimeCode, showEnrolmentDetails } from './enrol-person.ts'
import {
  endFormerEnrolmentSecret,
  getEnrolmentSecretState,
  rotateEnrolmentSecret,
  showEnrolmentSecret,
} from './enrolment-secret.ts'
import { exchangeOneTimeCode } from './exchange-one-time-code.ts'

export { secretWatch } from './secret-watch.ts'

export const enrolmentHandlers = {
  getEnrolmentSecretState,
  showEnrolmentSecret,
  rotateEnrolmentSecret,
  endFormerEnrolmentSecret,
  showEnrolmentDetails,
  createOneTimeCode,
  exchangeOneTimeCode,
} satisfies Partial<Handlers>
