/** Constants and limits, with their units in their names. */

/** The greatest number that a column of type integer holds. */
export const maxStoredInteger = 2_147_483_647

/** The limits of the specification, unchanged (rules-and-calls sections 5 and 9). */
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
 * Our own limits. They protect the service and never judge a recording. docs/decisions/0009-limits.md gives the reason for each;
 * a test compares the page with this table.
 */
export const ownLimits = {
  maxPageRows: 100,
  maxCounted: 10_000,
  defaultPageRows: 50,
  commandTimeoutDays: 7,
  legalHoldCoolingOffDays: 7,
  /** For a request that nobody answers. */
  supportRequestHours: 12,
  maxSupportAccessHours: 24,
  /** For network ranges of an account that nobody confirms from inside. */
  accountLimitMinutes: 15,
  /** How far back calls are searched to find out whom network ranges would shut out. */
  accountLimitPreviewDays: 30,
  /** Stretches of a recording in one report of a player. */
  maxPlayedRanges: 100,
  /** Of a reason for opening content. */
  maxPlaybackReasonCharacters: 200,
  /** Reasons that an account offers. */
  maxPlaybackReasons: 20,
  /** Of the address of a playback. It contains a file name and a reason, which may be of any script. */
  maxTicketCharacters: 4096,
  /** The fastest that the portal plays. 1 is as recorded. */
  maxPlaybackSpeed: 3,
  /** Recordings that one person or client app has verified at the same time, or waiting for it. */
  maxVerificationsAtOnce: 10,
  /** Between the end of a verification and the next one of the same recording. */
  verificationPauseSeconds: 60,
  /** The most sealed bytes that the registration of a small payload can contain. */
  maxInlineContentBytes: 64 * 1024,
  /** The address and the headers of one request: five filters of 100 values each fit. */
  maxHeaderBytes: 64 * 1024,
  /** JSON bodies with a few fields, and those of calls that declare none. */
  maxSmallBodyBytes: 16 * 1024,
  /** JSON bodies of forms with lists. */
  maxFormBodyBytes: 256 * 1024,
  /** JSON bodies with hundreds of items or texts. */
  maxLargeBodyBytes: 1024 * 1024,
  /** A batch of registrations: 100 inline contents in base64 with their metadata. */
  maxRegistrationBodyBytes: 12 * 1024 * 1024,
  /** One part of a resumable upload. */
  maxUploadPartBytes: 64 * 1024 * 1024,
  /** The sealed bytes of one payload. */
  maxPayloadBytes: 4 * 1024 * 1024 * 1024,
  /** The content of an SMS, MMS or RCS with its attachments, which is read in one piece. */
  maxMessageBytes: 32 * 1024 * 1024,
  /** Files of one message, each of which is scanned and reported separately. */
  maxAttachments: 100,
  maxLogsInRequest: 1000,
  /** References that are keys of an index: devices, log lines, positions, installations. */
  maxKeyCharacters: 255,
  /** How many numbers and names of one recording can be found by their parts. */
  maxFoundParties: 100,
  maxPartyNameCharacters: 80,
  /** How many different numbers of one recording the filter by number searches. */
  maxSearchedNumbers: 1000,
  /** How many things of each kind `GET /found` returns. */
  maxFoundOfKind: 8,
  /** Longer thread ids are replaced by a digest, because they are keys of indexes. */
  maxThreadIdCharacters: 128,
  /** Of the text of one message in a conversation. */
  maxShownTextCharacters: 10_000,
  /** Messages whose days are counted when a conversation is opened, the newest ones. */
  maxMessagesCountedByDay: 100_000,
  /** Sealed bytes of the messages on one page of a conversation. A page with one larger message has only that one. */
  maxConversationPageBytes: 8 * 1024 * 1024,
  /** What a search of words may contain. */
  maxSearchCharacters: 200,
  maxSearchedWords: 10,
  minPrefixLetters: 3,
  /** How many words a prefix stands for. */
  maxWordsOfPrefix: 64,
  /** Rows that one search request reads of its rarest word; it says how far back it came. */
  maxSearchedRows: 20_000,
  /** Messages that one search request opens to compare phrases and to show snippets. */
  maxSearchOpenings: 200,
  /** How much of a message or comment is searchable: its first characters, and its first different words. */
  maxIndexedCharacters: 256 * 1024,
  maxIndexedWords: 2000,
  /** The rest of a longer word is not searched. */
  maxWordCharacters: 64,
  /** Rows of a list that a person selects to do something with all of them, 100 at a time. */
  maxSelected: 1000,
  /** Exports of one person or client app that are sent at the same time by one api process. */
  maxExportsAtOnce: 3,
  /** Archives of recordings that are sent to one person or client app at the same time by one api process. */
  maxDownloadsAtOnce: 3,
  /** Statements of completeness that one person or client app makes at the same time in one api process. */
  maxStatementsAtOnce: 3,
  /** Statements of one group and month within 24 hours. They are kept for good. */
  maxStatementsOfMonthADay: 20,
  /** How long an export goes on while nobody reads it. */
  maxExportStallSeconds: 120,
  /** How long the address of an export can be used. */
  exportAddressMinutes: 5,
  /** How long one's own mark of a review can be withdrawn. */
  reviewWithdrawalHours: 24,
  /** Recordings from which one review queue is drawn. */
  maxDrawnFrom: 50_000,
  /** Recordings in one review queue, and its reviewers. */
  maxQueueItems: 5000,
  maxQueueReviewers: 50,
  /** Recordings of all draws of a review queue that repeats, and days until those of a draw are due. */
  maxRepeatedQueueItems: 50_000,
  /** Review queues of an account that are drawn anew. */
  maxRepeatingQueues: 50,
  maxDueAfterDays: 366,
  /** Changes of roles of one account that wait for a decision. */
  maxWaitingRoleDrafts: 100,
  /** Days between access reviews of a group, and until one is due. */
  maxAccessReviewDays: 366,
  /** Rows of one access review. */
  maxAccessReviewItems: 100_000,
  /** Requests for access of one person that wait, how long each waits, for how long access can be asked for, and how many people are notified. */
  maxWaitingAccessRequests: 20,
  accessRequestDays: 7,
  maxAccessRequestHours: 30 * 24,
  maxAskedPeople: 50,
  maxGranters: 10,
  /** Roles of an account that are looked through for those that give what was asked for. */
  maxComparedRoles: 200,
  /** How long a role that somebody gives a person can last. */
  maxRoleAssignmentDays: 366,
  /** People whom one comment mentions. */
  maxMentions: 20,
  /** Personal numbers of one person at a time. */
  maxPersonalNumbersOfPerson: 200,
  /** How far the sequence number of a recording may be above the next one of its device: decades of recordings. */
  maxSequenceJump: 1_000_000,
  /** A file of a carrier's call records. */
  maxCarrierFileBytes: 32 * 1024 * 1024,
  maxCarrierRows: 100_000,
  /** How much of a carrier's file a preview reads, and how many files of an account calls read at the same time. */
  maxCarrierPreviewBytes: 4 * 1024 * 1024,
  maxCarrierFilesReadAtOnce: 2,
  /** Columns of such a file that are looked at, and characters of a cell that are kept of a row that was not imported. */
  maxCarrierColumns: 60,
  maxCarrierCellCharacters: 200,
  /** How long a file is kept that nobody imports. */
  carrierFileDays: 7,
  /** How long a former enrolment secret can stay valid, and how long a code to enrol one handset is. */
  maxSecretOverlapDays: 30,
  oneTimeCodeMinutes: 15,
  /** Rows, bytes and characters of one row of a CSV file of people that the portal takes. */
  maxImportRows: 100_000,
  maxImportBytes: 32 * 1024 * 1024,
  maxImportRowCharacters: 2000,
  /** How long a notification is kept. */
  notificationDays: 90,
  /** Saved views that one person has. */
  maxViewsOfPerson: 100,
  /** Saved views that are shared with one role, and how many of others `GET /views` returns. */
  maxSharedViews: 100,
  /** Filters, order and columns of a saved view as JSON. */
  maxViewSearchBytes: 4096,
} as const

export const limits = { ...specifiedLimits, ...ownLimits } as const

/** Beyond these, a recording is stored like any other and marked as unusual (unusual.ts). */
export const unusualThresholds = {
  maxLocations: 1000,
  maxImeis: 4,
  maxParties: 1000,
  maxTextCharacters: 255,
  maxNotesCharacters: 10_000,
  maxRecordingDays: 30,
  maxChannels: 8,
  maxMetadataBytes: 64 * 1024,
} as const

/** The locale cookie (rules-and-calls section 9): 365 days, path /, SameSite lax. */
export const localeCookie = { maxAgeDays: limits.localeCookieDays, path: '/', sameSite: 'lax' } as const

/** Statuses that are worth a retry, and how many retries (rules-and-calls section 7). */
export const retryableStatuses = [408, 409, 425, 429, 500, 502, 503, 504] as const
export const defaultRetries = { GET: 1, write: 0 } as const
