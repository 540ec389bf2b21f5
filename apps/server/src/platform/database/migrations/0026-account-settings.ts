import { rowLevelSecurity } from './0001-foundation.ts'

/** What an account chooses for everybody in it. No row while these are the defaults of the contract. */
export const accountSettings: readonly string[] = [
  `create table app.account_settings (
    client text not null, is_word_search_on boolean not null, is_asking_before_pictures boolean not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, updated_by text not null, version integer not null default 1,
    primary key (client))`,
  ...rowLevelSecurity('account_settings'),
]
