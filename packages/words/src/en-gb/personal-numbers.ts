/** Private numbers of device users, whose recordings nobody opens. */
export const personalNumbers = {
  'page.personal_numbers': 'Personal numbers',
  'noun.personal_numbers': 'personal numbers',
  'numbers.lead':
    'Recordings with these numbers are kept, but nobody can open them. This applies from when a number is added until it is removed.',
  'numbers.number': 'Number',
  'numbers.removed_reason': 'Why it was removed',
  'numbers.active': 'Personal',
  'numbers.inactive': 'Removed',
  'numbers.part': 'Any part of a number',
  'numbers.empty': 'No personal numbers yet',
  'numbers.empty_body':
    'Numbers of doctors, schools or family appear here. Nobody can open the calls and messages with them.',
  'numbers.person_has_none': 'This person has no personal numbers.',
  'numbers.with_removed': 'Include removed',
  'numbers.add': 'Add numbers',
  'numbers.add_these': '{count, plural, =0 {Add} one {Add # number} other {Add # numbers}}',
  'numbers.add_hint':
    'Recordings made with these numbers from now on are closed to everybody, whenever they arrive. Earlier recordings stay as they are.',
  'numbers.numbers': 'Numbers',
  'numbers.numbers_hint': 'One a line, with country code, such as +44 7700 900123.',
  'numbers.wrong':
    'Not a number with its country code, 6 to 30 digits: {numbers}{more, plural, =0 {} other { and # more}}',
  'numbers.too_many_at_once': 'At most {count} at once.',
  'numbers.reason_hint': 'Visible to everybody who can read the audit trail of the group.',
  'numbers.added':
    '{count, plural, =0 {Nothing was added} one {# personal number added} other {# personal numbers added}}',
  'numbers.were_already': '{count, plural, one {# was personal already} other {# were personal already}}',
  'numbers.already': 'Personal already',
  'numbers.preview': 'Recordings of the last {days} days',
  'numbers.preview_reading': 'Counting recordings with these numbers…',
  'numbers.preview_failed':
    'The recordings with these numbers could not be counted. You can add the numbers all the same.',
  'numbers.preview_count': '{count, plural, =0 {No recordings} one {# recording} other {# recordings}}',
  'numbers.preview_latest': 'latest',
  'numbers.preview_none': '{count, plural, one {No recordings with # number.} other {No recordings with # numbers.}}',
  'numbers.preview_note':
    'Only recordings you can see are counted. They can still be opened; new ones can’t. Does a number with many recordings belong to a customer or colleague?',
  'numbers.preview_seen': 'Only recordings you can see are counted.',
  'numbers.preview_capped': 'Only the latest 20,000 recordings of the person were counted.',
  'numbers.remove': 'Remove',
  'numbers.remove_which': 'Remove {number}',
  'numbers.remove_title': 'Remove {number}?',
  'numbers.remove_body':
    'Recordings made with it so far stay closed to everybody. New recordings can be opened by people whose roles allow it.',
  'numbers.removed': 'Removed',
  'did.PUT /personal_numbers': 'Added personal numbers',
  'did.DELETE /personal_numbers': 'Removed personal numbers',
  'did.POST /personal_numbers/preview': 'Previewed the effect of personal numbers',
  'tried.PUT /personal_numbers': 'Tried to add personal numbers',
  'tried.DELETE /personal_numbers': 'Tried to remove personal numbers',
  'tried.POST /personal_numbers/preview': 'Tried to preview the effect of personal numbers',
  'done.personal_number.added': 'Added personal numbers',
  'done.personal_number.removed': 'Removed personal numbers',
} as const
