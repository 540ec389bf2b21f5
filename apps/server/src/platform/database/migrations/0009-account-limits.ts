/**
 * Network ranges of an account lapse at `limit_lapses_at` unless they are confirmed; then `confirmed_cidr_ranges`, the ranges
 * before, apply again.
 */
export const accountLimits: readonly string[] = [
  'alter table app.account_defaults add column confirmed_cidr_ranges text[]',
  'alter table app.account_defaults add column limit_lapses_at timestamptz(3)',
]
