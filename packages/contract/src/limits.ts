/**
 * Business constants and limits, with their units in their names.
 * Source: rules-and-calls sections 5 and 9; what the specification leaves open is decided in docs/decisions/0002-contract.md.
 */
export const limits = {
  maxLicences: 100_000,
  maxReferencesInBatch: 100,
  maxTagsPerGroup: 50,
  maxTagValueCharacters: 255,
  maxSecondParties: 1000,
  maxPauseTimes: 1000,
  lateAfterDays: 7,
  minCountryCode: 1,
  maxCountryCode: 99,
  minPersonalNumberDigits: 6,
  maxPersonalNumberDigits: 30,
  maxEmailCharacters: 255,
  maxDeviceUserReferenceCharacters: 60,
  maxNameCharacters: 35,
  localeCookieDays: 365,
  buildPollHours: 1,
  chunkReloadGuardSeconds: 10,
  iconFetchTimeoutMs: 1500,
  iconServiceTimeoutMs: 2000,
  iconServiceRotateMs: 750,
  tokenExpiryMarginSeconds: 5,
  sessionCoolDownMs: 1000,
  quotedJsonCharacters: 200,
  maxPageRows: 100,
  defaultPageRows: 50,
  commandTimeoutDays: 7,
  legalHoldCoolingOffDays: 7,
  /** A request that nobody answers. */
  supportRequestHours: 12,
  maxSupportAccessHours: 24,
  /** A small payload may carry its sealed bytes in its registration, up to this many. */
  maxInlineContentBytes: 64 * 1024,
  /** A batch of registrations: 100 inline contents in base64 with their metadata. */
  maxRegistrationBodyBytes: 12 * 1024 * 1024,
  /** One part of a resumable upload. */
  maxUploadPartBytes: 64 * 1024 * 1024,
  /** The sealed bytes of one payload. */
  maxPayloadBytes: 4 * 1024 * 1024 * 1024,
  /** No recording lasts longer. */
  maxRecordingDays: 30,
  maxLogsInRequest: 1000,
  maxLogMessageCharacters: 32_768,
} as const

/** The locale cookie (section 9): 365 days, path /, SameSite lax. */
export const localeCookie = { maxAgeDays: limits.localeCookieDays, path: '/', sameSite: 'lax' } as const

/** Statuses worth another try, and how often (rules-and-calls section 7). */
export const retryableStatuses = [408, 409, 425, 429, 500, 502, 503, 504] as const
export const defaultRetries = { GET: 1, write: 0 } as const
