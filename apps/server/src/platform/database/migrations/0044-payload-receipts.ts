import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Who confirmed the receipt of each recording (docs/decisions/0039). Receipts are evidence: the server can insert rows, but not change
 * or delete them. Of the recordings of demonstrations, only the first receipt was stored, in `payloads`.
 */
export const payloadReceipts: readonly string[] = [
  `create table app.payload_receipts (
    client text not null, payload_reference text not null, confirmed_by text not null,
    confirmed_at timestamptz(3) not null, note text,
    primary key (client, payload_reference, confirmed_by),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  `insert into app.payload_receipts (client, payload_reference, confirmed_by, confirmed_at)
    select client, payload_reference, receipt_confirmed_by, receipt_confirmed_at from app.payloads
    where receipt_confirmed_by is not null and receipt_confirmed_at is not null`,
  ...rowLevelSecurity('payload_receipts'),
  'revoke update, delete on app.payload_receipts from holdfast_app',
]
