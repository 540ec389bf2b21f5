/** Constants and limits with their units in their names. */

/** The specification's, to the letter (rules-and-calls sections 5 and 9). */
const specifiedLimits = {
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
} as const

/**
 * Ours. They protect the service and never judge a recording. docs/decisions/0009-limits.md gives the reason of each; a test
 * compares the page with this table.
 */
export const ownLimits = {
  maxPageRows: 100,
  mostCounted: 10_000,
  defaultPageRows: 50,
  commandTimeoutDays: 7,
  legalHoldCoolingOffDays: 7,
  /** A request that nobody answers. */
  supportRequestHours: 12,
  maxSupportAccessHours: 24,
  /** Network ranges of an account that nobody confirms from inside. */
  accountLimitMinutes: 15,
  /** How far back calls are looked at to tell whom network ranges would shut out. */
  accountLimitPreviewDays: 30,
  /** A small payload may carry its sealed bytes in its registration, up to this many. */
  maxInlineContentBytes: 64 * 1024,
  /** JSON bodies of a few fields, and those of calls that take none. */
  maxSmallBodyBytes: 16 * 1024,
  /** JSON bodies of a form with lists in it. */
  maxFormBodyBytes: 256 * 1024,
  /** JSON bodies that may hold hundreds of items or texts. */
  maxLargeBodyBytes: 1024 * 1024,
  /** A batch of registrations: 100 inline contents in base64 with their metadata. */
  maxRegistrationBodyBytes: 12 * 1024 * 1024,
  /** One part of a resumable upload. */
  maxUploadPartBytes: 64 * 1024 * 1024,
  /** The sealed bytes of one payload. */
  maxPayloadBytes: 4 * 1024 * 1024 * 1024,
  /** The content of an SMS, MMS or RCS with its attachments: it is read as one piece. */
  maxMessageBytes: 32 * 1024 * 1024,
  /** Files of one message: each is scanned, and told of, by itself. */
  maxAttachments: 100,
  maxLogsInRequest: 1000,
  /** References that are keys of an index: devices, log lines, positions, installations. */
  maxKeyCharacters: 255,
  /** Different numbers of one recording that the filter by number finds it by. */
  maxSearchedNumbers: 1000,
} as const

export const limits = { ...specifiedLimits, ...ownLimits } as const

/** Beyond these a recording is kept like any other, and marked as unusual (unusual.ts). */
export const usual = {
  mostLocations: 1000,
  mostImeis: 4,
  mostParties: 1000,
  mostTextCharacters: 255,
  mostNotesCharacters: 10_000,
  mostRecordingDays: 30,
  mostMetadataBytes: 64 * 1024,
} as const

/** The locale cookie (rules-and-calls section 9): 365 days, path /, SameSite lax. */
export const localeCookie = { maxAgeDays: limits.localeCookieDays, path: '/', sameSite: 'lax' } as const

/** Statuses worth another try, and how often (rules-and-calls section 7). */
export const retryableStatuses = [408, 409, 425, 429, 500, 502, 503, 504] as const
export const defaultRetries = { GET: 1, write: 0 } as const
