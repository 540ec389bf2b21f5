import { type Static, Type } from 'typebox'
import { auditEvents } from './audit-events.ts'
import { nullable } from './nullable.ts'
import { PlayedRange } from './payload-data.ts'
import { Permission } from './role-rules.ts'
import { serviceNames } from './services.ts'

/**
 * The fields whose changes are shown to readers of the trail. The rest of a change is recorded but not shown, such as the text of a comment, which not
 * everybody who reads the trail may read.
 */
export const visitFields = [
  'permissions',
  'payload_types',
  'cidr_ranges',
  'alert_permissions',
  'is_alertable',
  'description',
  'test_cases',
  'tags',
  'tag_values',
  'is_required',
  'default_value',
  'role',
  'user_group',
  'valid_until',
  'is_word_search_on',
  'is_asking_before_pictures',
  'playback_reason_kind',
  'playback_reasons',
  'dispositions',
  'dispositions_with_note',
  'needs_second_person',
  'hold_release_needs_second_person',
  'hold_release_days',
  'delivery',
  'gps_interval_ms',
  'blocked_reason',
  'services',
  'expected_device_count',
  'email',
  'first_name',
  'surname',
  'is_active',
  'personal_numbers',
  'group',
  'notes',
  'party_names',
  'is_personal',
  'roles',
  'issuer',
  'audience',
  'jwks_uri',
  'role_reference',
  'maps_key',
  'monitoring_url',
  'sample_rate',
  'application_id',
  'region',
  'queue_name',
  'due_on',
  'reviewers',
  'needs_opening',
  'gap_reason',
  'explanation',
  'owner',
  'interval_days',
  'days_to_decide',
  'next_on',
  'retention_rules',
  'delay_days',
  'confirm_above_recordings',
  'confirm_above_bytes',
  'run_share_percent',
  'is_locked',
  'matter_title',
  'matter_reason',
  'review_on',
  'is_matter_closed',
  'members',
  'report_name',
  'report_kind',
  'report_source',
  'report_recipients',
  'is_report_active',
  'schedule_every',
  'schedule_weekday',
  'schedule_month_day',
  'schedule_hour',
  'schedule_time_zone',
  'schedule_until',
  'due_after_days',
  'repeats_by',
  ...serviceNames,
] as const
export type VisitField = (typeof visitFields)[number]

/** How many values of a field are shown before and after, and how long a text may be; facts have the reasons that people gave. */
export const visitLimits = { values: 20, characters: 255, factCharacters: 2000 } as const

/** A retention policy is shown with all of its rules: some of them alone would say less than what was changed. */
export const maxShownRules = 124

/** A longer text is truncated and ends in an ellipsis. */
const VisitValue = Type.Union([Type.String({ maxLength: visitLimits.characters + 1 }), Permission])
export type VisitValue = Static<typeof VisitValue>

const side = (description: string) => nullable(Type.Array(VisitValue, { maxItems: maxShownRules, description }))

export const VisitChange = Type.Object(
  {
    field: Type.Enum(visitFields),
    before: side('Of a list what is no more; null: it was not set'),
    after: side('Of a list what is new; null: it is not set'),
    left_off: Type.Integer({ minimum: 0, description: 'How many values of both sides are not told' }),
  },
  { title: 'VisitChange', description: 'What became of one field.' },
)
export type VisitChange = Static<typeof VisitChange>

/**
 * What else the trail tells of an event. None of these has the content of a recording or who took part in it; `filter` repeats what
 * somebody asked for, with a line for each field. `passed_on_note` is what
 * somebody wrote to the colleague to whom they passed reviews on.
 */
export const eventFacts = [
  'action',
  'actions',
  'approval_expiry',
  'apps',
  'attachment',
  'bytes',
  'carrier_name',
  'certified',
  'cidr_ranges',
  'command',
  'comment_id',
  'continued_by',
  'data_action',
  'decided_roles',
  'decision',
  'decision_note',
  'deleted',
  'destroyed',
  'disposition',
  'draft_reference',
  'drawn_by',
  'ending',
  'export_reference',
  'feed_id',
  'file_name',
  'files',
  'filter',
  'folder',
  'format',
  'former_reason',
  'from',
  'group',
  'install_state',
  'key_id',
  'kind',
  'lapses_at',
  'left_out',
  'left_out_groups',
  'left_out_types',
  'list',
  'matched',
  'matter_reference',
  'message',
  'migration_id',
  'month',
  'not_sent_to',
  'opening',
  'part',
  'passed_on_note',
  'people',
  'policy_version',
  'reason',
  'received',
  'rejection_reason',
  'removed_rows',
  'replaces',
  'report_name',
  'request_description',
  'requested_by',
  'requested_expiry',
  'revoked',
  'role',
  'roles',
  'rows',
  'rules',
  'run_id',
  'sample_number',
  'sample_percent',
  'saved_as',
  'seed',
  'sent_to',
  'sha256',
  'start_offset',
  'status',
  'stopped',
  'stratify_by',
  'target_type',
  'targets',
  'thread_id',
  'to',
  'total',
  'version',
] as const
export type EventFact = (typeof eventFacts)[number]

const Fact = Type.Union([Type.String({ maxLength: visitLimits.factCharacters + 1 }), Type.Number()])
const facts = (options: { description?: string } = {}) =>
  Type.Partial(
    Type.Object(Object.fromEntries(eventFacts.map((name) => [name, Fact])) as Record<EventFact, typeof Fact>),
    options,
  )

export const VisitEvent = Type.Object(
  {
    event: Type.Enum(auditEvents),
    reference: nullable(Type.String({ description: 'What it was about, e.g. the role_reference' })),
    changes: Type.Array(VisitChange),
    facts: facts(),
    played: nullable(
      Type.Array(PlayedRange, { description: 'Which seconds the player reported; of payload.listened alone.' }),
    ),
  },
  { title: 'VisitEvent', description: 'What a call changed or handed out.' },
)
export type VisitEvent = Static<typeof VisitEvent>

/** What a list says of an entry's first event: its first changes, with few values. */
export const briefLimits = { changes: 3, values: 2, played: 3 } as const

export const BriefEvent = Type.Interface(
  [VisitEvent],
  {
    more_changes: Type.Integer({ minimum: 0, description: 'How many fields changed besides those that are told' }),
    granted: nullable(facts({ description: 'Who gained access by the change, and which; null: nobody' })),
    approved_for: nullable(
      Type.String({ description: 'Who had asked for what the call approved and made; null: it approved nothing' }),
    ),
  },
  { title: 'BriefEvent', description: 'The event by which an entry is called, shortened; the entry has all of it.' },
)
export type BriefEvent = Static<typeof BriefEvent>
