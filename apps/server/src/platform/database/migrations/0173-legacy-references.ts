/**
 * The reference of a legacy recording in its former system, and that system (docs/decisions/0105). Recordings that were imported before have
 * them in the first event of their custody.
 */
export const legacyReferences: readonly string[] = [
  'alter table app.payloads add legacy_source text, add legacy_reference text',
  `update app.payloads p set legacy_source = o.source, legacy_reference = o.reference
    from app.payloads l cross join lateral (
      select c.details #>> '{legacy,source}' as source, c.details #>> '{legacy,reference}' as reference
      from app.custody_events c
      where c.client = l.client and c.payload_reference = l.payload_reference and c.event = 'payload.imported'
      order by c.event_id limit 1) o
    where l.is_legacy and l.payload_reference like 'LEG-%' and p.client = l.client and p.payload_reference = l.payload_reference`,
  `create index payloads_legacy_reference on app.payloads (client, legacy_reference, payload_time, payload_reference)
    where legacy_reference is not null`,
]
