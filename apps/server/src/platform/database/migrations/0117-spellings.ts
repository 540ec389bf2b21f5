const zeros = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50],
  ...[0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0],
]
const digits = zeros.flatMap((zero) => Array.from({ length: 10 }, (_, value) => String.fromCharCode(zero + value)))

const removed = [
  String.raw`\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670`,
  String.raw`\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20e3`,
  String.raw`\ufe00-\ufe0f\ufeff`,
].join('')

// Columns of numbers have the collation "C", in which only ASCII letters have a lower case.
const plain = `translate(lower(regexp_replace(normalize(value, NFKD), '[${removed}]', '', 'g') collate "default"),
  'øłđðħŧŋıĸςٱىیةک${digits.join('')}', 'olddhtnikσاييهك${'0123456789'.repeat(zeros.length)}')`

const isAffected = (table: string) =>
  `(octet_length(${table}.number || ${table}.name) <> char_length(${table}.number || ${table}.name)
    or (${table}.name = '' and ${table}.number !~ '^[-+0-9 ().]+$'))`

/**
 * Names and numbers are compared with more spellings (docs/decisions/0075, 0076): letters that Unicode does not decompose, digits of other
 * scripts, SIP addresses and links. Conversations know more numbers than the first hundred.
 */
export const spellings: readonly string[] = [
  // The same as `foldedText` of the contract.
  `create or replace function app.folded(value text) returns text language sql immutable parallel safe as $$
    select case when octet_length(value) = char_length(value) then lower(value)
      else normalize(replace(replace(replace(replace(${plain}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC) end $$`,
  // The digits of a phone number, without extensions and hosts; null for names of senders.
  String.raw`create function app.dialled_digits(number text) returns text language sql immutable parallel safe as $$
    select regexp_replace(substring(app.folded(number) from
      '^(?:(?:tel|sip|sips|callto|sms|smsto|im):)?([-+*#0-9\s().~_/·\u2010-\u2015\u2212]+)(?:[,;@].*|/?type=.*|[pwx][0-9*#]+)?$'),
      '[^0-9]', '', 'g') $$`,
  `create or replace function app.parts_of_party(number text, name text) returns setof text
    language sql immutable parallel safe as $$
    select substr(digits, place, 32) from app.dialled_digits(number) digits
      cross join generate_series(1, least(length(digits), 32) - 2) place where name = '' and digits is not null
    union
    select substr(words, place, 32) from app.words_of(case when name = '' then number else name end) words
      cross join generate_series(1, least(length(words), 80)) place
      where (name <> '' or app.dialled_digits(number) is null) and (place = 1 or substr(words, place - 1, 1) = ' ') $$`,
  `delete from app.party_parts part using app.parties party where part.client = party.client and part."group" = party."group"
    and part.payload_type = party.payload_type and part.number = party.number and part.name = party.name
    and ${isAffected('party')}`,
  `insert into app.party_parts (client, "group", payload_type, part, number, name)
    select client, "group", payload_type, part, number, name
    from app.parties party cross join lateral app.parts_of_party(number, name) part where ${isAffected('party')}
    on conflict do nothing`,
  `update app.conversations conversation set numbers = (select array(select distinct number from app.payloads p
      cross join lateral unnest(p.numbers[1:1000]) number
      where p.client = conversation.client and p.device_reference = conversation.device_reference
        and p.thread_id = conversation.thread_id and p."group" = conversation."group"
        and p.payload_type = conversation.payload_type
        and coalesce(p.device_user_reference, '') = conversation.device_user_reference))[1:1000]
    where cardinality(numbers) >= 100`,
]
