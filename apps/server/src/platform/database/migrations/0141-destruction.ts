import { rowLevelSecurity } from './0001-foundation.ts'

/** Events whose details have what somebody wrote about recordings. */
const writtenEvents = [
  'comment.created',
  'comment.updated',
  'comments.written',
  'payload.amended',
  'payload.receipt_confirmed',
  'payload.reviewed',
  'payload.review_withdrawn',
  'review_queue.escalated',
]
const listed = writtenEvents.map((event) => `'${event}'`).join(', ')
const texts = `array['before', 'after', 'message', 'note', 'reason']`

/** Without the texts that somebody wrote about one of these recordings; the entry stays. */
const withoutTexts = `
  create function app.without_texts(events jsonb, payloads text[]) returns jsonb language sql immutable set search_path = pg_catalog as $$
    select coalesce(jsonb_agg(
      case when (event->>'event') in (${listed}) and ((event->'details'->>'payload_reference') = any(payloads)
          or jsonb_path_query_array(event, '$.details.payloads[*].payload_reference') ?| payloads
          or jsonb_path_query_array(event, '$.details.payload_references[*]') ?| payloads)
        then jsonb_set(event, '{details}', ((event->'details') - ${texts}) || '{"is_erased": true}')
        else event end order by place), '[]')
    from jsonb_array_elements(events) with ordinality as listed (event, place)
  $$`

/**
 * Removes what people wrote about destroyed recordings from tables that the application can't change. Of the trail, it looks at entries
 * of the authors at about the time at which they wrote: `written` has `{ author, from, until }`, both ends as identifiers of entries.
 */
const eraseTexts = `
  create function app.erase_texts(payloads text[], written json) returns void language plpgsql security definer
  set search_path = app, pg_catalog as $$
  declare
    own text := current_setting('app.client');
    gone text[] := array(select p.payload_reference from app.payloads p
      where p.client = own and p.payload_reference = any(payloads) and p.payload_state = 'Destroyed');
  begin
    update app.user_activities a set events = app.without_texts(a.events, gone)
      from json_to_recordset(written) as w (author text, "from" text, until text)
      where a.client = own and a.user_id = w.author and a.log_id between w."from" and w.until
        and a.events <> app.without_texts(a.events, gone);
    update app.custody_events e set details = (e.details - ${texts}) || '{"is_erased": true}'
      where e.client = own and e.payload_reference = any(gone) and e.event in (${listed}) and e.details ?| ${texts};
    delete from app.payload_amendments where client = own and payload_reference = any(gone);
    update app.payload_receipts set note = null where client = own and payload_reference = any(gone) and note is not null;
    update app.review_marks set note = null where client = own and payload_reference = any(gone) and note is not null;
    update app.review_withdrawals set reason = '' where client = own and payload_reference = any(gone);
  end $$`

/**
 * Removes the rows of destroyed recordings after their own retention. It asks for holds, and whether their objects are gone, by itself,
 * so that no caller can leave that out. The custody of a recording stays.
 */
export const removeTombstones = `
  create function app.remove_tombstones(payloads text[]) returns setof text language plpgsql security definer
  set search_path = app, pg_catalog as $$
  declare
    own text := current_setting('app.client');
    gone text[];
  begin
    perform from app.hold_epochs where client = own for share;
    gone := array(select p.payload_reference from app.payloads p
      join app.destructions d on d.client = own and d.payload_reference = p.payload_reference
      where p.client = own and p.payload_reference = any(payloads) and p.payload_state = 'Destroyed'
        and d.objects_gone_at is not null
        and not exists (select from app.legal_holds h where h.client = own and h.is_active and (
          (h.target_type = 'DeviceUser' and h.target = p.device_user_reference)
          or (h.target_type = 'Group' and h.target = p."group")
          or (h.target_type = 'Payload' and h.target = p.payload_reference)
          or (h.target_type = 'PortalUser' and (
            exists (select from app.comments c where c.client = own and c.payload_reference = p.payload_reference
              and c.raised_by = h.target)
            or exists (select from app.review_marks r where r.client = own and r.payload_reference = p.payload_reference
              and r.reviewed_by = h.target)))))
      order by p.payload_reference for update of p);
    delete from app.comment_versions v using app.comments c
      where v.client = own and c.client = own and c.comment_id = v.comment_id and c.payload_reference = any(gone);
    delete from app.comments where client = own and payload_reference = any(gone);
    delete from app.review_withdrawals where client = own and payload_reference = any(gone);
    delete from app.review_marks where client = own and payload_reference = any(gone);
    delete from app.review_queue_items where client = own and payload_reference = any(gone);
    delete from app.payload_receipts where client = own and payload_reference = any(gone);
    delete from app.payload_amendments where client = own and payload_reference = any(gone);
    delete from app.payload_verifications where client = own and payload_reference = any(gone);
    delete from app.payload_contents where client = own and payload_reference = any(gone);
    delete from app.derived_media where client = own and payload_reference = any(gone);
    delete from app.former_seals where client = own and payload_reference = any(gone);
    delete from app.indexed_texts where client = own and payload_reference = any(gone);
    delete from app.upload_parts where client = own and payload_reference = any(gone);
    delete from app.payload_numbers where client = own and payload_reference = any(gone);
    delete from app.payloads where client = own and payload_reference = any(gone);
    return query select unnest(gone);
  end $$`

const functions = ['without_texts', 'erase_texts', 'remove_tombstones']

/**
 * What was destroyed: the facts for certificates, and the objects that are still to be removed. The application can delete neither these
 * rows nor recordings: rows of destroyed ones end by `remove_tombstones`.
 */
export const destruction: readonly string[] = [
  `create table app.destruction_batches (
    client text not null, batch_id text not null, run_id text not null, destroyed_at timestamptz(3) not null,
    destroyed_by text not null, is_replayed boolean not null default false,
    primary key (client, batch_id))`,
  ...rowLevelSecurity('destruction_batches'),
  'revoke update, delete on app.destruction_batches from holdfast_app',
  `create table app.destructions (
    client text not null, payload_reference text not null, batch_id text not null, run_id text not null,
    payload_type text not null, payload_time timestamptz(3) not null, registered_at timestamptz(3) not null,
    sealed_bytes bigint, checksum text, former_checksums text[] not null, rule jsonb, downloads integer not null,
    last_downloaded_at timestamptz(3), destroyed_at timestamptz(3) not null, object_keys text[] not null,
    objects_gone_at timestamptz(3),
    primary key (client, payload_reference),
    foreign key (client, batch_id) references app.destruction_batches (client, batch_id))`,
  ...rowLevelSecurity('destructions'),
  'revoke delete on app.destructions from holdfast_app',
  'create index destructions_of_batch on app.destructions (client, batch_id)',
  'create index destructions_of_run on app.destructions (client, run_id, payload_reference)',
  'create index destructions_unfinished on app.destructions (client, batch_id) where objects_gone_at is null',
  withoutTexts,
  eraseTexts,
  removeTombstones,
  ...functions.flatMap((name) => [
    `revoke all on function app.${name} from public`,
    `grant execute on function app.${name} to holdfast_app`,
  ]),
  'revoke delete on app.payloads from holdfast_app',
]
