/**
 * Network ranges of an account that nobody has confirmed yet lapse at `limit_lapses_at`; `confirmed_cidr_ranges` are those that
 * held before, and hold again then.
 */
export const accountLimits: readonly string[] = [
  'alter table app.account_defaults add column confirmed_cidr_ranges text[]',
  'alter table app.account_defaults add column limit_lapses_at timestamptz(3)',
]
