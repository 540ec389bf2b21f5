import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Legal holds, and the matters that they belong to. A released hold stays as a row that is not active. A batch that deletes or destroys
 * takes the account's row of `hold_epochs` for share, placing and releasing take it for update: a hold that was answered binds every
 * later batch.
 */
export const legalHolds: readonly string[] = [
  `create table app.matters (
    client text not null, matter_reference text not null, title text not null, reason text not null, review_on date,
    is_closed boolean not null, created_at timestamptz(3) not null, created_by text not null,
    updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client, matter_reference))`,
  ...rowLevelSecurity('matters'),
  'revoke delete on app.matters from holdfast_app',
  `create table app.legal_holds (
    client text not null, hold_id text not null, matter_reference text not null, target_type text not null,
    target text not null, is_active boolean not null, created_at timestamptz(3) not null, created_by text not null,
    release_asked_at timestamptz(3), release_asked_by text, release_confirmed_by text, release_at timestamptz(3),
    released_at timestamptz(3), released_by text, updated_at timestamptz(3) not null, updated_by text not null,
    primary key (client, hold_id),
    foreign key (client, matter_reference) references app.matters (client, matter_reference))`,
  ...rowLevelSecurity('legal_holds'),
  'revoke delete on app.legal_holds from holdfast_app',
  `create unique index legal_holds_active on app.legal_holds (client, target_type, target, matter_reference)
    where is_active`,
  'create index legal_holds_of_matter on app.legal_holds (client, matter_reference, hold_id)',
  `create index legal_holds_ending on app.legal_holds (client, release_at) where is_active and release_at is not null`,
  `create table app.hold_epochs (
    client text not null, epoch bigint not null,
    primary key (client))`,
  ...rowLevelSecurity('hold_epochs'),
  `alter table app.account_settings add column hold_release_needs_second_person boolean not null default false,
    add column hold_release_days smallint not null default 7, add column hold_release_strict_until timestamptz(3),
    add column hold_release_strict_days smallint`,
]
